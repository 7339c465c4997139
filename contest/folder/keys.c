/* SPDX-License-Identifier: MIT */
#include "changing.h"
#include "reading.h"

#include <string.h>

bool folder_knows_key(enum folder_part part, const char *name)
{
	static const struct folder_keys *const tables[FOLDER_PART_COUNT] = {
		[FOLDER_CONTEST] = &folder_contest_keys,
		[FOLDER_LANGUAGES] = &folder_language_keys,
		[FOLDER_GROUPS] = &folder_group_keys,
		[FOLDER_ORGANIZATIONS] = &folder_organization_keys,
		[FOLDER_TEAMS] = &folder_team_keys,
		[FOLDER_PERSONS] = &folder_person_keys,
		[FOLDER_ACCOUNTS] = &folder_account_keys,
		[FOLDER_PROBLEMS] = &folder_problem_keys,
	};

	for (size_t i = 0; i < tables[part]->count; i++)
		if (strcmp(tables[part]->items[i].name, name) == 0)
			return true;
	return false;
}
