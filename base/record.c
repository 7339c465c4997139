/* SPDX-License-Identifier: MIT */
/*
 * Numbers are written in base 128, least significant digits first; the last byte is below 0x80.
 * Only the shortest form is read, so that a value has one form. A text is its length plus 1 (0:
 * NULL) and its bytes. The digest covers name and values. It detects accidental damage; it does not
 * protect against a writer with bad intent, so all values are checked as well.
 */
#include <assay/base/record.h>

#include <string.h>

#define DIGEST_SIZE (AS_DIGEST_HEX_SIZE - 1)

/* ---- bytes ---- */

static bool is_stopped(const struct as_record *record)
{
	return record->damaged || record->no_memory;
}

static bool make_room(struct as_record *record, size_t size)
{
	size_t needed = record->bytes.size + size + 1, capacity = record->capacity;

	if (is_stopped(record))
		return false;
	if (needed <= capacity)
		return true;
	if (size > AS_RECORD_MAX_BYTES || needed > AS_RECORD_MAX_BYTES) {
		record->damaged = true;
		return false;
	}
	while (capacity < needed)
		capacity = capacity ? 2 * capacity : 1024;
	char *grown = realloc(record->bytes.data, capacity);
	if (!grown) {
		record->no_memory = true;
		return false;
	}
	record->bytes.data = grown;
	record->capacity = capacity;
	return true;
}

static void put_bytes(struct as_record *record, const void *data, size_t size)
{
	if (!make_room(record, size))
		return;
	memcpy(record->bytes.data + record->bytes.size, data, size);
	record->bytes.size += size;
	record->bytes.data[record->bytes.size] = '\0';
}

/* The next bytes, or NULL if there are not enough. */
static const unsigned char *take_bytes(struct as_record *record, size_t size)
{
	const unsigned char *at = record->at;

	if (is_stopped(record) || (size_t)(record->end - at) < size) {
		record->damaged = true;
		return NULL;
	}
	record->at += size;
	return at;
}

/* ---- name and digest ---- */

static void seal(const char *name, size_t name_size, const void *data, size_t size,
	char hex[AS_DIGEST_HEX_SIZE])
{
	struct as_digest digest;

	as_digest_init(&digest);
	as_digest_add(&digest, name, name_size);
	as_digest_add(&digest, data, size);
	as_digest_end(&digest, hex);
}

void as_record_begin(struct as_record *record, const char *name)
{
	const char blank[DIGEST_SIZE + 1] = {[DIGEST_SIZE] = '\n'};

	*record = (struct as_record){.name_size = strlen(name) + 1};
	put_bytes(record, name, strlen(name));
	put_bytes(record, "\n", 1);
	put_bytes(record, blank, sizeof(blank));
}

int as_record_end(struct as_record *record, struct as_bytes *bytes, struct as_error *error)
{
	const size_t head = record->name_size + DIGEST_SIZE + 1;
	char hex[AS_DIGEST_HEX_SIZE];

	*bytes = (struct as_bytes){0};
	if (is_stopped(record)) {
		as_bytes_clear(&record->bytes);
		return record->no_memory ? as_error_no_memory(error)
					 : as_error_set(error, AS_ERROR_INTERNAL,
						   "a record of more than %d MiB cannot be kept",
						   (int)(AS_RECORD_MAX_BYTES >> 20));
	}
	char *data = record->bytes.data;
	seal(data, record->name_size, data + head, record->bytes.size - head, hex);
	memcpy(data + record->name_size, hex, DIGEST_SIZE);
	*bytes = record->bytes;
	record->bytes = (struct as_bytes){0};
	return 0;
}

static int complain(struct as_error *error)
{
	return as_error_set(error, AS_ERROR_INTERNAL, "the record is damaged");
}

int as_record_open(struct as_record *record, const char *name, const void *data, size_t size,
	struct as_error *error)
{
	const size_t name_size = strlen(name) + 1, head = name_size + DIGEST_SIZE + 1;
	const char *text = data;
	char hex[AS_DIGEST_HEX_SIZE];

	*record = (struct as_record){.reading = true};
	if (size < name_size || memcmp(text, name, name_size - 1) != 0 ||
		text[name_size - 1] != '\n')
		return 0;
	if (size < head || size > AS_RECORD_MAX_BYTES || text[head - 1] != '\n')
		return complain(error);
	seal(text, name_size, text + head, size - head, hex);
	if (memcmp(text + name_size, hex, DIGEST_SIZE) != 0)
		return complain(error);
	record->at = (const unsigned char *)text + head;
	record->end = (const unsigned char *)text + size;
	return 1;
}

int as_record_close(struct as_record *record, struct as_error *error)
{
	if (record->no_memory)
		return as_error_no_memory(error);
	return record->damaged || record->at != record->end ? complain(error) : 0;
}

void as_record_require(struct as_record *record, bool holds)
{
	if (record->reading && !holds)
		record->damaged = true;
}

/* ---- values ---- */

static void put_number(struct as_record *record, uint64_t value)
{
	unsigned char bytes[10];
	size_t size = 0;

	for (; value >= 0x80; value >>= 7)
		bytes[size++] = (unsigned char)(value | 0x80);
	bytes[size++] = (unsigned char)value;
	put_bytes(record, bytes, size);
}

static uint64_t take_number(struct as_record *record, uint64_t max)
{
	uint64_t value = 0;

	for (unsigned shift = 0; shift < 64; shift += 7) {
		const unsigned char *byte = take_bytes(record, 1);
		if (!byte)
			return 0;
		value |= (uint64_t)(*byte & 0x7f) << shift;
		if (*byte & 0x80)
			continue;
		/* The number must fit into 64 bits and have its shortest form. */
		if ((shift == 63 && *byte > 1) || (shift > 0 && *byte == 0) || value > max)
			break;
		return value;
	}
	record->damaged = true;
	return 0;
}

void as_record_number(struct as_record *record, uint64_t *value, uint64_t max)
{
	if (record->reading)
		*value = take_number(record, max);
	else
		put_number(record, *value);
}

void as_record_flag(struct as_record *record, bool *value)
{
	uint64_t number = *value;

	as_record_number(record, &number, 1);
	*value = number != 0;
}

/* The sign is the lowest bit, so that small numbers stay short. */
void as_record_signed(struct as_record *record, int64_t *value)
{
	uint64_t folded = (uint64_t)*value << 1 ^ (*value < 0 ? UINT64_MAX : 0);

	as_record_number(record, &folded, UINT64_MAX);
	*value = (int64_t)(folded >> 1 ^ (folded & 1 ? UINT64_MAX : 0));
}

void as_record_double(struct as_record *record, double *value)
{
	uint64_t bits;

	memcpy(&bits, value, sizeof(bits));
	as_record_number(record, &bits, UINT64_MAX);
	memcpy(value, &bits, sizeof(bits));
}

/* The next text and its length; NULL: it is NULL, or damaged. */
static const char *take_text(struct as_record *record, size_t *length)
{
	const uint64_t number = take_number(record, AS_RECORD_MAX_BYTES);
	const unsigned char *text = number ? take_bytes(record, (size_t)number - 1) : NULL;

	*length = text ? (size_t)number - 1 : 0;
	if (text && memchr(text, '\0', *length)) {
		record->damaged = true;
		return NULL;
	}
	return (const char *)text;
}

static void put_text(struct as_record *record, const char *text)
{
	const size_t length = text ? strlen(text) : 0;

	put_number(record, text ? (uint64_t)length + 1 : 0);
	put_bytes(record, text ? text : "", length);
}

void as_record_text(struct as_record *record, char **value)
{
	size_t length;

	if (!record->reading) {
		put_text(record, *value);
		return;
	}
	const char *text = take_text(record, &length);
	*value = text ? strndup(text, length) : NULL;
	record->no_memory |= text && !*value;
}

void as_record_bytes(struct as_record *record, struct as_bytes *value)
{
	if (!record->reading) {
		put_number(record, value->size);
		put_bytes(record, value->size ? value->data : "", value->size);
		return;
	}
	*value = (struct as_bytes){0};
	const size_t size = (size_t)take_number(record, AS_RECORD_MAX_BYTES);
	const unsigned char *bytes = size ? take_bytes(record, size) : NULL;
	if (!bytes)
		return;
	value->data = malloc(size + 1);
	if (!value->data) {
		record->no_memory = true;
		return;
	}
	memcpy(value->data, bytes, size);
	value->data[size] = '\0';
	value->size = size;
}

void as_record_text_in(struct as_record *record, char *value, size_t size)
{
	size_t length;

	if (!record->reading) {
		put_text(record, value);
		return;
	}
	const char *text = take_text(record, &length);
	*value = '\0';
	as_record_require(record, text && length < size);
	if (!record->damaged) {
		memcpy(value, text, length);
		value[length] = '\0';
	}
}

void as_record_list(
	struct as_record *record, void *items, size_t *count, size_t item_bytes, size_t min_bytes)
{
	void *list = NULL;

	if (!record->reading) {
		put_number(record, *count);
		return;
	}
	*count = (size_t)take_number(record, (uint64_t)(record->end - record->at) / min_bytes);
	if (*count && !(list = calloc(*count, item_bytes)))
		record->no_memory = true;
	if (!list)
		*count = 0;
	memcpy(items, &list, sizeof(list));
}

void as_record_names(struct as_record *record, char ***names)
{
	uint64_t number = 0;

	for (char **name = record->reading ? NULL : *names; name && *name; name++)
		number++;
	if (!record->reading) {
		put_number(record, *names ? number + 1 : 0);
		for (char **name = *names; name && *name; name++)
			put_text(record, *name);
		return;
	}
	*names = NULL;
	number = take_number(record, (uint64_t)(record->end - record->at) + 1);
	if (number && !(*names = calloc((size_t)number, sizeof(**names))))
		record->no_memory = true;
	for (size_t i = 0; !is_stopped(record) && i + 1 < number; i++) {
		as_record_text(record, &(*names)[i]);
		as_record_require(record, (*names)[i] != NULL);
	}
}
