/* SPDX-License-Identifier: MIT */
/* languages.json, as exported by other systems: the allowed languages of a contest. Only the ids
 * are used: this machine's language table decides how a language is compiled. */
#include "reading.h"

#define COUNT(array) (sizeof(array) / sizeof(*(array)))

struct language {
	char *id;
};

static int check_language(
	struct folder *folder, const struct as_node *node, void *item, struct as_error *error)
{
	char *const ids[] = {((struct language *)item)->id, NULL};
	const struct as_node id = as_node_child(node, "id");

	return folder_check_languages(folder, &id, ids, error);
}

static int take_languages(
	struct folder *folder, struct language *items, size_t count, struct as_error *error)
{
	struct as_contest_settings *settings = &folder->contest->settings;

	if (count == 0 || settings->languages)
		return count == 0 ? 0
				  : folder_add(folder, AS_FINDING_ERROR, "languages.json", error,
					    "contest.yaml has languages, too; remove one of them");
	settings->languages = calloc(count + 1, sizeof(*settings->languages));
	if (!settings->languages)
		return as_error_no_memory(error);
	for (size_t i = 0; i < count; i++)
		settings->languages[i] = as_steal(items[i].id);
	return 0;
}

static const struct folder_key keys[] = {
	{"id", folder_unused, 0, 0},
	{"name", folder_unused, 0, 0},
	{"entry_point_required", folder_unused, 0, 0},
	{"entry_point_name", folder_unused, 0, 0},
	{"extensions", folder_unused, 0, 0},
	{"compiler", folder_unused, 0, 0},
	{"runner", folder_unused, 0, 0},
};

const struct folder_list folder_language_list = {.part = FOLDER_LANGUAGES,
	.noun = "language",
	.item_bytes = sizeof(struct language),
	.keys = {keys, COUNT(keys)},
	.check = check_language};

int folder_languages_read(struct folder *folder, struct as_error *error)
{
	AS_AUTO_FREE struct language *items = NULL;
	size_t count = 0;

	int status = folder_list_load(folder, &folder_language_list, &items, &count, error);
	if (status == 0)
		status = take_languages(folder, items, count, error);
	for (size_t i = 0; i < count; i++)
		free(items[i].id);
	return status;
}

int folder_languages(
	struct folder *folder, const struct as_node *node, void *member, struct as_error *error)
{
	char ***const languages = member;

	if (folder_ids(folder, node, languages, error))
		return -1;
	return *languages ? folder_check_languages(folder, node, *languages, error)
			  : as_node_error(node, error,
				    "languages must not be empty; without the key all are allowed");
}
