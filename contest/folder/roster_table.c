/* SPDX-License-Identifier: MIT */
/* Reads a table of teams: its columns by the names that organisers use, and its rows. */
#include "roster.h"

#include <assay/base/fit.h>
#include <fcntl.h>
#include <stdarg.h>
#include <string.h>

#define MAX_NAMES 12
#define MAX_TEXT 300
#define COUNT(array) (sizeof(array) / sizeof(*(array)))

/* A table may have one column of each meaning. */
static const char *const columns[ROSTER_COLUMN_COUNT][MAX_NAMES] = {
	[ROSTER_TEAM] = {"team", "team name", "team_name", "teamname", "name of team",
		"name of the team", "name"},
	[ROSTER_LABEL] = {"label", "number", "no", "no.", "nr", "nr.", "#", "team number",
		"team no", "team id", "team_id", "id"},
	[ROSTER_ICPC_ID] = {"icpc id", "icpc_id", "icpcid", "external id"},
	[ROSTER_ORGANIZATION] = {"university", "organization", "organisation", "institution",
		"school", "affiliation", "college", "university name", "institution name", "club",
		"company", "university/organization"},
	[ROSTER_SHORT] = {"short name", "university short name", "institution short name",
		"acronym", "abbreviation", "short"},
	[ROSTER_COUNTRY] = {"country", "country code", "country_code", "nation"},
	[ROSTER_GROUP] = {"group", "category", "groups", "division", "categories", "region",
		"site"},
	[ROSTER_PLACE] = {"place", "seat", "location", "room", "table", "desk", "workstation"},
	[ROSTER_USERNAME] = {"username", "user name", "user", "login", "account"},
	[ROSTER_PASSWORD] = {"password"},
	[ROSTER_MEMBERS] = {"members", "team members", "contestants", "participants", "students",
		"names of members"},
	[ROSTER_COACH] = {"coach", "coach name", "team coach", "name of coach"},
};
static const char *const member_names[] = {"member", "contestant", "participant", "student"};

static size_t count_names(const char *const *names)
{
	size_t count = 0;

	while (count < MAX_NAMES && names[count])
		count++;
	return count;
}

static size_t find_roster_column(const struct as_csv *csv, enum roster_column column)
{
	return as_csv_column(csv, columns[column], count_names(columns[column]));
}

int as_contest_is_roster(const char *file, struct as_error *error)
{
	const int is_other = folder_is_tsv(file, error);
	struct as_csv csv;

	if (is_other)
		return is_other < 0 ? -1 : 0;
	if (as_csv_read(&csv, AT_FDCWD, file, file, error))
		return -1;
	/* A column that is only called `name`, the last one, may also be of accounts. */
	const bool has_team = as_csv_column(&csv, columns[ROSTER_TEAM],
				      count_names(columns[ROSTER_TEAM]) - 1) != SIZE_MAX;
	const bool has_user = find_roster_column(&csv, ROSTER_USERNAME) != SIZE_MAX;
	const bool has_organization = find_roster_column(&csv, ROSTER_ORGANIZATION) != SIZE_MAX;

	as_csv_clear(&csv);
	return has_organization || (has_team && !has_user);
}

/* ---- findings ---- */

/* "C", "AB": as spreadsheets show a column. */
static void name_column(size_t column, char name[8])
{
	char reversed[8];
	size_t length = 0;

	for (size_t rest = column + 1; rest > 0 && length < sizeof(reversed);
		rest = (rest - 1) / 26)
		reversed[length++] = (char)('A' + (rest - 1) % 26);
	for (size_t i = 0; i < length; i++)
		name[i] = reversed[length - 1 - i];
	name[length] = '\0';
}

int roster_note(struct roster *roster, enum as_finding_level level, const struct roster_row *row,
	enum roster_column column, struct as_error *error, const char *format, ...)
{
	const size_t place = roster->table.places[column];
	AS_AUTO_FREE char *text = NULL;
	char name[8] = "";
	AS_AUTO_FREE char *where = as_text_format(error, "%s:%u", roster->table.file, row->line);
	va_list arguments;

	va_start(arguments, format);
	const int length = vasprintf(&text, format, arguments);
	va_end(arguments);
	if (length < 0)
		text = NULL;
	if (!where || !text)
		return as_error_no_memory(error);
	if (place == SIZE_MAX)
		return as_findings_add(roster->notes, level, where, error, "%.*s",
			as_text_fit(text, MAX_TEXT), text);
	name_column(place, name);
	return as_findings_add(roster->notes, level, where, error, "column %s (%s): %.*s", name,
		columns[column][0], as_text_fit(text, MAX_TEXT), text);
}

/* ---- columns ---- */

/* "Member 2", "student1" */
static bool is_member(const char *name)
{
	for (size_t i = 0; i < COUNT(member_names); i++) {
		const size_t length = strlen(member_names[i]);
		const char *rest = name + length;
		if (strncasecmp(name, member_names[i], length) == 0 &&
			strspn(rest, " _0123456789") == strlen(rest) && *rest)
			return true;
	}
	return false;
}

static bool is_used(const struct roster_table *table, size_t column)
{
	for (size_t i = 0; i < ROSTER_COLUMN_COUNT; i++)
		if (table->places[i] == column)
			return true;
	return is_member(table->csv.header.cells[column]);
}

/* Columns that are not read, in one note. */
static int note_unused(struct roster *roster, struct as_error *error)
{
	const struct roster_table *table = &roster->table;
	char list[MAX_TEXT] = "";
	size_t count = 0;

	for (size_t i = 0; i < table->csv.header.count; i++) {
		const char *name = table->csv.header.cells[i];
		const size_t length = strlen(list);
		if (!*name || is_used(table, i))
			continue;
		count++;
		snprintf(list + length, sizeof(list) - length, "%s'%.*s'", length ? ", " : "",
			as_text_fit(name, 40), name);
	}
	return count ? as_findings_add(roster->notes, AS_FINDING_INFO, table->file, error,
			       "%s not read: %s", count == 1 ? "a column is" : "columns are", list)
		     : 0;
}

static int find_columns(struct roster *roster, struct as_error *error)
{
	struct roster_table *table = &roster->table;

	for (size_t i = 0; i < ROSTER_COLUMN_COUNT; i++) {
		table->places[i] = find_roster_column(&table->csv, (enum roster_column)i);
		if ((table->places[i] != SIZE_MAX || i == ROSTER_TEAM) &&
			as_csv_require(&table->csv, columns[i], count_names(columns[i]),
				&table->places[i], error))
			return -1;
	}
	return note_unused(roster, error);
}

/* ---- cells ---- */

static bool is_blank(const char *text, size_t *length)
{
	*length = (unsigned char)text[0] == 0xC2 && (unsigned char)text[1] == 0xA0 ? 2 : 1;
	return *length == 2 || (*text && strchr(" \t\r\n\v\f", *text));
}

/* A copy in which each run of blanks, also of U+00A0 and line ends, is one blank, and none is at
 * the ends. */
static char *clean(const char *text, size_t size, struct as_error *error)
{
	char *to = malloc(size + 1);
	size_t length = 0, step;

	if (!to) {
		as_error_no_memory(error);
		return NULL;
	}
	for (size_t i = 0; i < size; i += step) {
		if (!is_blank(text + i, &step))
			to[length++] = text[i];
		else if (length > 0 && to[length - 1] != ' ')
			to[length++] = ' ';
	}
	length -= length > 0 && to[length - 1] == ' ';
	to[length] = '\0';
	return to;
}

static int add_member(json_t *members, const char *text, size_t size, struct as_error *error)
{
	AS_AUTO_FREE char *name = clean(text, size, error);

	if (!name)
		return -1;
	return *name && json_array_append_new(members, json_string(name))
		       ? as_error_no_memory(error)
		       : 0;
}

/* Names are separated by semicolons or line ends; without them by commas. */
static int split_members(json_t *members, const char *text, struct as_error *error)
{
	const char *ends = strpbrk(text, ";\n") ? ";\n" : ",";

	for (;;) {
		const size_t size = strcspn(text, ends);
		if (add_member(members, text, size, error))
			return -1;
		if (!text[size])
			return 0;
		text += size + 1;
	}
}

static int read_members(
	const struct roster_table *table, size_t row, json_t *members, struct as_error *error)
{
	if (split_members(
		    members, as_csv_cell(&table->csv, row, table->places[ROSTER_MEMBERS]), error))
		return -1;
	for (size_t i = 0; i < table->csv.header.count; i++) {
		const char *text = as_csv_cell(&table->csv, row, i);
		if (i != table->places[ROSTER_MEMBERS] && is_member(table->csv.header.cells[i]) &&
			add_member(members, text, strlen(text), error))
			return -1;
	}
	return 0;
}

/* ---- rows ---- */

static bool is_empty(const struct roster_row *row)
{
	for (size_t i = 0; i < ROSTER_COLUMN_COUNT; i++)
		if (*row->cells[i])
			return false;
	return json_array_size(row->members) == 0;
}

static int read_row(struct roster *roster, size_t index, struct as_error *error)
{
	struct roster_table *table = &roster->table;
	struct roster_row *row = &table->rows[table->count];

	row->line = table->csv.rows[index].line;
	row->members = json_array();
	if (!row->members)
		return as_error_no_memory(error);
	table->count++;
	for (size_t i = 0; i < ROSTER_COLUMN_COUNT; i++) {
		const char *text = as_csv_cell(&table->csv, index, table->places[i]);
		row->cells[i] = clean(text, strlen(text), error);
		if (!row->cells[i])
			return -1;
	}
	if (read_members(table, index, row->members, error))
		return -1;
	if (*row->cells[ROSTER_TEAM] || is_empty(row))
		return 0;
	return roster_note(roster, AS_FINDING_ERROR, row, ROSTER_TEAM, error,
		"the team has no name; fill in the cell, or remove the row");
}

int roster_table_read(struct roster *roster, struct as_error *error)
{
	struct roster_table *table = &roster->table;
	const char *file = roster->config->file;

	table->file = file;
	if (as_csv_read(&table->csv, AT_FDCWD, file, file, error) || find_columns(roster, error))
		return -1;
	table->rows = calloc(table->csv.count + 1, sizeof(*table->rows));
	if (!table->rows)
		return as_error_no_memory(error);
	for (size_t i = 0; i < table->csv.count; i++)
		if (read_row(roster, i, error))
			return -1;
	return 0;
}

void roster_table_clear(struct roster_table *table)
{
	for (size_t i = 0; i < table->count; i++) {
		for (size_t k = 0; k < ROSTER_COLUMN_COUNT; k++)
			free(table->rows[i].cells[k]);
		json_decref(table->rows[i].members);
	}
	free(table->rows);
	as_csv_clear(&table->csv);
}
