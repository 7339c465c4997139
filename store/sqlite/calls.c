/* SPDX-License-Identifier: MIT */
/* The calls of sql.h: those that write are made by the writer, the others with a reader. */
#include "sqlite.h"

int as_sqlite_query(void *back, const struct as_statement *statement, const struct as_value *values,
	struct as_rows *rows, struct as_error *error)
{
	struct as_connection *reader = as_reader_take(back, error);

	if (!reader)
		return -1;
	const int found = as_sql_find(&reader->sql, statement, values, rows, error);
	/* The rows keep the connection. */
	if (rows->ops) {
		reader->lent_by = back;
		reader->give_back = as_reader_give;
	} else {
		as_reader_give(back, reader);
	}
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

	execution->changed =
		as_sql_run(&writer->sql, execution->statement, execution->values, error);
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
