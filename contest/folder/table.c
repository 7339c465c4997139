/* SPDX-License-Identifier: MIT */
/*
 * Reads a table of accounts, whose header has keys of accounts.yaml. The result is a document in
 * which each account has the line of its row, so that messages name that line.
 */
#include "changing.h"
#include "reading.h"

#include <assay/contest/folder/make.h>
#include <assay/csv.h>
#include <fcntl.h>
#include <string.h>

#define MAX_NAMES 4
#define COUNT(array) (sizeof(array) / sizeof(*(array)))

static const struct column {
	const char *key;
	const char *names[MAX_NAMES]; /* accepted in the header */
} columns[] = {
	{"username", {"username", "user name", "user", "login"}},
	{"password", {"password"}},
	{"type", {"type", "role"}},
	{"name", {"name", "full name", "fullname"}},
	{"id", {"id"}},
	{"team_id", {"team_id", "team id", "team"}},
	{"person_id", {"person_id", "person id", "person"}},
	{"ip", {"ip", "ip address", "address"}},
};
#define COLUMN_COUNT COUNT(columns)

struct table {
	struct as_csv csv;
	size_t places[COLUMN_COUNT];
};

static size_t count_names(const struct column *column)
{
	size_t count = 0;

	while (count < MAX_NAMES && column->names[count])
		count++;
	return count;
}

/* Only the username is required. By default an account belongs to a team, the one whose id is the
 * username. */
static int find_columns(struct table *table, struct as_error *error)
{
	for (size_t i = 0; i < COLUMN_COUNT; i++)
		table->places[i] =
			as_csv_column(&table->csv, columns[i].names, count_names(&columns[i]));
	return as_csv_require(
		&table->csv, columns[0].names, count_names(&columns[0]), &table->places[0], error);
}

/* ---- an account ---- */

static int set(json_t *account, const char *key, const char *text, struct as_error *error)
{
	return json_object_set_new(account, key, json_string(text)) ? as_error_no_memory(error) : 0;
}

static int fill_account(
	const struct table *table, size_t row, json_t *account, struct as_error *error)
{
	for (size_t i = 0; i < COLUMN_COUNT; i++) {
		const char *text = as_csv_cell(&table->csv, row, table->places[i]);
		if (*text && set(account, columns[i].key, text, error))
			return -1;
	}
	const char *username = json_string_value(json_object_get(account, "username"));
	if (!username)
		return as_csv_error(&table->csv, row, error,
			"the account has no username; fill in the cell, or remove the row");
	if (!json_object_get(account, "type") && set(account, "type", "team", error))
		return -1;
	if (strcmp(json_string_value(json_object_get(account, "type")), "team") == 0 &&
		!json_object_get(account, "team_id"))
		return set(account, "team_id", username, error);
	return 0;
}

static int write_account(
	const struct table *table, size_t row, unsigned *line, FILE *out, struct as_error *error)
{
	AS_AUTO_JSON json_t *account = json_object();

	if (!account)
		return as_error_no_memory(error);
	if (fill_account(table, row, account, error))
		return -1;
	fputc(row ? ',' : '[', out);
	for (; *line < table->csv.rows[row].line; (*line)++)
		fputc('\n', out);
	return json_dumpf(account, out, JSON_COMPACT) ? as_error_no_memory(error) : 0;
}

/* ---- the file ---- */

static int write_all(const struct table *table, FILE *out, struct as_error *error)
{
	unsigned line = 1;

	for (size_t row = 0; row < table->csv.count; row++)
		if (write_account(table, row, &line, out, error))
			return -1;
	fputs(table->csv.count ? "]" : "[]", out);
	return 0;
}

int folder_load_table(const char *file, struct as_document *document, struct as_error *error)
{
	AS_AUTO_BYTES struct as_bytes text = {0};
	struct table table = {0};
	int status =
		as_csv_read(&table.csv, AT_FDCWD, file, file, error) || find_columns(&table, error);
	FILE *out = status ? NULL : open_memstream(&text.data, &text.size);

	if (!status && !out)
		status = as_error_no_memory(error);
	if (out) {
		status = write_all(&table, out, error);
		if (fclose(out) && !status)
			status = as_error_no_memory(error);
	}
	as_csv_clear(&table.csv);
	return status ? -1 : as_document_parse_json(document, file, text.data, text.size, error);
}

bool as_contest_is_table(const char *file)
{
	return as_text_ends(file, ".csv") || as_text_ends(file, ".tsv");
}
