/* SPDX-License-Identifier: MIT */
#include "places.h"

#include <string.h>

struct as_places *as_places_new(struct as_error *error)
{
	struct as_places *places = calloc(1, sizeof *places);
	if (!places)
		as_error_no_memory(error);
	return places;
}

void as_places_free(struct as_places *places)
{
	if (!places)
		return;
	for (size_t i = 0; i < places->text_count; i++)
		free(places->texts[i]);
	free(places->texts);
	free(places->list);
	free(places);
}

void as_places_set_key(struct as_places *places, unsigned line, unsigned column)
{
	places->key_line = line;
	places->key_column = column;
}

int as_places_add(struct as_places *places, const char *name, unsigned line, unsigned column,
	size_t *index, struct as_error *error)
{
	if (places->count == AS_DOCUMENT_MAX_NODES)
		return as_error_at(error, AS_ERROR_INPUT, name, line, column, "more than %d values",
			AS_DOCUMENT_MAX_NODES);
	if (!as_array_reserve(places->list, places->count, error))
		return -1;
	*index = places->count++;
	places->list[*index] = (struct as_place){.line = line,
		.column = column,
		.size = 1,
		.key_line = places->key_line,
		.key_column = places->key_column};
	as_places_set_key(places, 0, 0);
	return 0;
}

int as_places_write(struct as_places *places, size_t index, const char *text, size_t length,
	struct as_error *error)
{
	if (!as_array_reserve(places->texts, places->text_count, error))
		return -1;
	places->texts[places->text_count] = strndup(text, length);
	if (!places->texts[places->text_count])
		return as_error_no_memory(error);
	places->list[index].written = places->texts[places->text_count++];
	return 0;
}

void as_places_close(struct as_places *places, size_t index)
{
	places->list[index].size = (uint32_t)(places->count - index);
}

/* ---- finding --------------------------------------------------------------------------- */

/* Returns the unescaped token at *pointer, which points to its '/', and advances past it. NULL: out
 * of memory. */
static char *next_token(const char **pointer)
{
	size_t length = strcspn(*pointer + 1, "/");
	char *token = strndup(*pointer + 1, length);
	*pointer += 1 + length;
	if (!token)
		return NULL;
	char *to = token;
	for (const char *from = token; *from; from++) {
		bool escape = from[0] == '~' && (from[1] == '0' || from[1] == '1');
		*to++ = escape ? (from[1] == '0' ? '~' : '/') : *from;
		from += escape;
	}
	*to = '\0';
	return token;
}

/* The index of the value among the values of its object, which Jansson keeps in the order of the
 * text. */
static bool object_step(json_t **value, const char *key, size_t *nth)
{
	const char *other;
	json_t *child;
	*nth = 0;
	json_object_foreach(*value, other, child)
	{
		if (strcmp(key, other) == 0) {
			*value = child;
			return true;
		}
		++*nth;
	}
	return false;
}

static bool array_step(json_t **value, const char *token, size_t *nth)
{
	uint64_t index;
	size_t size = json_array_size(*value);
	bool leading_zero = token[0] == '0' && token[1] != '\0';
	if (size == 0 || leading_zero || as_count_parse(token, 0, size - 1, &index, NULL) < 0)
		return false;
	*nth = (size_t)index;
	*value = json_array_get(*value, *nth);
	return true;
}

/* Advances value and index to the child that `token` names. */
static bool step(const struct as_places *places, json_t **value, size_t *index, const char *token)
{
	size_t nth;
	bool found = json_is_object(*value) ? object_step(value, token, &nth)
					    : array_step(value, token, &nth);
	if (!found)
		return false;
	++*index;
	for (; nth > 0 && *index < places->count; nth--)
		*index += places->list[*index].size;
	return *index < places->count;
}

const struct as_place *as_places_find(
	const struct as_places *places, json_t *root, const char *pointer)
{
	size_t index = 0;
	bool found = root && places->count > 0;
	while (found && *pointer != '\0') {
		AS_AUTO_FREE char *token = *pointer == '/' ? next_token(&pointer) : NULL;
		found = token && step(places, &root, &index, token);
	}
	return found ? &places->list[index] : NULL;
}

const struct as_place *as_places_member(
	const struct as_places *places, json_t *object, size_t index, const char *key)
{
	return step(places, &object, &index, key) ? &places->list[index] : NULL;
}

int as_document_too_deep(const char *name, unsigned line, unsigned column, struct as_error *error)
{
	return as_error_at(error, AS_ERROR_INPUT, name, line, column, "nesting is deeper than %d",
		AS_DOCUMENT_MAX_DEPTH);
}
