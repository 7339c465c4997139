/* SPDX-License-Identifier: MIT */
/*
 * A store is an ordinary file that other users may have modified: a trigger or a view in it would
 * run with each statement. So its schema must be equal, to the byte, to the schema that the
 * migrations make in memory. migrate.c uses only statements that every version of SQLite stores as
 * the same text.
 */
#include "sqlite.h"

#include <assay/base/fit.h>
#include <string.h>

/* Without the tables that ANALYZE makes. */
static const char entries[] =
	"SELECT type, name, tbl_name, sql FROM sqlite_schema WHERE type <> 'table' OR"
	" substr(name, 1, 11) <> 'sqlite_stat' OR substr(sql, 1, 13) <> 'CREATE TABLE '"
	" ORDER BY type, name, tbl_name, sql";
#define COLUMN_COUNT 4

static void finalize(sqlite3_stmt **statement)
{
	sqlite3_finalize(*statement);
}

static bool is_equal(sqlite3_stmt *left, sqlite3_stmt *right)
{
	for (int i = 0; i < COLUMN_COUNT; i++) {
		const void *a = sqlite3_column_blob(left, i), *b = sqlite3_column_blob(right, i);
		const int size = sqlite3_column_bytes(left, i);
		if (size != sqlite3_column_bytes(right, i) || (size && memcmp(a, b, (size_t)size)))
			return false;
	}
	return true;
}

/* The order of the statements: by type, then by name. */
static int order_of(sqlite3_stmt *left, sqlite3_stmt *right)
{
	int order = 0;

	for (int i = 0; i < 2 && !order; i++) {
		const char *a = (const char *)sqlite3_column_text(left, i);
		const char *b = (const char *)sqlite3_column_text(right, i);
		order = strcmp(a ? a : "", b ? b : "");
	}
	return order;
}

static int refuse(struct as_connection *connection, sqlite3_stmt *entry, const char *remedy,
	struct as_error *error)
{
	const char *type = (const char *)sqlite3_column_text(entry, 0);
	const char *name = (const char *)sqlite3_column_text(entry, 1);

	return as_error_at(error, AS_ERROR_USAGE, connection->path, 0, 0,
		"not a store of assay: the %.*s '%.*s' %s, or name another file",
		type ? as_text_fit(type, 40) : 5, type ? type : "entry",
		name ? as_text_fit(name, 100) : 0, name ? name : "", remedy);
}

/* 0: equal to the end. */
static int compare(struct as_connection *connection, sqlite3_stmt *found, sqlite3_stmt *wanted,
	struct as_error *error)
{
	for (;;) {
		const int left = sqlite3_step(found), right = sqlite3_step(wanted);
		if (left != SQLITE_ROW && left != SQLITE_DONE)
			return as_connection_error(connection, error);
		if (right != SQLITE_ROW && right != SQLITE_DONE)
			return as_error_no_memory(error);
		if (left == SQLITE_DONE && right == SQLITE_DONE)
			return 0;
		if (left == SQLITE_ROW && right == SQLITE_ROW && is_equal(found, wanted))
			continue;
		const int order = left == SQLITE_DONE    ? 1
				  : right == SQLITE_DONE ? -1
							 : order_of(found, wanted);
		if (order < 0)
			return refuse(connection, found,
				"is not one that assay makes; drop it with sqlite3", error);
		return refuse(connection, wanted,
			order ? "is missing; restore a backup"
			      : "is not the one that assay makes; restore a backup",
			error);
	}
}

static int compare_with(
	struct as_connection *connection, struct as_connection *wanted, struct as_error *error)
{
	AS_AUTO(finalize) sqlite3_stmt *found = NULL, *made = NULL;

	if (sqlite3_prepare_v2(connection->db, entries, -1, &found, NULL) != SQLITE_OK)
		return as_connection_error(connection, error);
	if (sqlite3_prepare_v2(wanted->db, entries, -1, &made, NULL) != SQLITE_OK)
		return as_connection_error(wanted, error);
	return compare(connection, found, made, error);
}

static int check_schema(struct as_connection *connection, int64_t version, struct as_error *error)
{
	struct as_connection wanted;
	int failed = as_connection_open(&wanted, ":memory:", true, error) ||
		     as_sqlite_migrate(&wanted, as_sqlite_migrations, (size_t)version, error) ||
		     compare_with(connection, &wanted, error);

	as_connection_close(&wanted);
	return failed ? -1 : 0;
}

/* Reads version and schema in one transaction, because another process may update the store or
 * mark an import meanwhile. */
int as_sqlite_check(struct as_connection *connection, int64_t *version, struct as_error *error)
{
	if (as_connection_run(connection, "BEGIN", error))
		return -1;
	const int failed =
		as_sqlite_check_version(connection, as_sqlite_migration_count, version, error) ||
		check_schema(connection, *version, error);
	sqlite3_exec(connection->db, "ROLLBACK", NULL, NULL, NULL);
	return failed ? -1 : 0;
}
