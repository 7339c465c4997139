/* SPDX-License-Identifier: MIT */
#include "changing.h"
#include "reading.h"

#include <string.h>

const struct folder_list *const folder_lists[FOLDER_PART_COUNT] = {
	[FOLDER_LANGUAGES] = &folder_language_list,
	[FOLDER_GROUPS] = &folder_group_list,
	[FOLDER_ORGANIZATIONS] = &folder_organization_list,
	[FOLDER_TEAMS] = &folder_team_list,
	[FOLDER_PERSONS] = &folder_person_list,
	[FOLDER_ACCOUNTS] = &folder_account_list,
	[FOLDER_PROBLEMS] = &folder_problem_list,
};

bool folder_knows_key(enum folder_part part, const char *name)
{
	const struct folder_keys *keys =
		folder_lists[part] ? &folder_lists[part]->keys : &folder_contest_keys;

	for (size_t i = 0; i < keys->count; i++)
		if (strcmp(keys->items[i].name, name) == 0)
			return true;
	return false;
}

void folder_item_clear(const struct folder_list *list, void *item)
{
	if (list->clear)
		list->clear(item);
	free(*(char **)item);
	for (size_t i = 0; i < list->keys.count; i++) {
		const struct folder_key *key = &list->keys.items[i];
		void *member = (char *)item + key->offset;
		if (key->read == folder_files)
			folder_files_clear(member);
		else if (key->read == folder_more || key->read == folder_more_line)
			json_decref(as_steal(*(json_t **)member));
		else if (key->read == folder_languages)
			as_names_free(*(char ***)member);
		else if (key->read == folder_line || key->flags & FOLDER_TEXT)
			free(*(char **)member);
	}
}

void folder_part_clear(struct as_contest *contest, enum folder_part part)
{
	const struct folder_list *list = folder_lists[part];
	size_t count;
	char *items = (char *)folder_items(contest, list, &count);

	for (size_t i = 0; i < count; i++)
		folder_item_clear(list, items + i * list->item_bytes);
	free(items);
}
