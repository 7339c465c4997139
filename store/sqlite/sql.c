/* SPDX-License-Identifier: MIT */
/* Statements of both back ends, on connections of this one (sql.h). */
#include "sqlite.h"

#include <string.h>

static struct as_connection *connection_of(struct as_sql *sql)
{
	return (struct as_connection *)sql;
}

/* ---- preparing ---- */

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
	if (sqlite3_prepare_v3(connection->db, text, -1, flags, &statement, NULL) != SQLITE_OK)
		as_connection_error(connection, error);
	return statement;
}

static sqlite3_stmt *find_prepared(struct as_connection *connection,
	const struct as_statement *statement, struct as_error *error)
{
	struct as_prepared *all = connection->prepared;

	for (size_t i = 0; i < connection->prepared_count; i++)
		if (all[i].of == statement) {
			sqlite3_reset(all[i].statement);
			sqlite3_clear_bindings(all[i].statement);
			return all[i].statement;
		}
	all = reallocarray(all, connection->prepared_count + 1, sizeof(*all));
	if (!all) {
		as_error_no_memory(error);
		return NULL;
	}
	connection->prepared = all;
	all += connection->prepared_count;
	*all = (struct as_prepared){
		statement, prepare(connection, statement->text, SQLITE_PREPARE_PERSISTENT, error)};
	connection->prepared_count += all->statement != NULL;
	return all->statement;
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

/* ---- running ---- */

static int next(struct as_rows *rows, struct as_error *error)
{
	const int code = sqlite3_step(rows->rows);

	rows->is_end = code != SQLITE_ROW;
	if (!rows->is_end)
		return 1;
	if (code != SQLITE_DONE)
		as_connection_error(connection_of(rows->owner), error);
	sqlite3_reset(rows->rows);
	return code == SQLITE_DONE ? 0 : -1;
}

static int find(struct as_sql *sql, const struct as_statement *statement,
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

static int64_t run(struct as_sql *sql, const struct as_statement *statement,
	const struct as_value *values, struct as_error *error)
{
	AS_ROWS rows = {0};
	int found = find(sql, statement, values, &rows, error);

	while (found == 1)
		found = next(&rows, error);
	if (!rows.ops)
		return found;
	return found < 0 ? -1 : sqlite3_changes64(connection_of(sql)->db);
}

/* ---- rows ---- */

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
		as_reader_give(as_steal(connection->lent_by), connection);
}

const struct as_sql_ops as_sqlite_sql_ops = {
	.find = find,
	.walk = walk,
	.run = run,
	.next = next,
	.number = number,
	.bytes = bytes,
	.clear = clear,
};

/* ---- the calls of back.h ---- */

int as_sqlite_query(void *back, const struct as_statement *statement, const struct as_value *values,
	struct as_rows *rows, struct as_error *error)
{
	struct as_connection *reader = as_reader_take(back, error);

	if (!reader)
		return -1;
	const int found = find(&reader->sql, statement, values, rows, error);
	/* The rows keep the connection. */
	if (rows->ops)
		reader->lent_by = back;
	else
		as_reader_give(back, reader);
	return found;
}

struct execution {
	const struct as_statement *statement;
	const struct as_value *values;
	int64_t changed;
};

static int execute(struct as_connection *writer, void *context, struct as_error *error)
{
	struct execution *execution = context;

	execution->changed = run(&writer->sql, execution->statement, execution->values, error);
	return execution->changed < 0 ? -1 : 0;
}

int64_t as_sqlite_execute(void *back, const struct as_statement *statement,
	const struct as_value *values, struct as_error *error)
{
	struct as_sqlite *sqlite = back;
	struct execution execution = {statement, values, 0};

	return as_writer_write(&sqlite->writer, execute, &execution, error) ? -1
									    : execution.changed;
}

struct calling {
	as_sql_call *call;
	void *context;
};

static int call_with(struct as_connection *writer, void *context, struct as_error *error)
{
	const struct calling *calling = context;

	return calling->call(&writer->sql, calling->context, error);
}

int as_sqlite_read(void *back, as_sql_call *call, void *context, struct as_error *error)
{
	struct as_connection *reader = as_reader_take(back, error);

	if (!reader)
		return -1;
	const int done = call(&reader->sql, context, error);
	as_reader_give(back, reader);
	return done;
}

int as_sqlite_write(void *back, as_sql_call *call, void *context, struct as_error *error)
{
	struct as_sqlite *sqlite = back;

	return as_writer_write(&sqlite->writer, call_with, &(struct calling){call, context}, error);
}

int as_sqlite_snapshot(void *back, as_sql_call *call, void *context, struct as_error *error)
{
	struct as_connection *reader = as_reader_take(back, error);

	if (!reader)
		return -1;
	const int failed =
		as_connection_run(reader, "BEGIN", error) ? -1 : call(&reader->sql, context, error);
	if (!sqlite3_get_autocommit(reader->db))
		sqlite3_exec(reader->db, "ROLLBACK", NULL, NULL, NULL);
	as_reader_give(back, reader);
	return failed;
}
