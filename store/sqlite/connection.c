/* SPDX-License-Identifier: MIT */
/* A connection, its prepared statements, and messages for SQLite's errors. */
#include "sqlite.h"

#include <string.h>

/* A checkpoint of another connection takes less time. */
#define BUSY_MS 10000

int as_connection_error(struct as_connection *connection, struct as_error *error)
{
	const int code = connection->db ? sqlite3_errcode(connection->db) : SQLITE_NOMEM;
	const char *path = connection->path;

	switch (code & 0xff) {
	case SQLITE_NOMEM:
		return as_error_no_memory(error);
	case SQLITE_FULL:
		return as_error_at(error, AS_ERROR_INTERNAL, path, 0, 0,
			"the disk of the store is full; free space and run the command again");
	case SQLITE_NOTADB:
		return as_error_at(error, AS_ERROR_USAGE, path, 0, 0,
			"not a store, and not a database; name another file");
	case SQLITE_CORRUPT:
		return as_error_at(error, AS_ERROR_INTERNAL, path, 0, 0,
			"the store is damaged (%s); restore a backup",
			sqlite3_errmsg(connection->db));
	case SQLITE_CANTOPEN:
	case SQLITE_READONLY:
	case SQLITE_PERM:
		return as_error_at(error, AS_ERROR_USAGE, path, 0, 0,
			"cannot write the store (%s); use a file and a folder that this user may "
			"write",
			sqlite3_errmsg(connection->db));
	default:
		return as_error_at(error, AS_ERROR_INTERNAL, path, 0, 0, "%s",
			connection->db ? sqlite3_errmsg(connection->db) : "cannot be opened");
	}
}

int as_connection_run(struct as_connection *connection, const char *text, struct as_error *error)
{
	return sqlite3_exec(connection->db, text, NULL, NULL, NULL) == SQLITE_OK
		       ? 0
		       : as_connection_error(connection, error);
}

static void finalize(sqlite3_stmt **statement)
{
	sqlite3_finalize(*statement);
}

static void now_ms(sqlite3_context *context, int count, sqlite3_value **values)
{
	(void)count, (void)values;
	sqlite3_result_int64(context, as_sqlite_now_ms());
}

static void note_event(
	void *context, int change, const char *database, const char *table, sqlite3_int64 row)
{
	struct as_connection *connection = context;

	(void)database;
	if (change == SQLITE_INSERT && strcmp(table, "event") == 0)
		connection->last_event = row;
}

int as_connection_open(
	struct as_connection *connection, const char *path, bool writes, struct as_error *error)
{
	const int flags = SQLITE_OPEN_READWRITE | SQLITE_OPEN_NOMUTEX | SQLITE_OPEN_NOFOLLOW;

	*connection = (struct as_connection){.sql = {&as_sqlite_sql_ops}, .path = path};
	if (sqlite3_open_v2(path, &connection->db, flags, NULL) != SQLITE_OK ||
		sqlite3_create_function(connection->db, "now_ms", 0,
			SQLITE_UTF8 | SQLITE_DIRECTONLY, NULL, now_ms, NULL, NULL) != SQLITE_OK)
		return as_connection_error(connection, error);
	sqlite3_busy_timeout(connection->db, BUSY_MS);
	sqlite3_update_hook(connection->db, note_event, connection);
	return as_connection_run(connection,
		writes ? "PRAGMA trusted_schema = OFF; PRAGMA foreign_keys = ON"
		       : "PRAGMA trusted_schema = OFF; PRAGMA query_only = ON",
		error);
}

int as_connection_log(struct as_connection *connection, struct as_error *error)
{
	AS_AUTO(finalize) sqlite3_stmt *statement = NULL;

	if (sqlite3_prepare_v2(connection->db, "PRAGMA journal_mode = WAL", -1, &statement, NULL) ||
		sqlite3_step(statement) != SQLITE_ROW)
		return as_connection_error(connection, error);
	/* If SQLite cannot change the mode it reports no error, but another mode. */
	const char *mode = (const char *)sqlite3_column_text(statement, 0);
	if (!mode || strcmp(mode, "wal") != 0)
		return as_error_at(error, AS_ERROR_MACHINE, connection->path, 0, 0,
			"the store cannot have a write-ahead log here; use a file on a local disk");
	return as_connection_run(connection, "PRAGMA synchronous = FULL", error);
}

void as_connection_close(struct as_connection *connection)
{
	for (size_t i = 0; i < AS_SQL_COUNT; i++)
		sqlite3_finalize(connection->statements[i]);
	for (size_t i = 0; i < connection->prepared_count; i++)
		sqlite3_finalize(connection->prepared[i].statement);
	free(connection->prepared);
	sqlite3_close(connection->db);
	*connection = (struct as_connection){0};
}

/* ---- statements ---- */

sqlite3_stmt *as_sql(
	struct as_connection *connection, enum as_sqlite_statement which, struct as_error *error)
{
	sqlite3_stmt **statement = &connection->statements[which];

	if (*statement) {
		sqlite3_reset(*statement);
		sqlite3_clear_bindings(*statement);
		return *statement;
	}
	if (sqlite3_prepare_v3(connection->db, as_statement_text(which), -1,
		    SQLITE_PREPARE_PERSISTENT, statement, NULL) != SQLITE_OK)
		as_connection_error(connection, error);
	return *statement;
}

void as_sql_text(sqlite3_stmt *statement, int index, const char *text)
{
	sqlite3_bind_text(statement, index, text, -1, SQLITE_STATIC);
}

/* An empty value is not NULL. */
void as_sql_bytes(sqlite3_stmt *statement, int index, const void *data, size_t size)
{
	sqlite3_bind_blob64(statement, index, size ? data : "", size, SQLITE_STATIC);
}

int as_sql_step(struct as_connection *connection, sqlite3_stmt *statement, struct as_error *error)
{
	const int code = sqlite3_step(statement);

	if (code == SQLITE_ROW)
		return 1;
	if (code != SQLITE_DONE)
		as_connection_error(connection, error);
	sqlite3_reset(statement);
	return code == SQLITE_DONE ? 0 : -1;
}

int as_sqlite_run(struct as_connection *connection, sqlite3_stmt *statement, struct as_error *error)
{
	int found;

	do
		found = as_sql_step(connection, statement, error);
	while (found == 1);
	return found;
}

int as_sql_take_text(sqlite3_stmt *statement, int column, char **text, struct as_error *error)
{
	/* SQLite also returns NULL for a text if it is out of memory. */
	const bool is_null = sqlite3_column_type(statement, column) == SQLITE_NULL;
	const char *value = (const char *)sqlite3_column_text(statement, column);

	*text = value ? strdup(value) : NULL;
	return !is_null && !*text ? as_error_no_memory(error) : 0;
}

int as_sql_take_bytes(
	sqlite3_stmt *statement, int column, struct as_bytes *bytes, struct as_error *error)
{
	const void *value = sqlite3_column_blob(statement, column);
	const size_t size = (size_t)sqlite3_column_bytes(statement, column);

	*bytes = (struct as_bytes){.data = malloc(size + 1)};
	if (!bytes->data || (size && !value))
		return as_error_no_memory(error);
	if (size)
		memcpy(bytes->data, value, size);
	bytes->data[size] = '\0';
	bytes->size = size;
	return 0;
}

void as_sql_copy_text(sqlite3_stmt *statement, int column, char *buffer, size_t size)
{
	const char *value = (const char *)sqlite3_column_text(statement, column);

	buffer[0] = '\0';
	if (value && strlen(value) < size)
		strcpy(buffer, value);
}
