/* SPDX-License-Identifier: MIT */
/* Keys of the folder that the Contest Package does not have. */
#include "changing.h"
#include "reading.h"

#include <assay/contest/folder/make.h>
#include <string.h>

#define MAX_KEYS 16

/* `languages` of the contest is missing here, because languages.json has them. */
static const struct {
	enum folder_part part;
	const char *keys[MAX_KEYS];
} own[] = {
	{FOLDER_CONTEST,
		{"feedback", "counterexample", "practice", "rules", "limits", "hosts", "balloons",
			"map", "clarifications", "time_per_team", "virtual", "welcome", "contact"}},
	{FOLDER_PROBLEMS, {"feedback", "counterexample", "languages"}},
	{FOLDER_GROUPS, {"hidden", "guest"}},
	{FOLDER_TEAMS, {"hidden", "guest", "place"}},
};

static int add_keys(
	json_t *object, const json_t *written, const char *const *keys, struct as_error *error)
{
	for (; *keys; keys++) {
		json_t *value = json_object_get(written, *keys);
		if (value && !json_is_null(value) && json_object_set(object, *keys, value))
			return as_error_no_memory(error);
	}
	return 0;
}

/* The object of an array with an id, or NULL. */
static json_t *find_object(const json_t *list, const char *id)
{
	size_t index;
	json_t *object;

	json_array_foreach(list, index, object)
	{
		const char *own_id = json_string_value(json_object_get(object, "id"));
		if (own_id && id && strcmp(own_id, id) == 0)
			return object;
	}
	return NULL;
}

static int add_all(
	json_t *root, const json_t *written, const char *const *keys, struct as_error *error)
{
	size_t index;
	json_t *object;

	if (json_is_object(root))
		return add_keys(root, written, keys, error);
	json_array_foreach(written, index, object)
	{
		json_t *to = find_object(root, json_string_value(json_object_get(object, "id")));
		if (to && add_keys(to, object, keys, error))
			return -1;
	}
	return 0;
}

int folder_find_part(const struct as_tree *tree, enum folder_part part, char **name, char **real,
	struct as_error *error)
{
	static const char *const endings[] = {"yaml", "json"};

	for (size_t i = 0; i < sizeof(endings) / sizeof(*endings); i++) {
		enum as_tree_type type;
		AS_AUTO_FREE char *found = NULL, *tried = as_text_format(error, "%s.%s",
							 folder_part_names[part], endings[i]);
		if (!tried || as_tree_find(tree, tried, &type, &found, error))
			return -1;
		if (type == AS_TREE_FILE) {
			*name = as_steal(tried);
			*real = as_steal(found);
			return 1;
		}
	}
	return 0;
}

int as_contest_add_own_keys(
	const struct as_contest *contest, const char *name, json_t *root, struct as_error *error)
{
	for (size_t i = 0; i < sizeof(own) / sizeof(*own); i++) {
		AS_AUTO_DOCUMENT struct as_document document = {0};
		AS_AUTO_FREE char *file = NULL, *real = NULL;
		if (strcmp(folder_part_names[own[i].part], name) != 0)
			continue;
		const int found =
			folder_find_part(&contest->tree, own[i].part, &file, &real, error);
		if (found <= 0)
			return found;
		if (folder_load(&document, contest->tree.fd, real, file, error))
			return -1;
		return add_all(root, document.root, own[i].keys, error);
	}
	return 0;
}
