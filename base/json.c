/* SPDX-License-Identifier: MIT */
/*
 * Jansson reads the values but does not report their places. So a scanner that knows only strings,
 * brackets and commas reads the text first: it records where values start, and refuses too deep
 * nesting or too many values before Jansson allocates memory for them. In a malformed text the
 * recorded places are meaningless, and Jansson then refuses the text.
 */
#include "places.h"

#include <assay/base/node.h>
#include <string.h>

struct level {
	size_t index;
	bool is_object;
	bool at_key;
};

struct scanner {
	struct as_places *places;
	const char *name;
	const char *text;
	size_t size;
	size_t at;
	unsigned line;
	unsigned column; /* in characters, as in libyaml and Jansson */
	struct level levels[AS_DOCUMENT_MAX_DEPTH];
	size_t depth;
	struct as_error *error;
};

static void advance(struct scanner *scanner)
{
	char c = scanner->text[scanner->at++];
	if (c == '\n') {
		scanner->line++;
		scanner->column = 1;
	} else if ((c & 0xC0) != 0x80) {
		scanner->column++;
	}
}

static int note(struct scanner *scanner, size_t *index)
{
	return as_places_add(scanner->places, scanner->name, scanner->line, scanner->column, index,
		scanner->error);
}

static int open_level(struct scanner *scanner)
{
	if (scanner->depth == AS_DOCUMENT_MAX_DEPTH)
		return as_document_too_deep(
			scanner->name, scanner->line, scanner->column, scanner->error);
	struct level *level = &scanner->levels[scanner->depth];
	if (note(scanner, &level->index) < 0)
		return -1;
	level->is_object = level->at_key = scanner->text[scanner->at] == '{';
	scanner->depth++;
	advance(scanner);
	return 0;
}

static void close_level(struct scanner *scanner)
{
	if (scanner->depth > 0)
		as_places_close(scanner->places, scanner->levels[--scanner->depth].index);
	advance(scanner);
}

static void skip_string(struct scanner *scanner)
{
	advance(scanner);
	while (scanner->at < scanner->size && scanner->text[scanner->at] != '"') {
		if (scanner->text[scanner->at] == '\\')
			advance(scanner);
		if (scanner->at < scanner->size)
			advance(scanner);
	}
	if (scanner->at < scanner->size)
		advance(scanner);
}

static int scan_string(struct scanner *scanner)
{
	size_t index;
	bool is_key = scanner->depth > 0 && scanner->levels[scanner->depth - 1].at_key;
	if (is_key)
		as_places_set_key(scanner->places, scanner->line, scanner->column);
	else if (note(scanner, &index) < 0)
		return -1;
	skip_string(scanner);
	return 0;
}

static int scan_literal(struct scanner *scanner)
{
	size_t index;
	if (note(scanner, &index) < 0)
		return -1;
	const char *start = &scanner->text[scanner->at];
	do
		advance(scanner);
	while (scanner->at < scanner->size &&
		!strchr(" \t\r\n,:[]{}\"", scanner->text[scanner->at]));
	return strchr("-0123456789", *start)
		       ? as_places_write(scanner->places, index, start,
				 (size_t)(&scanner->text[scanner->at] - start), scanner->error)
		       : 0;
}

static void scan_separator(struct scanner *scanner)
{
	if (scanner->depth > 0) {
		struct level *level = &scanner->levels[scanner->depth - 1];
		level->at_key = level->is_object && scanner->text[scanner->at] == ',';
	}
	advance(scanner);
}

static int scan_one(struct scanner *scanner)
{
	switch (scanner->text[scanner->at]) {
	case ' ':
	case '\t':
	case '\r':
	case '\n':
		advance(scanner);
		return 0;
	case '{':
	case '[':
		return open_level(scanner);
	case '}':
	case ']':
		close_level(scanner);
		return 0;
	case ',':
	case ':':
		scan_separator(scanner);
		return 0;
	case '"':
		return scan_string(scanner);
	default:
		return scan_literal(scanner);
	}
}

static int scan(struct as_places *places, const char *name, const char *text, size_t size,
	struct as_error *error)
{
	struct scanner scanner = {.places = places,
		.name = name,
		.text = text,
		.size = size,
		.line = 1,
		.column = 1,
		.error = error};
	while (scanner.at < size)
		if (scan_one(&scanner) < 0)
			return -1;
	return 0;
}

static void refuse(const char *name, const json_error_t *cause, struct as_error *error)
{
	unsigned line = cause->line > 0 ? (unsigned)cause->line : 0;
	unsigned column = cause->column > 0 ? (unsigned)cause->column : 1;
	/* Jansson sets no error when out of memory. */
	if (cause->text[0] == '\0' || json_error_code(cause) == json_error_out_of_memory)
		as_error_no_memory(error);
	else if (json_error_code(cause) == json_error_null_character ||
		 json_error_code(cause) == json_error_null_byte_in_key)
		as_error_at(error, AS_ERROR_INPUT, name, line, column,
			"a NUL character (\\u0000) is not allowed in a string");
	else
		as_error_at(error, AS_ERROR_INPUT, name, line, column, "not valid JSON: %s",
			cause->text);
}

json_t *as_json_read(struct as_places *places, const char *name, const char *text, size_t size,
	struct as_error *error)
{
	if (scan(places, name, text, size, error) < 0)
		return NULL;
	json_error_t cause;
	json_t *root = json_loadb(text, size, JSON_REJECT_DUPLICATES | JSON_DECODE_ANY, &cause);
	if (!root)
		refuse(name, &cause, error);
	return root;
}

/* Each value begins after one of these characters, or is the root. */
static bool has_few_values(const char *text, size_t size, size_t max)
{
	bool in_string = false;
	size_t count = 1;

	for (size_t i = 0; i < size && count <= max; i++) {
		if (in_string && text[i] == '\\')
			i++;
		else if (text[i] == '"')
			in_string = !in_string;
		else if (!in_string && strchr("[{,:", text[i]) && text[i])
			count++;
	}
	return count <= max;
}

json_t *as_json_load(const char *text, size_t size, size_t flags, size_t max_values, size_t *used)
{
	json_error_t end;
	json_t *root =
		has_few_values(text, size, max_values) ? json_loadb(text, size, flags, &end) : NULL;

	if (root && used)
		*used = (size_t)end.position;
	return root;
}

bool as_json_has(const json_t *object, const char *key)
{
	const json_t *value = json_object_get(object, key);

	return value && !json_is_null(value);
}

size_t as_json_count(json_t *list, bool (*counts)(json_t *value))
{
	size_t index, count = 0;
	json_t *item, *value;
	const char *key;

	json_array_foreach(list, index, item)
	{
		json_object_foreach(item, key, value) count += counts(value);
	}
	return count;
}
