/* SPDX-License-Identifier: MIT */
#include "commandline.h"

#include <ctype.h>
#include <errno.h>
#include <inttypes.h>
#include <string.h>

#define SEED "{seed}"

/* The length of the number at `at`, which must end its word; otherwise 0. */
static size_t number_length(const char *at)
{
	size_t length = at[0] == '-';

	if (!isdigit((unsigned char)at[length]))
		return 0;
	while (isdigit((unsigned char)at[length]))
		length++;
	return !at[length] || isspace((unsigned char)at[length]) ? length : 0;
}

static bool begins_word(const char *text, const char *at)
{
	return at > text && (isspace((unsigned char)at[-1]) || at[-1] == '=');
}

static void add_number(struct as_shape *shape, size_t at, size_t length)
{
	errno = 0;
	const int64_t value = strtoll(shape->text + at, NULL, 10);

	if (errno || value == INT64_MIN || shape->number_count == AS_MAX_NUMBERS)
		return;
	shape->numbers[shape->number_count++] =
		(struct as_number){.at = at, .length = length, .value = value, .is_size = true};
}

int as_shape_parse(struct as_shape *shape, const char *text, struct as_error *error)
{
	*shape = (struct as_shape){
		.text = as_text_format(error, "%s", text), .seeded = strstr(text, SEED) != NULL};
	if (!shape->text)
		return -1;
	for (const char *at = shape->text; *at; at++) {
		const size_t length = begins_word(shape->text, at) ? number_length(at) : 0;
		if (!length)
			continue;
		add_number(shape, (size_t)(at - shape->text), length);
		at += length - 1;
	}
	return 0;
}

void as_shape_clear(struct as_shape *shape)
{
	free(shape->text);
	*shape = (struct as_shape){0};
}

/* The text between number i - 1 and number i; `i` may be the number count. */
static const char *part_of(const struct as_shape *shape, size_t i, size_t *length)
{
	const size_t from = i ? shape->numbers[i - 1].at + shape->numbers[i - 1].length : 0;
	const size_t to = i < shape->number_count ? shape->numbers[i].at : strlen(shape->text);

	*length = to - from;
	return shape->text + from;
}

bool as_shape_merge(struct as_shape *shape, const struct as_shape *other)
{
	if (shape->number_count != other->number_count)
		return false;
	for (size_t i = 0; i <= shape->number_count; i++) {
		size_t length, other_length;
		const char *part = part_of(shape, i, &length);
		const char *other_part = part_of(other, i, &other_length);
		if (length != other_length || memcmp(part, other_part, length) != 0)
			return false;
	}
	for (size_t i = 0; i < shape->number_count; i++)
		if (llabs(other->numbers[i].value) > llabs(shape->numbers[i].value))
			shape->numbers[i].value = other->numbers[i].value;
	return true;
}

char *as_shape_write(
	const struct as_shape *shape, const int64_t *values, uint32_t seed, struct as_error *error)
{
	char *text = NULL;
	size_t size = 0;
	FILE *out = open_memstream(&text, &size);

	if (!out) {
		as_error_no_memory(error);
		return NULL;
	}
	for (size_t i = 0; i <= shape->number_count; i++) {
		size_t length;
		const char *part = part_of(shape, i, &length);
		const char *place = memmem(part, length, SEED, strlen(SEED));
		if (place) {
			fwrite(part, 1, (size_t)(place - part), out);
			fprintf(out, "%" PRIu32, seed);
			length -= (size_t)(place - part) + strlen(SEED);
			part = place + strlen(SEED);
		}
		fwrite(part, 1, length, out);
		if (i < shape->number_count)
			fprintf(out, "%" PRId64, values[i]);
	}
	return as_text_close(out, &text, error);
}

char *as_command_seed(const char *text, uint32_t seed, struct as_error *error)
{
	AS_AUTO(as_shape_clear) struct as_shape shape = {0};
	int64_t values[AS_MAX_NUMBERS];

	if (as_shape_parse(&shape, text, error))
		return NULL;
	for (size_t i = 0; i < shape.number_count; i++)
		values[i] = shape.numbers[i].value;
	return as_shape_write(&shape, values, seed, error);
}

int64_t as_number_lower(int64_t value, int64_t max)
{
	if (llabs(value) <= max)
		return value;
	return value < 0 ? -max : max;
}
