/* SPDX-License-Identifier: MIT */
#include <assay/base/written.h>

#include "places.h"

#include <string.h>

/* The places are in the order of the text, as the values are, so that one counter finds each. */
struct walk {
	const struct as_places *places;
	bool (*is_number)(const char *key);
	size_t next; /* the index of the next value */
};

/* Sets `text` to a new reference to the text that replaces a number; NULL: the value stays. */
static int written_walk(
	struct walk *walk, json_t *value, bool are_numbers, json_t **text, struct as_error *error);

static int written_object(
	struct walk *walk, json_t *object, bool are_numbers, struct as_error *error)
{
	const char *key;
	json_t *value, *text;

	json_object_foreach(object, key, value)
	{
		if (written_walk(walk, value, are_numbers || walk->is_number(key), &text, error))
			return -1;
		/* The object keeps the order of its keys. */
		if (text && json_object_set_new(object, key, text))
			return as_error_no_memory(error);
	}
	return 0;
}

static int written_array(struct walk *walk, json_t *array, bool are_numbers, struct as_error *error)
{
	json_t *text;

	for (size_t i = 0; i < json_array_size(array); i++) {
		if (written_walk(walk, json_array_get(array, i), are_numbers, &text, error))
			return -1;
		if (text && json_array_set_new(array, i, text))
			return as_error_no_memory(error);
	}
	return 0;
}

static int written_walk(
	struct walk *walk, json_t *value, bool are_numbers, json_t **text, struct as_error *error)
{
	const size_t index = walk->next++;

	*text = NULL;
	if (json_is_object(value))
		return written_object(walk, value, are_numbers, error);
	if (json_is_array(value))
		return written_array(walk, value, are_numbers, error);
	if (!json_is_number(value) || are_numbers || index >= walk->places->count)
		return 0;
	*text = json_string(walk->places->list[index].written);
	return *text ? 0 : as_error_no_memory(error);
}

int as_document_keep_written(
	struct as_document *document, bool (*is_number)(const char *key), struct as_error *error)
{
	struct walk walk = {.places = document->places, .is_number = is_number};
	json_t *text = NULL;

	if (!document->places || written_walk(&walk, document->root, false, &text, error))
		return document->places ? -1 : 0;
	if (text) {
		json_decref(document->root);
		document->root = text;
	}
	return 0;
}
