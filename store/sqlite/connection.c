/* SPDX-License-Identifier: MIT */
/* A connection, and messages for SQLite's errors. */
#include "sqlite.h"

#include <string.h>
#include <time.h>

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

/* ---- statements of both back ends (sql.h) ---- */

static struct as_connection *connection_of(struct as_sql *sql)
{
	return (struct as_connection *)sql;
}

/* A row that is returned costs a temporary table, and the last number is known without it. */
#define RETURNING_ID " RETURNING id"

/* SQLite's numbered parameters are ?1, ?2, ... */
static sqlite3_stmt *prepare(struct as_connection *connection, const char *written, unsigned flags,
	struct as_error *error)
{
	AS_AUTO_FREE char *text = strdup(written);
	sqlite3_stmt *statement = NULL;

	if (!text) {
		as_error_no_memory(error);
		return NULL;
	}
	for (char *at = text; (at = strchr(at, '$')); at++)
		*at = '?';
	if (as_text_ends(text, RETURNING_ID))
		text[strlen(text) - strlen(RETURNING_ID)] = '\0';
	if (sqlite3_prepare_v3(connection->db, text, -1, flags, &statement, NULL) != SQLITE_OK)
		as_connection_error(connection, error);
	return statement;
}

static sqlite3_stmt *find_prepared(struct as_connection *connection,
	const struct as_statement *statement, struct as_error *error)
{
	for (size_t i = 0; i < connection->prepared_count; i++)
		if (connection->prepared[i].of == statement) {
			sqlite3_reset(connection->prepared[i].statement);
			sqlite3_clear_bindings(connection->prepared[i].statement);
			return connection->prepared[i].statement;
		}
	if (!as_array_reserve(connection->prepared, connection->prepared_count, error))
		return NULL;
	struct as_prepared *made = &connection->prepared[connection->prepared_count];
	*made = (struct as_prepared){
		statement, prepare(connection, statement->text, SQLITE_PREPARE_PERSISTENT, error)};
	connection->prepared_count += made->statement != NULL;
	return made->statement;
}

static void bind(sqlite3_stmt *statement, int index, const struct as_value *value)
{
	if (value->kind == AS_VALUE_NUMBER)
		sqlite3_bind_int64(statement, index, value->number);
	else if (value->kind == AS_VALUE_BYTES)
		sqlite3_bind_blob64(statement, index, value->data, value->size, SQLITE_STATIC);
	else
		sqlite3_bind_text(statement, index, value->data, -1, SQLITE_STATIC);
}

static int next(struct as_rows *rows, struct as_error *error)
{
	const int code = sqlite3_step(rows->rows);

	rows->is_end = code != SQLITE_ROW;
	if (!rows->is_end)
		return 1;
	connection_of(rows->owner)->is_bad_row = (code & 0xff) == SQLITE_CONSTRAINT;
	if (code != SQLITE_DONE)
		as_connection_error(connection_of(rows->owner), error);
	sqlite3_reset(rows->rows);
	return code == SQLITE_DONE ? 0 : -1;
}

static int find_rows(struct as_sql *sql, const struct as_statement *statement,
	const struct as_value *values, struct as_rows *rows, struct as_error *error)
{
	if (!*statement->text)
		return 0;
	sqlite3_stmt *prepared = find_prepared(connection_of(sql), statement, error);
	if (!prepared)
		return -1;
	for (int i = 0; values && values[i].kind != AS_VALUE_END; i++)
		bind(prepared, i + 1, &values[i]);
	*rows = (struct as_rows){.ops = sql->ops, .rows = prepared, .owner = sql};
	return next(rows, error);
}

static int walk(struct as_sql *sql, const struct as_statement *statement, struct as_rows *rows,
	struct as_error *error)
{
	sqlite3_stmt *prepared = prepare(connection_of(sql), statement->text, 0, error);

	if (!prepared)
		return -1;
	*rows = (struct as_rows){.ops = sql->ops, .rows = prepared, .owner = sql, .is_walk = true};
	return next(rows, error);
}

static int64_t run_statement(struct as_sql *sql, const struct as_statement *statement,
	const struct as_value *values, struct as_error *error)
{
	AS_ROWS rows = {0};
	int found = find_rows(sql, statement, values, &rows, error);

	while (found == 1)
		found = next(&rows, error);
	if (!rows.ops)
		return found;
	return found < 0 ? -1 : sqlite3_changes64(connection_of(sql)->db);
}

static int insert(struct as_sql *sql, const struct as_statement *statement,
	const struct as_value *values, int64_t *id, struct as_error *error)
{
	if (run_statement(sql, statement, values, error) < 0)
		return -1;
	*id = sqlite3_last_insert_rowid(connection_of(sql)->db);
	return 0;
}

static void blame_row(struct as_sql *sql, struct as_error *error)
{
	if (!connection_of(sql)->is_bad_row || !error)
		return;
	*error = (struct as_error){0};
	as_error_set(error, AS_ERROR_INPUT, "a row refers to one that is missing, or comes twice");
}

static const char *damage(struct as_sql *sql)
{
	sqlite3 *db = connection_of(sql)->db;

	return (sqlite3_errcode(db) & 0xff) == SQLITE_CORRUPT ? sqlite3_errmsg(db) : NULL;
}

static int64_t number(const struct as_rows *rows, int column)
{
	return sqlite3_column_int64(rows->rows, column);
}

/* NULL with a size: out of memory. */
static const char *bytes(const struct as_rows *rows, int column, size_t *size)
{
	const int type = sqlite3_column_type(rows->rows, column);
	const char *data = type == SQLITE_BLOB
				   ? sqlite3_column_blob(rows->rows, column)
				   : (const char *)sqlite3_column_text(rows->rows, column);

	*size = (size_t)sqlite3_column_bytes(rows->rows, column);
	if (data || type == SQLITE_NULL)
		return data;
	if (type == SQLITE_BLOB && *size == 0)
		return "";
	*size = SIZE_MAX;
	return NULL;
}

static void clear(struct as_rows *rows)
{
	struct as_connection *connection = connection_of(rows->owner);

	/* A statement that writes ends with its last row. */
	while (!rows->is_end && !sqlite3_stmt_readonly(rows->rows))
		(void)!next(rows, NULL);
	if (rows->is_walk)
		sqlite3_finalize(rows->rows);
	else
		sqlite3_reset(rows->rows);
	if (connection->lent_by)
		connection->give_back(as_steal(connection->lent_by), connection);
}

static const struct as_sql_ops sql_ops = {
	.find = find_rows,
	.walk = walk,
	.run = run_statement,
	.insert = insert,
	.blame_row = blame_row,
	.damage = damage,
	.next = next,
	.number = number,
	.bytes = bytes,
	.clear = clear,
};

/* ---- opening ---- */

static void finalize(sqlite3_stmt **statement)
{
	sqlite3_finalize(*statement);
}

static void now_ms(sqlite3_context *context, int count, sqlite3_value **values)
{
	struct timespec now;

	(void)count, (void)values;
	clock_gettime(CLOCK_REALTIME, &now);
	sqlite3_result_int64(context, (int64_t)now.tv_sec * 1000 + now.tv_nsec / 1000000);
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

	*connection = (struct as_connection){.sql = {&sql_ops}, .path = path};
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
	for (size_t i = 0; i < connection->prepared_count; i++)
		sqlite3_finalize(connection->prepared[i].statement);
	free(connection->prepared);
	sqlite3_close(connection->db);
	*connection = (struct as_connection){0};
}
