/* SPDX-License-Identifier: MIT */
/* Checks what only a file needs: its pages, and the references between rows. */
#include "sqlite.h"

#include <string.h>

static bool describe_page(const struct as_rows *rows, char *text, size_t size)
{
	const char *said = as_rows_text(rows, 0);

	if (!said || strcmp(said, "ok") == 0)
		return false;
	snprintf(text, size, AS_CHECK_DAMAGED, said);
	return true;
}

/* A row of pragma_foreign_key_check: table, rowid (NULL in a table without), parent. */
static bool describe_reference(const struct as_rows *rows, char *text, size_t size)
{
	const char *table = as_rows_text(rows, 0), *parent = as_rows_text(rows, 2);
	const bool is_package = table && strcmp(table, "package") == 0;

	if (is_package)
		snprintf(text, size,
			"the files of a package are missing; judge the package once from its "
			"folder, or restore a backup");
	else
		snprintf(text, size, "%s %lld refers to a %s that is missing; restore a backup",
			table ? table : "a row", (long long)as_rows_number(rows, 1),
			parent ? parent : "row");
	return true;
}

static int is_cancelled(void *cancel)
{
	return as_is_cancelled(cancel);
}

#define CALLS_BETWEEN_LOOKS 10000

int as_sqlite_check_rows(
	void *back, struct as_checking *checking, as_sql_call *others, struct as_error *error)
{
	static const struct as_statement pages = {.text = "PRAGMA integrity_check"};
	static const struct as_statement references = {
		.text = "SELECT * FROM pragma_foreign_key_check"};
	struct as_connection *reader = as_reader_take(back, error);

	if (!reader)
		return -1;
	sqlite3_progress_handler(
		reader->db, CALLS_BETWEEN_LOOKS, is_cancelled, (void *)checking->cancel);
	const int failed =
		as_checking_rows(checking, &reader->sql, &pages, describe_page, error) ||
		as_checking_rows(checking, &reader->sql, &references, describe_reference, error) ||
		others(&reader->sql, checking, error);
	sqlite3_progress_handler(reader->db, 0, NULL, NULL);
	as_reader_give(back, reader);
	return failed ? -1 : 0;
}
