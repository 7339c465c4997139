/* SPDX-License-Identifier: MIT */
/* Merges the universities and groups of a table into the lists. */
#include "roster.h"

#include <string.h>

/* ---- universities ---- */

static int set_country(
	struct roster *roster, const struct roster_row *row, size_t at, struct as_error *error)
{
	const char *text = row->cells[ROSTER_COUNTRY];
	const char *code = *text ? roster_country(roster, text) : "";

	if (!code)
		return as_error_no_memory(error);
	if (!*text || *code)
		return roster_set_text(roster, FOLDER_ORGANIZATIONS, at, "country", code, error);
	return roster_note(roster, AS_FINDING_ERROR, row, ROSTER_COUNTRY, error,
		"unknown country '%s'; write its English name or its code, such as LKA", text);
}

static bool is_same_country(struct roster *roster, const char *one, const char *other)
{
	const char *code = roster_country(roster, one), *others = roster_country(roster, other);

	return code && others && *code && strcmp(code, others) == 0;
}

/* Two rows with different values would overwrite each other at each import. */
static int check_once(struct roster *roster, const struct roster_row *row, size_t at,
	enum roster_column column, struct as_error *error)
{
	const char *id = roster_text(roster_item(roster, FOLDER_ORGANIZATIONS, at), "id");
	const char *text = row->cells[column];
	AS_AUTO_FREE char *value = as_text_format(error, "cell %d of %s", column, id);

	if (!value)
		return -1;
	if (!*text)
		return 0;
	const size_t first = roster_index_find(roster, value, "row", true);
	if (first == AS_CONTEST_NONE)
		return roster_index_add(
			roster, value, "row", true, (size_t)(row - roster->table.rows), error);
	const struct roster_row *before = &roster->table.rows[first];
	if (strcmp(before->cells[column], text) == 0 ||
		(column == ROSTER_COUNTRY && is_same_country(roster, before->cells[column], text)))
		return 0;
	return roster_note(roster, AS_FINDING_ERROR, row, column, error,
		"'%s' of line %u is now '%s'; correct one of them", before->cells[column],
		before->line, text);
}

/* The short name is the name, and the long one the formal name. */
static int fill_organization(struct roster *roster, const struct roster_row *row, size_t at,
	bool is_new, struct as_error *error)
{
	const char *name = row->cells[ROSTER_ORGANIZATION], *brief = row->cells[ROSTER_SHORT];
	const enum folder_part part = FOLDER_ORGANIZATIONS;

	if (check_once(roster, row, at, ROSTER_SHORT, error) ||
		check_once(roster, row, at, ROSTER_COUNTRY, error))
		return -1;
	if (is_new && roster_set_text(roster, part, at, "name", *brief ? brief : name, error))
		return -1;
	if (*brief && strcmp(brief, name) != 0 &&
		(roster_set_text(roster, part, at, "name", brief, error) ||
			roster_set_text(roster, part, at, "formal_name", name, error)))
		return -1;
	return set_country(roster, row, at, error);
}

int roster_merge_organization(
	struct roster *roster, const struct roster_row *row, size_t *at, struct as_error *error)
{
	const char *name = row->cells[ROSTER_ORGANIZATION];

	*at = roster_index_find(roster, "organization", name, false);
	if (*at == ROSTER_SEVERAL) {
		*at = AS_CONTEST_NONE;
		return roster_note(roster, AS_FINDING_ERROR, row, ROSTER_ORGANIZATION, error,
			"several organizations of the folder are called '%s'; write the id of the "
			"organization",
			name);
	}
	if (*at != AS_CONTEST_NONE)
		return fill_organization(roster, row, *at, false, error);
	if (!*name)
		return 0;
	const char *brief = row->cells[ROSTER_SHORT];
	AS_AUTO_FREE char *id = roster_choose_id(
		roster, "organization-id", *brief ? brief : name, "organization", error);
	if (!id || roster_add(roster, FOLDER_ORGANIZATIONS, row, id, at, error) ||
		fill_organization(roster, row, *at, true, error))
		return -1;
	return roster_index_item(roster, FOLDER_ORGANIZATIONS, *at, error);
}

/* ---- groups ---- */

/* Appends the id of a group to a list; a new group is added. */
static int merge_group(struct roster *roster, const struct roster_row *row, const char *name,
	json_t *ids, struct as_error *error)
{
	size_t at = roster_index_find(roster, "group", name, false);

	if (at == ROSTER_SEVERAL)
		return roster_note(roster, AS_FINDING_ERROR, row, ROSTER_GROUP, error,
			"several groups of the folder are called '%s'; write the id of the group",
			name);
	if (at == AS_CONTEST_NONE) {
		AS_AUTO_FREE char *id = roster_choose_id(roster, "group-id", name, "group", error);
		if (!id || roster_add(roster, FOLDER_GROUPS, row, id, &at, error) ||
			roster_set_text(roster, FOLDER_GROUPS, at, "name", name, error) ||
			roster_index_item(roster, FOLDER_GROUPS, at, error))
			return -1;
	}
	return json_array_append(ids, json_object_get(roster_item(roster, FOLDER_GROUPS, at), "id"))
		       ? as_error_no_memory(error)
		       : 0;
}

/* The only group that is not hidden; NULL: there is none, or several. */
static const json_t *only_group(const struct roster *roster)
{
	const json_t *only = NULL, *group;
	size_t index;

	json_array_foreach(roster->lists[FOLDER_GROUPS].items, index, group)
	{
		if (json_is_true(json_object_get(group, "hidden")))
			continue;
		if (only)
			return NULL;
		only = group;
	}
	return only;
}

int roster_merge_groups(struct roster *roster, const struct roster_row *row, size_t team,
	bool is_new, struct as_error *error)
{
	AS_AUTO_JSON json_t *ids = json_array();
	AS_AUTO_FREE char *text = strdup(row->cells[ROSTER_GROUP]);
	const json_t *only = is_new && text && !*text ? only_group(roster) : NULL;
	char *rest = NULL;

	if (!ids || !text)
		return as_error_no_memory(error);
	for (char *name = strtok_r(text, ";", &rest); name; name = strtok_r(NULL, ";", &rest)) {
		while (*name == ' ')
			name++;
		for (size_t length = strlen(name); length && name[length - 1] == ' '; length--)
			name[length - 1] = '\0';
		if (*name && merge_group(roster, row, name, ids, error))
			return -1;
	}
	if (only && json_array_append(ids, json_object_get(only, "id")))
		return as_error_no_memory(error);
	return json_array_size(ids)
		       ? roster_set(roster, FOLDER_TEAMS, team, "group_ids", as_steal(ids), error)
		       : 0;
}
