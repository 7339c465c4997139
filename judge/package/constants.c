/* SPDX-License-Identifier: MIT */
/* Replaces the constants of a package in its programs: `{{name}}` and `{{name.variant}}`. */

#include <assay/package.h>
#include <ctype.h>
#include <string.h>

/* Many uses of long constants may enlarge small files; no real program is that large. */
#define MAX_FILLED_BYTES ((size_t)64 << 20)
#define TOO_LARGE "it is larger than 64 MiB after the package's constants are filled in"
#define MAX_NAME_BYTES 256

static size_t word_length(const char *text, size_t size)
{
	size_t length = 0;

	if (size == 0 || isdigit((unsigned char)*text))
		return 0;
	while (length < size && (isalnum((unsigned char)text[length]) || text[length] == '_'))
		length++;
	return length;
}

/* The length of "{{name}}" or "{{name.variant}}" at the start of the text, or 0; `name` is set to
 * the part between the braces. */
static size_t read_sequence(const char *text, size_t size, char name[MAX_NAME_BYTES])
{
	if (size < 5 || memcmp(text, "{{", 2) != 0)
		return 0;
	size_t length = word_length(text + 2, size - 2);
	if (length == 0)
		return 0;
	size_t end = 2 + length;
	if (end < size && text[end] == '.') {
		size_t variant = word_length(text + end + 1, size - end - 1);
		if (variant == 0)
			return 0;
		end += 1 + variant;
	}
	if (size - end < 2 || memcmp(text + end, "}}", 2) != 0 || end - 2 >= MAX_NAME_BYTES)
		return 0;
	memcpy(name, text + 2, end - 2);
	name[end - 2] = '\0';
	return end + 2;
}

/* `{{name.value}}` is the same as `{{name}}`. */
static const char *value_of(const struct as_text_map *constants, char *name)
{
	const char *value = as_text_map_get(constants, name);
	char *dot = strchr(name, '.');

	if (!value && dot && strcmp(dot, ".value") == 0) {
		*dot = '\0';
		value = as_text_map_get(constants, name);
	}
	return value;
}

struct filled {
	char *data; /* NULL: only counts */
	size_t size;
};

static void append(struct filled *filled, const char *data, size_t size)
{
	if (filled->data)
		memcpy(filled->data + filled->size, data, size);
	filled->size += size;
}

static void fill_constants(
	const struct as_bytes *text, const struct as_text_map *constants, struct filled *filled)
{
	char name[MAX_NAME_BYTES];

	for (size_t at = 0; at < text->size;) {
		size_t length = read_sequence(text->data + at, text->size - at, name);
		const char *value = length ? value_of(constants, name) : NULL;
		if (value)
			append(filled, value, strlen(value));
		else
			append(filled, text->data + at, length = 1);
		at += length;
	}
}

int as_constants_fill(
	struct as_bytes *text, const struct as_text_map *constants, struct as_error *error)
{
	struct filled counted = {0};

	if (!constants || constants->count == 0 || !text->data ||
		!memmem(text->data, text->size, "{{", 2))
		return 0;
	fill_constants(text, constants, &counted);
	if (counted.size > MAX_FILLED_BYTES)
		return as_error_set(error, AS_ERROR_INPUT, TOO_LARGE);
	struct filled filled = {.data = malloc(counted.size + 1)};
	if (!filled.data)
		return as_error_no_memory(error);
	fill_constants(text, constants, &filled);
	filled.data[filled.size] = '\0';
	as_bytes_clear(text);
	*text = (struct as_bytes){filled.data, filled.size};
	return 0;
}
