/* SPDX-License-Identifier: MIT */
#include "error.h"
#include "places.h"
#include "text.h"

#include <assay/base/encoding.h>
#include <string.h>

typedef json_t *reader(struct as_places *places, const char *name, const char *text, size_t size,
	struct as_error *error);

/* Checked before the readers: libyaml would accept UTF-16, and each reader has its own messages for
 * invalid text. */
static int check_text(const char *name, const char *text, size_t size, struct as_error *error)
{
	unsigned line = 1;
	unsigned column = 1;
	const char *wide = as_text_wide_encoding(text, size);
	if (wide)
		return as_error_at(error, AS_ERROR_INPUT, name, 0, 0,
			"the file is saved as %s; save it as UTF-8", wide);
	for (size_t i = 0; i < size;) {
		uint32_t code;
		size_t step = as_utf8_decode(text + i, size - i, &code);
		if (step == 0)
			return as_error_at(error, AS_ERROR_INPUT, name, line, column,
				"invalid UTF-8 (byte 0x%02X)", (unsigned char)text[i]);
		if (code == 0)
			return as_error_at(error, AS_ERROR_INPUT, name, line, column,
				"a NUL byte; this is not a text file");
		column = code == '\n' ? 1 : column + 1;
		line += code == '\n';
		i += step;
	}
	return 0;
}

static int parse(struct as_document *out, reader *read, const char *name, const char *text,
	size_t size, struct as_error *error)
{
	*out = (struct as_document){0};
	AS_AUTO_DOCUMENT struct as_document draft = {.name = strdup(name)};
	if (!draft.name)
		return as_error_no_memory(error);
	if (check_text(name, text, size, error) < 0)
		return -1;
	draft.places = as_places_new(error);
	if (!draft.places)
		return -1;
	draft.root = read(draft.places, name, text, size, error);
	if (!draft.root)
		return -1;
	*out = draft;
	/* NOLINTNEXTLINE(clang-analyzer-deadcode.DeadStores): the cleanup reads it */
	draft = (struct as_document){0};
	return 0;
}

int as_document_parse_yaml(struct as_document *out, const char *name, const char *text, size_t size,
	struct as_error *error)
{
	return parse(out, as_yaml_read, name, text, size, error);
}

int as_document_parse_json(struct as_document *out, const char *name, const char *text, size_t size,
	struct as_error *error)
{
	return parse(out, as_json_read, name, text, size, error);
}

int as_document_load(struct as_document *out, int dirfd, const char *path, const char *name,
	struct as_error *error)
{
	*out = (struct as_document){0};
	AS_AUTO_BYTES struct as_bytes text = {0};
	struct as_error cause = {0};
	if (as_file_read(dirfd, path, AS_DOCUMENT_MAX_BYTES, &text, &cause) < 0)
		return as_error_move(error, &cause, name);
	reader *read = as_text_ends(path, ".json") ? as_json_read : as_yaml_read;
	return parse(out, read, name, text.data, text.size, error);
}

void as_document_clear(struct as_document *document)
{
	if (!document)
		return;
	free(document->name);
	json_decref(document->root);
	as_places_free(document->places);
	*document = (struct as_document){0};
}

bool as_document_place(
	const struct as_document *document, const char *pointer, unsigned *line, unsigned *column)
{
	if (!document->places)
		return false;
	const struct as_place *place = as_places_find(document->places, document->root, pointer);
	if (!place)
		return false;
	*line = place->line;
	*column = place->column;
	return true;
}

bool as_document_key_place(
	const struct as_document *document, const char *pointer, unsigned *line, unsigned *column)
{
	const struct as_place *place =
		document->places ? as_places_find(document->places, document->root, pointer) : NULL;
	if (!place || !place->key_line)
		return false;
	*line = place->key_line;
	*column = place->key_column;
	return true;
}

/* A missing value has no place, so the place is that of the nearest enclosing value. */
static void find_nearest(
	const struct as_document *document, const char *pointer, struct as_error_place *place)
{
	AS_AUTO_FREE char *shorter = strdup(pointer);
	while (shorter && !as_document_place(document, shorter, &place->line, &place->column)) {
		char *slash = strrchr(shorter, '/');
		if (!slash)
			return;
		*slash = '\0';
	}
}

int as_document_key_error(const struct as_document *document, const char *pointer,
	struct as_error *error, const char *format, ...)
{
	struct as_error_place place = {.kind = AS_ERROR_INPUT, .where = document->name};
	if (!as_document_key_place(document, pointer, &place.line, &place.column))
		find_nearest(document, pointer, &place);
	va_list arguments;
	va_start(arguments, format);
	as_error_record(error, &place, NULL, format, arguments);
	va_end(arguments);
	return -1;
}

int as_document_error(const struct as_document *document, const char *pointer,
	struct as_error *error, const char *format, ...)
{
	struct as_error_place place = {.kind = AS_ERROR_INPUT, .where = document->name};
	find_nearest(document, pointer, &place);
	va_list arguments;
	va_start(arguments, format);
	as_error_record(error, &place, NULL, format, arguments);
	va_end(arguments);
	return -1;
}

char *as_pointer_join(const char *pointer, const char *key)
{
	size_t length = strlen(pointer);
	char *joined = malloc(length + 2 * strlen(key) + 2);
	if (!joined)
		return NULL;
	memcpy(joined, pointer, length);
	char *to = joined + length;
	*to++ = '/';
	for (; *key; key++) {
		bool escape = *key == '~' || *key == '/';
		*to++ = escape ? '~' : *key;
		if (escape)
			*to++ = *key == '~' ? '0' : '1';
	}
	*to = '\0';
	return joined;
}
