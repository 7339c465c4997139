/* SPDX-License-Identifier: MIT */
/* Merges the members, coaches and accounts of a table into the lists. */
#include "roster.h"

#include <assay/contest/folder/make.h>
#include <string.h>

/* ---- people ---- */

static int merge_person(struct roster *roster, const struct roster_row *row, const char *team,
	const char *name, const char *role, struct as_error *error)
{
	AS_AUTO_FREE char *kind = as_text_format(error, "person of %s", team);
	AS_AUTO_FREE char *base = as_text_format(error, "%.28s-1", team);
	size_t at;

	if (!kind || !base)
		return -1;
	if (roster_index_find(roster, kind, name, false) != AS_CONTEST_NONE)
		return 0;
	AS_AUTO_FREE char *id = roster_choose_id(roster, "person-id", base, "person", error);
	if (!id || roster_add(roster, FOLDER_PERSONS, row, id, &at, error) ||
		roster_set_text(roster, FOLDER_PERSONS, at, "name", name, error) ||
		roster_set_text(roster, FOLDER_PERSONS, at, "role", role, error) ||
		roster_set(roster, FOLDER_PERSONS, at, "team_ids", json_pack("[s]", team), error))
		return -1;
	return roster_index_item(roster, FOLDER_PERSONS, at, error);
}

int roster_merge_people(struct roster *roster, const struct roster_row *row, const char *team,
	struct as_error *error)
{
	size_t index;
	const json_t *name;

	json_array_foreach(row->members, index, name)
	{
		if (merge_person(roster, row, team, json_string_value(name), "contestant", error))
			return -1;
	}
	return *row->cells[ROSTER_COACH]
		       ? merge_person(roster, row, team, row->cells[ROSTER_COACH], "coach", error)
		       : 0;
}

/* ---- accounts ---- */

/* A team id that is a number makes a username such as team7. */
static char *choose_username(struct roster *roster, const struct roster_row *row, const char *team,
	struct as_error *error)
{
	const char *own = row->cells[ROSTER_USERNAME];

	if (*own)
		return as_text_format(error, "%s", own);
	AS_AUTO_FREE char *name =
		as_text_format(error, "%s%s", as_is_digit(*team) ? "team" : "", team);
	return name ? roster_choose_id(roster, "username", name, "team", error) : NULL;
}

int roster_merge_account(struct roster *roster, const struct roster_row *row, const char *team,
	struct as_error *error)
{
	const enum folder_part part = FOLDER_ACCOUNTS;
	const char *own = row->cells[ROSTER_PASSWORD];
	char made[AS_PASSWORD_SIZE];
	size_t at;

	if (roster_index_find(roster, "account-of", team, true) != AS_CONTEST_NONE)
		return 0;
	AS_AUTO_FREE char *username = choose_username(roster, row, team, error);
	if (!username)
		return -1;
	if (roster_index_find(roster, "username", username, true) != AS_CONTEST_NONE)
		return roster_note(roster, AS_FINDING_ERROR, row, ROSTER_USERNAME, error,
			"another account has the username '%s'", username);
	if (roster_add(roster, part, row, username, &at, error))
		return -1;
	json_object_del(roster_item(roster, part, at), "id");
	return roster_set_text(roster, part, at, "username", username, error) ||
			       roster_set_text(roster, part, at, "password",
				       *own ? own : as_password_make(made), error) ||
			       roster_set_text(roster, part, at, "type", "team", error) ||
			       roster_set_text(roster, part, at, "team_id", team, error)
		       ? -1
		       : roster_index_item(roster, part, at, error);
}
