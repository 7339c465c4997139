/* SPDX-License-Identifier: MIT */
/*
 * Zip archives that no ordinary tool makes, from a text. Each line that starts with "--- " adds an
 * entry or corrupts the archive; %XX in a name is that byte:
 *
 *	--- file PATH          the lines that follow, up to the next "---", are its content
 *	--- program PATH       the same, executable
 *	--- folder PATH
 *	--- link PATH TARGET
 *	--- socket PATH, --- device PATH
 *	--- encrypted PATH, --- method PATH NUMBER
 *	--- checksum PATH, --- size PATH NUMBER    a file with another checksum, or that claims
 *	                                           another size
 *	--- many PREFIX COUNT                      that many empty files
 *	--- cut COUNT                              that many bytes are missing at the end
 *	--- raw                the lines that follow are all of the file
 */
#ifndef ASSAY_TESTS_ZIP_CASE_H
#define ASSAY_TESTS_ZIP_CASE_H

#include <assay/base.h>
#include <criterion/criterion.h>
#include <string.h>
#include <sys/stat.h>

struct zip {
	struct as_bytes files, directory;
	unsigned count;
	size_t cut;
};

/* The claims of an entry, true or false. */
struct zip_entry {
	const char *name;
	mode_t mode;
	const char *data;
	size_t size;
	unsigned flags, method;
	uint32_t checksum, claimed_size;
};

static inline void zip_put(struct as_bytes *bytes, const void *data, size_t size)
{
	/* Powers of two, because each realloc copies under the sanitizer. */
	size_t room = 1024;
	while (room <= bytes->size)
		room *= 2;
	if (!bytes->data || bytes->size + size >= room) {
		while (room <= bytes->size + size)
			room *= 2;
		bytes->data = realloc(bytes->data, room);
		cr_assert_not_null(bytes->data);
	}
	if (size > 0)
		memcpy(bytes->data + bytes->size, data, size);
	bytes->size += size;
}

static inline void zip_put_number(struct as_bytes *bytes, uint64_t value, size_t size)
{
	for (size_t i = 0; i < size; i++)
		zip_put(bytes, &(char){(char)(value >> 8 * i)}, 1);
}

static inline uint32_t zip_checksum(const char *data, size_t size)
{
	uint32_t sum = ~UINT32_C(0);
	for (size_t i = 0; i < size; i++) {
		sum ^= (unsigned char)data[i];
		for (int bit = 0; bit < 8; bit++)
			sum = sum >> 1 ^ (sum & 1 ? UINT32_C(0xedb88320) : 0);
	}
	return ~sum;
}

/* The fields that a file's own header and the directory share. */
static inline void zip_put_common(struct as_bytes *to, const struct zip_entry *entry)
{
	zip_put_number(to, 20, 2);
	zip_put_number(to, entry->flags, 2);
	zip_put_number(to, entry->method, 2);
	zip_put_number(to, 0x5a210000, 4); /* 2025-01-01 */
	zip_put_number(to, entry->checksum, 4);
	zip_put_number(to, (uint32_t)entry->size, 4);
	zip_put_number(to, entry->claimed_size, 4);
	zip_put_number(to, (uint32_t)strlen(entry->name), 2);
	zip_put_number(to, 0, 2);
}

static inline void zip_add(struct zip *zip, const struct zip_entry *entry)
{
	const uint32_t offset = (uint32_t)zip->files.size;
	zip_put_number(&zip->files, 0x04034b50, 4);
	zip_put_common(&zip->files, entry);
	zip_put(&zip->files, entry->name, strlen(entry->name));
	zip_put(&zip->files, entry->data, entry->size);
	zip_put_number(&zip->directory, 0x02014b50, 4);
	zip_put_number(&zip->directory, 3 << 8 | 20, 2); /* made on Unix */
	zip_put_common(&zip->directory, entry);
	zip_put_number(&zip->directory, 0, 6);
	zip_put_number(&zip->directory, (uint32_t)entry->mode << 16, 4);
	zip_put_number(&zip->directory, offset, 4);
	zip_put(&zip->directory, entry->name, strlen(entry->name));
	zip->count++;
}

static inline struct zip_entry zip_plain(
	const char *name, mode_t mode, const char *data, size_t size)
{
	return (struct zip_entry){
		.name = name,
		.mode = mode,
		.data = data,
		.size = size,
		.checksum = zip_checksum(data, size),
		.claimed_size = (uint32_t)size,
	};
}

static inline void zip_decode(char *name)
{
	char *to = name;
	unsigned byte;
	for (char *from = name; *from; to++) {
		bool coded = *from == '%' && sscanf(from + 1, "%2x", &byte) == 1;
		*to = coded ? (char)byte : *from;
		from += coded ? 3 : 1;
	}
	*to = '\0';
}

static inline void zip_add_many(struct zip *zip, const char *prefix, unsigned count)
{
	char name[300];
	for (unsigned i = 0; i < count; i++) {
		snprintf(name, sizeof name, "%s%u", prefix, i);
		const struct zip_entry entry = zip_plain(name, S_IFREG | 0644, "", 0);
		zip_add(zip, &entry);
	}
}

static inline void zip_step(struct zip *zip, const char *line, const char *content, size_t size)
{
	static const struct {
		const char *verb;
		mode_t mode;
	} plain[] = {
		{"file", S_IFREG | 0644},
		{"program", S_IFREG | 0755},
		{"folder", S_IFDIR | 0755},
		{"socket", S_IFSOCK | 0644},
		{"device", S_IFCHR | 0644},
	};
	char verb[16] = "", name[4096] = "", more[1024] = "";
	cr_assert_geq(sscanf(line, "--- %15s %4095s %1023s", verb, name, more), 1, "%s", line);
	zip_decode(name);
	zip_decode(more);
	const uint32_t number = (uint32_t)strtoul(more, NULL, 10);
	struct zip_entry entry = zip_plain(name, S_IFREG | 0644, content, size);
	for (size_t i = 0; i < sizeof plain / sizeof *plain; i++) {
		if (strcmp(plain[i].verb, verb) == 0) {
			entry.mode = plain[i].mode;
			zip_add(zip, &entry);
			return;
		}
	}
	if (strcmp(verb, "many") == 0) {
		zip_add_many(zip, name, number);
		return;
	}
	if (strcmp(verb, "cut") == 0) {
		zip->cut = strtoul(name, NULL, 10);
		return;
	}
	if (strcmp(verb, "raw") == 0) {
		zip_put(&zip->files, content, size);
		return;
	}
	if (strcmp(verb, "link") == 0)
		entry = zip_plain(name, S_IFLNK | 0777, more, strlen(more));
	else if (strcmp(verb, "encrypted") == 0)
		entry.flags = 1;
	else if (strcmp(verb, "method") == 0)
		entry.method = number;
	else if (strcmp(verb, "checksum") == 0)
		entry.checksum ^= 1;
	else if (strcmp(verb, "size") == 0)
		entry.claimed_size = number;
	else
		cr_assert_fail("what is \"%s\"?", line);
	zip_add(zip, &entry);
}

/* Without an entry there is no directory: the content of `raw` is the whole file. */
static inline void zip_end(struct zip *zip)
{
	const uint32_t offset = (uint32_t)zip->files.size, size = (uint32_t)zip->directory.size;
	if (zip->count > 0) {
		zip_put(&zip->files, zip->directory.data, zip->directory.size);
		zip_put_number(&zip->files, 0x06054b50, 4);
		zip_put_number(&zip->files, 0, 4);
		zip_put_number(&zip->files, zip->count, 2);
		zip_put_number(&zip->files, zip->count, 2);
		zip_put_number(&zip->files, size, 4);
		zip_put_number(&zip->files, offset, 4);
		zip_put_number(&zip->files, 0, 2);
	}
	as_bytes_clear(&zip->directory);
	zip->files.size -= zip->cut;
}

/* The bytes of the archive; clear them. */
static inline struct as_bytes zip_make(const char *text)
{
	struct zip zip = {0};
	while (text && *text) {
		const char *content = strchrnul(text, '\n');
		content += *content == '\n';
		const char *end =
			strncmp(content, "--- ", 4) == 0 ? content : strstr(content, "\n--- ");
		end = !end ? content + strlen(content) : end == content ? end : end + 1;
		AS_AUTO_FREE char *line = strndup(text, (size_t)(content - text));
		zip_step(&zip, line, content, (size_t)(end - content));
		text = end;
	}
	zip_end(&zip);
	return zip.files;
}

#endif
