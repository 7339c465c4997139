/* SPDX-License-Identifier: MIT */
/*
 * The convention of recipes before 2023-09, when BAPCtools changed it: `type` and `input`, other
 * names of folders, and numbers by list. Many archives still use it.
 */
#include "reading.h"

#include <string.h>

bool reading_has_type(json_t *value, const char *type)
{
	const char *text = json_string_value(json_object_get(value, "type"));

	return text && strcmp(text, type) == 0;
}

int reading_type(struct reading *reading, const char *pointer, json_t *value, const char *type,
	struct as_error *error)
{
	const char *text = json_string_value(value);

	if (json_is_null(value) || (text && strcmp(text, type) == 0))
		return 0;
	return reading_error(reading, pointer, "type", error,
		"must be '%s' here; remove it, since the other keys say the same", type);
}

/* ---- which convention ---- */

#define MAX_DEPTH 16

struct marks {
	bool older, newer;
};

static void find_marks(json_t *entry, int depth, struct marks *marks)
{
	static const char *const newer[] = {
		"generate", "copy", "count", "match", "in", "test_group.yaml", "version"};
	json_t *data = json_object_get(entry, "data"), *value, *item;
	const char *key;
	size_t index;

	if (depth > MAX_DEPTH)
		return;
	marks->older |= json_object_get(entry, "type") || json_object_get(entry, "input");
	for (size_t i = 0; i < sizeof(newer) / sizeof(*newer); i++)
		marks->newer |= json_object_get(entry, newer[i]) != NULL;
	json_object_foreach(data, key, value) find_marks(value, depth + 1, marks);
	json_array_foreach(data, index, item)
	{
		json_object_foreach(item, key, value) find_marks(value, depth + 1, marks);
	}
}

/* In the year after the change, `type` was still written beside keys of the present convention. */
bool reading_is_older(json_t *root)
{
	struct marks marks = {0};

	find_marks(root, 0, &marks);
	return marks.older && !marks.newer;
}

/* ---- names of folders ---- */

int reading_part(struct reading *reading, const char *pointer, const char *key, const char **part,
	struct as_error *error)
{
	static const char *const renamed[][2] = {{"invalid_inputs", "invalid_input"},
		{"invalid_answers", "invalid_answer"}, {"invalid_outputs", "invalid_output"},
		{"valid_outputs", "valid_output"}};
	AS_AUTO_FREE char *place = as_pointer_join(pointer, key);

	if (!place)
		return as_error_no_memory(error);
	*part = key;
	if (strcmp(key, "bad") == 0) {
		*part = NULL;
		return recipe_note_key(reading->recipe, place, error,
			"the tests of 'bad' are not made; move them to 'invalid_input' or "
			"'invalid_answer'");
	}
	for (size_t i = 0; i < sizeof(renamed) / sizeof(*renamed); i++) {
		if (strcmp(key, renamed[i][0]) != 0)
			continue;
		*part = renamed[i][1];
		return recipe_note_key(reading->recipe, place, error,
			"'%s' is an older name; its tests are made in data/%s", key, *part);
	}
	return 0;
}
