/* SPDX-License-Identifier: MIT */
/* Names of enum values, and ids. */
#include "reading.h"

#include <string.h>

#define ID_LETTERS                                                                                 \
	"abcdefghijklmnopqrstuvwxyz"                                                               \
	"ABCDEFGHIJKLMNOPQRSTUVWXYZ"                                                               \
	"0123456789_.-"

const char *const folder_part_names[FOLDER_PART_COUNT] = {
	[FOLDER_CONTEST] = "contest",
	[FOLDER_LANGUAGES] = "languages",
	[FOLDER_GROUPS] = "groups",
	[FOLDER_ORGANIZATIONS] = "organizations",
	[FOLDER_TEAMS] = "teams",
	[FOLDER_PERSONS] = "persons",
	[FOLDER_ACCOUNTS] = "accounts",
	[FOLDER_PROBLEMS] = "problems",
};

const char *const folder_scoreboard_names[] = {
	[AS_SCOREBOARD_PASS_FAIL] = "pass-fail", [AS_SCOREBOARD_SCORE] = "score", NULL};

const char *const folder_role_names[] = {[AS_CONTEST_ADMIN] = "admin",
	[AS_CONTEST_JUDGE] = "judge",
	[AS_CONTEST_ANALYST] = "analyst",
	[AS_CONTEST_BALLOON] = "balloon",
	[AS_CONTEST_STAFF] = "staff",
	[AS_CONTEST_TEAM] = "team",
	NULL};

const char *as_contest_scoreboard_name(enum as_scoreboard_type type)
{
	return folder_scoreboard_names[type];
}

const char *as_contest_role_name(enum as_contest_role role)
{
	return folder_role_names[role];
}

bool as_contest_is_id(const char *text)
{
	const size_t length = strlen(text);

	return length >= 1 && length <= AS_CONTEST_ID_MAX && strspn(text, ID_LETTERS) == length &&
	       *text != '-' && *text != '.' && text[length - 1] != '.';
}

const char *as_contest_team_display_name(const struct as_contest_team *team)
{
	return team->display_name ? team->display_name : team->name;
}
