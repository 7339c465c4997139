/* SPDX-License-Identifier: MIT */
/*
 * Merges the rows of a table into the lists of the folder. A row's team is the one with its label
 * or id, else the one with its name if the name is unique, else the one with its name and
 * university. Cells that are not empty replace values; nothing is removed.
 */
#include "roster.h"

#include <assay/base/fit.h>
#include <string.h>

/* ---- teams ---- */

static const char *organization_id(const struct roster *roster, size_t organization)
{
	return organization == AS_CONTEST_NONE
		       ? ""
		       : roster_text(roster_item(roster, FOLDER_ORGANIZATIONS, organization), "id");
}

/* Among several teams with the name: the one with the university. */
static size_t find_of_organization(
	const struct roster *roster, const char *name, const char *organization)
{
	AS_AUTO_FREE char *kind = as_text_format(NULL, "team of %s", organization);
	const size_t found = kind ? roster_index_find(roster, kind, name, false) : AS_CONTEST_NONE;

	/* An earlier row may have given the team another university. */
	return found >= ROSTER_SEVERAL ||
			       strcmp(roster_text(roster_item(roster, FOLDER_TEAMS, found),
					      "organization_id"),
				       organization) == 0
		       ? found
		       : AS_CONTEST_NONE;
}

static size_t find_team(
	const struct roster *roster, const struct roster_row *row, const char *organization)
{
	const char *label = row->cells[ROSTER_LABEL], *name = row->cells[ROSTER_TEAM];
	const size_t by_label = roster_index_find(roster, "label", label, true);

	if (by_label != AS_CONTEST_NONE)
		return by_label;
	const size_t by_name = roster_index_find(roster, "team", name, false);
	const bool is_unique = roster_index_find(roster, "row", name, false) != ROSTER_SEVERAL;
	return by_name == AS_CONTEST_NONE || (by_name != ROSTER_SEVERAL && is_unique)
		       ? by_name
		       : find_of_organization(roster, name, organization);
}

static char *choose_team_id(
	struct roster *roster, const struct roster_row *row, struct as_error *error)
{
	const char *label = row->cells[ROSTER_LABEL];

	if (*label && as_contest_is_id(label))
		return as_text_format(error, "%s", label);
	for (;;) {
		AS_AUTO_FREE char *id = as_text_format(error, "team%zu", ++roster->number);
		if (!id || roster_index_find(roster, "label", id, true) == AS_CONTEST_NONE)
			return as_steal(id);
	}
}

static int fill_team(struct roster *roster, const struct roster_row *row, size_t at,
	const char *organization, struct as_error *error)
{
	const enum folder_part part = FOLDER_TEAMS;
	const char *label = row->cells[ROSTER_LABEL];
	const json_t *team = roster_item(roster, part, at);
	const bool has_label =
		strcmp(label, roster_text(team, "id")) == 0 && !*roster_text(team, "label");

	return roster_set_text(roster, part, at, "name", row->cells[ROSTER_TEAM], error) ||
			       (!has_label &&
				       roster_set_text(roster, part, at, "label", label, error)) ||
			       roster_set_text(roster, part, at, "icpc_id",
				       row->cells[ROSTER_ICPC_ID], error) ||
			       roster_set_text(
				       roster, part, at, "organization_id", organization, error) ||
			       roster_set_text(
				       roster, part, at, "place", row->cells[ROSTER_PLACE], error)
		       ? -1
		       : 0;
}

static int check_twice(
	struct roster *roster, const struct roster_row *row, const char *id, struct as_error *error)
{
	const json_t *line = json_object_get(roster->seen, id);
	const enum roster_column column = *row->cells[ROSTER_LABEL] ? ROSTER_LABEL : ROSTER_TEAM;

	if (line)
		return roster_note(roster, AS_FINDING_ERROR, row, column, error,
			"'%s' is also the team of line %jd; %s", row->cells[column],
			(intmax_t)json_integer_value(line),
			*row->cells[ROSTER_LABEL] ? "give each team its own label"
						  : "give the teams labels");
	return json_object_set_new(roster->seen, id, json_integer(row->line))
		       ? as_error_no_memory(error)
		       : 0;
}

static int merge_team(struct roster *roster, const struct roster_row *row, size_t at, bool is_new,
	const char *organization, struct as_error *error)
{
	const char *id = roster_text(roster_item(roster, FOLDER_TEAMS, at), "id");

	return check_twice(roster, row, id, error) ||
			       fill_team(roster, row, at, organization, error) ||
			       roster_merge_groups(roster, row, at, is_new, error) ||
			       roster_merge_people(roster, row, id, error) ||
			       roster_merge_account(roster, row, id, error) ||
			       roster_index_team(roster, at, error)
		       ? -1
		       : 0;
}

/* Found by its name, but it has another label in the table. */
static bool is_of_other_row(const struct roster *roster, const struct roster_row *row, size_t at)
{
	return at < ROSTER_SEVERAL &&
	       roster_index_find(roster, "label", row->cells[ROSTER_LABEL], true) ==
		       AS_CONTEST_NONE &&
	       json_object_get(
		       roster->seen, roster_text(roster_item(roster, FOLDER_TEAMS, at), "id"));
}

static int merge_row(struct roster *roster, const struct roster_row *row, struct as_error *error)
{
	size_t organization, at;

	if (!*row->cells[ROSTER_TEAM])
		return 0;
	if (roster_merge_organization(roster, row, &organization, error))
		return -1;
	const char *of = organization_id(roster, organization);
	at = find_team(roster, row, of);
	if (*row->cells[ROSTER_LABEL] && is_of_other_row(roster, row, at))
		at = AS_CONTEST_NONE;
	if (at == ROSTER_SEVERAL)
		return roster_note(roster, AS_FINDING_ERROR, row, ROSTER_TEAM, error,
			"several teams of the folder are called '%s'; give each a label",
			row->cells[ROSTER_TEAM]);
	if (at != AS_CONTEST_NONE)
		return merge_team(roster, row, at, false, of, error);
	AS_AUTO_FREE char *id = choose_team_id(roster, row, error);
	return !id || roster_add(roster, FOLDER_TEAMS, row, id, &at, error) ||
			       merge_team(roster, row, at, true, of, error)
		       ? -1
		       : roster_index_item(roster, FOLDER_TEAMS, at, error);
}

/* ---- all ---- */

/* Hidden, or in a hidden group: the jury's. */
static bool is_hidden(const struct roster *roster, const json_t *team)
{
	size_t index;
	const json_t *group;

	json_array_foreach(json_object_get(team, "group_ids"), index, group)
	{
		const size_t at =
			roster_index_find(roster, "group-id", json_string_value(group), true);
		if (json_is_true(json_object_get(roster_item(roster, FOLDER_GROUPS, at), "hidden")))
			return true;
	}
	return json_is_true(json_object_get(team, "hidden"));
}

/* Teams of the folder that the table does not have. */
static int note_left(struct roster *roster, struct as_error *error)
{
	const struct folder_own *teams = &roster->lists[FOLDER_TEAMS];
	char list[300] = "";
	size_t count = 0;

	for (size_t i = 0; i < teams->count; i++) {
		const json_t *team = json_array_get(teams->items, i);
		const size_t length = strlen(list);
		if (json_object_get(roster->seen, roster_text(team, "id")) ||
			is_hidden(roster, team))
			continue;
		if (count++ < 5)
			snprintf(list + length, sizeof(list) - length, "%s%.*s", length ? ", " : "",
				as_text_fit(roster_text(team, "name"), 50),
				roster_text(team, "name"));
	}
	return count ? as_findings_add(roster->notes, AS_FINDING_INFO, roster->table.file, error,
			       "%zu team%s of the folder %s not in the table, and %s: %s%s", count,
			       count == 1 ? "" : "s", count == 1 ? "is" : "are",
			       count == 1 ? "stays" : "stay", list, count > 5 ? " ..." : "")
		     : 0;
}

static void count_done(struct roster *roster)
{
	struct as_contest_roster_done *done = roster->done;
	const struct folder_own *teams = &roster->lists[FOLDER_TEAMS];
	size_t *const added[FOLDER_PART_COUNT] = {[FOLDER_GROUPS] = &done->groups,
		[FOLDER_ORGANIZATIONS] = &done->organizations,
		[FOLDER_TEAMS] = &done->teams_added,
		[FOLDER_PERSONS] = &done->persons,
		[FOLDER_ACCOUNTS] = &done->accounts};

	for (int part = 0; part < FOLDER_PART_COUNT; part++)
		if (added[part])
			*added[part] = json_array_size(roster->lists[part].items) -
				       roster->lists[part].count;
	for (size_t i = 0; i < teams->count; i++)
		done->teams_changed += teams->changed[i];
	done->teams_same = json_object_size(roster->seen) - done->teams_added - done->teams_changed;
}

int roster_merge(struct roster *roster, struct as_error *error)
{
	for (size_t i = 0; i < roster->table.count; i++)
		if (roster_index_add(roster, "row", roster->table.rows[i].cells[ROSTER_TEAM], false,
			    i, error))
			return -1;
	for (size_t i = 0; i < roster->table.count; i++)
		if (as_cancel_check(roster->config->cancel, error) ||
			merge_row(roster, &roster->table.rows[i], error))
			return -1;
	count_done(roster);
	return note_left(roster, error) || roster_warn_alike(roster, error) ? -1 : 0;
}
