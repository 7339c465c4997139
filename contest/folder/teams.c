/* SPDX-License-Identifier: MIT */
/* Teams and persons. */
#include "reading.h"

#include <string.h>

#define COUNT(array) (sizeof(array) / sizeof(*(array)))

/* ---- teams ---- */

#define TEAM(member) offsetof(struct as_contest_team, member)

static int read_organization(
	struct folder *folder, const struct as_node *node, void *member, struct as_error *error)
{
	return folder_reference(folder, node, FOLDER_ORGANIZATIONS, member, error);
}

static int read_groups(
	struct folder *folder, const struct as_node *node, void *item, struct as_error *error)
{
	struct as_contest_team *team = item;

	return folder_references(
		folder, node, FOLDER_GROUPS, &team->groups, &team->group_count, error);
}

static const struct folder_key team_keys[] = {
	{"id", folder_unused, 0, false},
	{"icpc_id", folder_line, TEAM(icpc_id), false},
	{"name", folder_line, TEAM(name), true},
	{"label", folder_line, TEAM(label), false},
	{"display_name", folder_line, TEAM(display_name), false},
	{"organization_id", read_organization, TEAM(organization), false},
	{"group_ids", read_groups, 0, false},
	/* Part of the Contest API until 2022-07; other systems still write it. */
	{"hidden", folder_bool, TEAM(hidden), false},
	{"location", folder_more, TEAM(more), false},
	{"photo", folder_files, TEAM(files), false},
	{"video", folder_files, TEAM(files), false},
	{"backup", folder_files, TEAM(files), false},
	{"key_log", folder_files, TEAM(files), false},
	{"tool_data", folder_files, TEAM(files), false},
	{"desktop", folder_files, TEAM(files), false},
	{"webcam", folder_files, TEAM(files), false},
	{"audio", folder_files, TEAM(files), false},
};
const struct folder_keys folder_team_keys = {team_keys, COUNT(team_keys)};

static int check_team(
	struct folder *folder, const struct as_node *node, void *item, struct as_error *error)
{
	const struct as_node organization = as_node_child(node, "organization_id");
	struct as_contest_team *team = item;

	(void)folder;
	if (!organization.value || json_is_null(organization.value))
		team->organization = AS_CONTEST_NONE;
	return folder_default(&team->name, team->id, error) ||
			       folder_default(&team->label, team->id, error)
		       ? -1
		       : 0;
}

static void clear_team(void *item)
{
	struct as_contest_team *team = item;

	free(team->id);
	free(team->icpc_id);
	free(team->name);
	free(team->label);
	free(team->display_name);
	free(team->groups);
	folder_files_clear(&team->files);
	json_decref(team->more);
}

int folder_teams_read(struct folder *folder, struct as_error *error)
{
	static const struct folder_list list = {.part = FOLDER_TEAMS,
		.noun = "team",
		.item_bytes = sizeof(struct as_contest_team),
		.keys = team_keys,
		.key_count = COUNT(team_keys),
		.check = check_team,
		.clear = clear_team};
	struct as_contest *contest = folder->contest;

	return folder_list_load(folder, &list, &contest->teams, &contest->team_count, error);
}

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
	{"id", folder_unused, 0, false},
	{"icpc_id", folder_line, PERSON(icpc_id), false},
	{"name", folder_line, PERSON(name), true},
	{"team_ids", read_teams, 0, false},
	{"title", folder_more_line, PERSON(more), false},
	{"email", folder_more_line, PERSON(more), false},
	{"sex", folder_more_line, PERSON(more), false},
	{"role", read_role, PERSON(role), true},
	{"photo", folder_files, PERSON(files), false},
};
const struct folder_keys folder_person_keys = {person_keys, COUNT(person_keys)};

static int check_person(
	struct folder *folder, const struct as_node *node, void *item, struct as_error *error)
{
	struct as_contest_person *person = item;
	const char *role = person->role ? person->role : "other";

	if (folder_default(&person->name, person->id, error) ||
		folder_default(&person->role, "other", error))
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
	struct as_contest_person *person = item;

	free(person->id);
	free(person->icpc_id);
	free(person->name);
	free(person->role);
	free(person->teams);
	folder_files_clear(&person->files);
	json_decref(person->more);
}

int folder_persons_read(struct folder *folder, struct as_error *error)
{
	static const struct folder_list list = {.part = FOLDER_PERSONS,
		.noun = "person",
		.item_bytes = sizeof(struct as_contest_person),
		.keys = person_keys,
		.key_count = COUNT(person_keys),
		.check = check_person,
		.clear = clear_person};
	struct as_contest *contest = folder->contest;

	return folder_list_load(folder, &list, &contest->persons, &contest->person_count, error);
}

void folder_teams_clear(struct as_contest *contest)
{
	for (size_t i = 0; i < contest->team_count; i++)
		clear_team(&contest->teams[i]);
	for (size_t i = 0; i < contest->person_count; i++)
		clear_person(&contest->persons[i]);
	free(contest->teams);
	free(contest->persons);
}
