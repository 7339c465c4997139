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
