/* SPDX-License-Identifier: MIT */
/*
 * Loads the documents of a folder. Other systems write "" for an absent value, and ids and names
 * are often written without quotes. So an empty text becomes null, and a number becomes the text
 * that was written, if its key needs a text.
 */
#include "reading.h"

#include <assay/base/written.h>
#include <string.h>

/* The keys whose values, including the values inside them, stay numbers; some of these keys report
 * an error that names what they need instead of a number. */
static bool is_number(const char *key)
{
	static const char *const keys[] = {"code_limit", "countdown_pause_time", "duration",
		"height", "in_freeze", "limits", "location", "max_score", "memory_limit", "ordinal",
		"output_limit", "pages", "penalty_time", "per_hour", "rules",
		"scoreboard_freeze_duration", "teams", "test_data_count", "time_limit", "width"};

	for (size_t i = 0; i < sizeof(keys) / sizeof(*keys); i++)
		if (strcmp(key, keys[i]) == 0)
			return true;
	return false;
}

static bool is_empty_text(const json_t *value)
{
	return json_is_string(value) && json_string_length(value) == 0;
}

/* Replaces empty texts by null. The levels are those that a document may have. */
static int document_drop_empty(json_t *value)
{
	const char *key;
	size_t index;
	json_t *item;

	json_object_foreach(value, key, item)
	{
		if (is_empty_text(item) ? json_object_set_new(value, key, json_null())
					: document_drop_empty(item))
			return -1;
	}
	json_array_foreach(value, index, item)
	{
		if (is_empty_text(item) ? json_array_set_new(value, index, json_null())
					: document_drop_empty(item))
			return -1;
	}
	return 0;
}

int folder_normalize(struct as_document *document, struct as_error *error)
{
	if (as_document_keep_written(document, is_number, error))
		return -1;
	return document_drop_empty(document->root) ? as_error_no_memory(error) : 0;
}

int folder_load(struct as_document *document, int dir_fd, const char *real, const char *name,
	struct as_error *error)
{
	return as_document_load(document, dir_fd, real, name, error) ||
			       folder_normalize(document, error)
		       ? -1
		       : 0;
}
