/* SPDX-License-Identifier: MIT */
/* The lists of groups, organizations, teams, persons and accounts: a map from names to places, and
 * changes. */
#include "roster.h"

#include <string.h>

char *roster_fold(struct as_collation *collation, const char *text, struct as_error *error)
{
	AS_AUTO_BYTES struct as_bytes key = {0};

	if (as_collation_key(collation, text, &key, error))
		return NULL;
	/* The key of a text without letters is that of the empty text, as each of these is. */
	AS_AUTO_BYTES struct as_bytes none = {0};
	if (as_collation_key(collation, "", &none, error))
		return NULL;
	const bool is_none = strcmp(key.data, none.data) == 0;
	return is_none ? as_text_format(error, "=%s", text) : as_steal(key.data);
}

/* "KIND TEXT", on the heap. */
static char *key_of(const struct roster *roster, const char *kind, const char *text, bool is_exact,
	struct as_error *error)
{
	AS_AUTO_FREE char *fold = is_exact ? NULL : roster_fold(roster->collation, text, error);

	return is_exact || fold ? as_text_format(error, "%s %s", kind, is_exact ? text : fold)
				: NULL;
}

int roster_index_add(struct roster *roster, const char *kind, const char *text, bool is_exact,
	size_t item, struct as_error *error)
{
	if (!text || !*text)
		return 0;
	AS_AUTO_FREE char *key = key_of(roster, kind, text, is_exact, error);
	if (!key)
		return -1;
	const json_t *before = json_object_get(roster->index, key);
	const json_int_t index =
		before && json_integer_value(before) != (json_int_t)item ? -1 : (json_int_t)item;
	/* The key need not be UTF-8. */
	return json_object_set_new_nocheck(roster->index, key, json_integer(index))
		       ? as_error_no_memory(error)
		       : 0;
}

size_t roster_index_find(
	const struct roster *roster, const char *kind, const char *text, bool is_exact)
{
	AS_AUTO_FREE char *key = text && *text ? key_of(roster, kind, text, is_exact, NULL) : NULL;
	const json_t *found = key ? json_object_get(roster->index, key) : NULL;

	return !found                          ? AS_CONTEST_NONE
	       : json_integer_value(found) < 0 ? ROSTER_SEVERAL
					       : (size_t)json_integer_value(found);
}

/* ---- the folder's items ---- */

/* The kinds, and the keys whose texts are names of an item. */
static const struct names {
	enum folder_part part;
	const char *kind, *key;
	bool is_exact;
} all_names[] = {
	{FOLDER_GROUPS, "group", "id", false},
	{FOLDER_GROUPS, "group", "name", false},
	{FOLDER_GROUPS, "group-id", "id", true},
	{FOLDER_ORGANIZATIONS, "organization", "id", false},
	{FOLDER_ORGANIZATIONS, "organization", "icpc_id", false},
	{FOLDER_ORGANIZATIONS, "organization", "name", false},
	{FOLDER_ORGANIZATIONS, "organization", "formal_name", false},
	{FOLDER_ORGANIZATIONS, "organization-id", "id", true},
	{FOLDER_TEAMS, "label", "id", true},
	{FOLDER_TEAMS, "label", "label", true},
	{FOLDER_TEAMS, "team", "name", false},
	{FOLDER_TEAMS, "team", "display_name", false},
	{FOLDER_TEAMS, "team-id", "id", true},
	{FOLDER_PERSONS, "person-id", "id", true},
	{FOLDER_ACCOUNTS, "username", "username", true},
	{FOLDER_ACCOUNTS, "username", "id", true},
	{FOLDER_ACCOUNTS, "account-of", "team_id", true},
};

static int add_persons(
	struct roster *roster, const json_t *person, size_t at, struct as_error *error)
{
	size_t index;
	const json_t *team;

	json_array_foreach(json_object_get(person, "team_ids"), index, team)
	{
		AS_AUTO_FREE char *kind =
			as_text_format(error, "person of %s", json_string_value(team));
		if (!kind || roster_index_add(
				     roster, kind, roster_text(person, "name"), false, at, error))
			return -1;
	}
	return 0;
}

int roster_index_team(struct roster *roster, size_t at, struct as_error *error)
{
	const json_t *team = roster_item(roster, FOLDER_TEAMS, at);
	AS_AUTO_FREE char *kind =
		as_text_format(error, "team of %s", roster_text(team, "organization_id"));

	return kind ? roster_index_add(roster, kind, roster_text(team, "name"), false, at, error)
		    : -1;
}

int roster_index_item(
	struct roster *roster, enum folder_part part, size_t at, struct as_error *error)
{
	const json_t *item = json_array_get(roster->lists[part].items, at);

	for (size_t i = 0; i < sizeof(all_names) / sizeof(*all_names); i++) {
		const struct names *names = &all_names[i];
		if (names->part == part &&
			roster_index_add(roster, names->kind, roster_text(item, names->key),
				names->is_exact, at, error))
			return -1;
	}
	if (part == FOLDER_TEAMS)
		return roster_index_team(roster, at, error);
	return part == FOLDER_PERSONS ? add_persons(roster, item, at, error) : 0;
}

int roster_index_all(struct roster *roster, struct as_error *error)
{
	json_decref(roster->index);
	roster->index = json_object();
	if (!roster->index)
		return as_error_no_memory(error);
	for (int part = 0; part < FOLDER_PART_COUNT; part++)
		for (size_t i = 0; i < json_array_size(roster->lists[part].items); i++)
			if (roster_index_item(roster, (enum folder_part)part, i, error))
				return -1;
	return 0;
}

/* ---- changes ---- */

json_t *roster_item(const struct roster *roster, enum folder_part part, size_t at)
{
	return json_array_get(roster->lists[part].items, at);
}

int roster_set(struct roster *roster, enum folder_part part, size_t at, const char *key,
	json_t *value, struct as_error *error)
{
	json_t *item = roster_item(roster, part, at);

	if (value && json_equal(json_object_get(item, key), value)) {
		json_decref(value);
		return 0;
	}
	if (json_object_set_new(item, key, value))
		return as_error_no_memory(error);
	if (at < roster->lists[part].count)
		roster->lists[part].changed[at] = true;
	return 0;
}

int roster_set_text(struct roster *roster, enum folder_part part, size_t at, const char *key,
	const char *text, struct as_error *error)
{
	return *text ? roster_set(roster, part, at, key, json_string(text), error) : 0;
}

int roster_add(struct roster *roster, enum folder_part part, const struct roster_row *row,
	const char *id, size_t *at, struct as_error *error)
{
	json_t *items = roster->lists[part].items;

	*at = json_array_size(items);
	return json_array_append_new(items, json_pack("{s:s}", "id", id)) ||
			       json_array_append_new(roster->lines[part], json_integer(row->line))
		       ? as_error_no_memory(error)
		       : 0;
}

static bool is_free(const struct roster *roster, const char *kind, const char *id)
{
	return roster_index_find(roster, kind, id, true) == AS_CONTEST_NONE;
}

/* Each search continues after the last number of the base: thousands of names may have one base. */
char *roster_choose_id(struct roster *roster, const char *kind, const char *name, const char *other,
	struct as_error *error)
{
	char base[AS_CONTEST_ID_MAX + 1];

	folder_make_id(name, other, base);
	if (is_free(roster, kind, base))
		return as_text_format(error, "%s", base);
	base[AS_CONTEST_ID_MAX - 6] = '\0';
	AS_AUTO_FREE char *key = as_text_format(error, "%s %s", kind, base);
	if (!key)
		return NULL;
	json_int_t number = json_integer_value(json_object_get(roster->numbers, key));
	for (number += number == 0;;) {
		AS_AUTO_FREE char *id = as_text_format(error, "%s-%jd", base, (intmax_t)++number);
		if (id && !is_free(roster, kind, id))
			continue;
		if (!id)
			return NULL;
		if (!json_object_set_new(roster->numbers, key, json_integer(number)))
			return as_steal(id);
		as_error_no_memory(error);
		return NULL;
	}
}
