/* SPDX-License-Identifier: MIT */
/* Teams and persons. */
#include "reading.h"

#include <string.h>

#define COUNT(array) (sizeof(array) / sizeof(*(array)))

/* ---- teams ---- */

#define TEAM(member) offsetof(struct as_contest_team, member)

FOLDER_REFERENCE(read_organization, FOLDER_ORGANIZATIONS)

static int read_groups(
	struct folder *folder, const struct as_node *node, void *item, struct as_error *error)
{
	struct as_contest_team *team = item;

	return folder_references(
		folder, node, FOLDER_GROUPS, &team->groups, &team->group_count, error);
}

static const struct folder_key team_keys[] = {
	{"id", folder_unused, 0, 0},
	{"icpc_id", folder_line, TEAM(icpc_id), 0},
	{"name", folder_line, TEAM(name), FOLDER_REQUIRED},
	{"label", folder_line, TEAM(label), 0},
	{"display_name", folder_line, TEAM(display_name), 0},
	{"place", folder_line, TEAM(place), 0},
	{"organization_id", read_organization, TEAM(organization), 0},
	{"group_ids", read_groups, 0, 0},
	/* Part of the Contest API until 2022-07; other systems still write it. */
	{"hidden", folder_bool, TEAM(hidden), 0},
	{"guest", folder_bool, TEAM(guest), 0},
	{"location", folder_more, TEAM(more), 0},
	{"photo", folder_files, TEAM(files), 0},
	{"video", folder_files, TEAM(files), 0},
	{"backup", folder_files, TEAM(files), 0},
	{"key_log", folder_files, TEAM(files), 0},
	{"tool_data", folder_files, TEAM(files), 0},
	{"desktop", folder_files, TEAM(files), 0},
	{"webcam", folder_files, TEAM(files), 0},
	{"audio", folder_files, TEAM(files), 0},
};

static int check_team(
	struct folder *folder, const struct as_node *node, void *item, struct as_error *error)
{
	const struct as_node organization = as_node_child(node, "organization_id");
	struct as_contest_team *team = item;

	(void)folder;
	/* The Contest API has `hidden` for guests, too. */
	if (team->guest)
		team->hidden = false;
	if (!organization.value || json_is_null(organization.value))
		team->organization = AS_CONTEST_NONE;
	return folder_default(&team->label, team->id, error);
}

static void clear_team(void *item)
{
	free(((struct as_contest_team *)item)->groups);
}

const struct folder_list folder_team_list = {.part = FOLDER_TEAMS,
	.noun = "team",
	.item_bytes = sizeof(struct as_contest_team),
	.items = offsetof(struct as_contest, teams),
	.count = offsetof(struct as_contest, team_count),
	.keys = {team_keys, COUNT(team_keys)},
	.named = TEAM(name),
	.check = check_team,
	.clear = clear_team};

/* ---- persons ---- */

#define PERSON(member) offsetof(struct as_contest_person, member)

static int read_teams(
	struct folder *folder, const struct as_node *node, void *item, struct as_error *error)
{
	struct as_contest_person *person = item;

	return folder_references(
		folder, node, FOLDER_TEAMS, &person->teams, &person->team_count, error);
}

static int read_role(
	struct folder *folder, const struct as_node *node, void *member, struct as_error *error)
{
	static const char *const names[] = {"contestant", "coach", "staff", "other", NULL};
	size_t index;

	return folder_word(node, names, &index, error) ? -1
						       : folder_line(folder, node, member, error);
}

static const struct folder_key person_keys[] = {
	{"id", folder_unused, 0, 0},
	{"icpc_id", folder_line, PERSON(icpc_id), 0},
	{"name", folder_line, PERSON(name), FOLDER_REQUIRED},
	{"team_ids", read_teams, 0, 0},
	{"title", folder_more_line, PERSON(more), 0},
	{"email", folder_more_line, PERSON(more), 0},
	{"sex", folder_more_line, PERSON(more), 0},
	{"role", read_role, PERSON(role), FOLDER_REQUIRED | FOLDER_TEXT},
	{"photo", folder_files, PERSON(files), 0},
};

static int check_person(
	struct folder *folder, const struct as_node *node, void *item, struct as_error *error)
{
	struct as_contest_person *person = item;
	const char *role = person->role ? person->role : "other";

	if (folder_default(&person->role, "other", error))
		return -1;
	if ((strcmp(role, "contestant") != 0 && strcmp(role, "coach") != 0) ||
		person->team_count > 0 || folder->is_broken[FOLDER_TEAMS])
		return 0;
	/* If the list has only unknown teams, each has a finding already. */
	return json_array_size(as_node_child(node, "team_ids").value) > 0
		       ? 0
		       : folder_note(folder, AS_FINDING_ERROR, node, error,
				 "a %s has a team; add team_ids", role);
}

static void clear_person(void *item)
{
	free(((struct as_contest_person *)item)->teams);
}

const struct folder_list folder_person_list = {.part = FOLDER_PERSONS,
	.noun = "person",
	.item_bytes = sizeof(struct as_contest_person),
	.items = offsetof(struct as_contest, persons),
	.count = offsetof(struct as_contest, person_count),
	.keys = {person_keys, COUNT(person_keys)},
	.named = PERSON(name),
	.check = check_person,
	.clear = clear_person};
