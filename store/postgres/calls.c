/* SPDX-License-Identifier: MIT */
/* The calls of sql.h, on the session. */
#include "postgres.h"

struct operation {
	const struct as_statement *statement;
	const struct as_value *values;
	struct as_rows *rows;
	int64_t changed;
};

static int find_one(struct as_pg_session *session, void *context, struct as_error *error)
{
	const struct operation *one = context;

	return as_sql_find(&session->link.sql, one->statement, one->values, one->rows, error);
}

int as_pg_query(void *back, const struct as_statement *statement, const struct as_value *values,
	struct as_rows *rows, struct as_error *error)
{
	struct as_postgres *postgres = back;
	struct operation one = {statement, values, rows, 0};

	return as_pg_session_call(&postgres->session, find_one, &one, error);
}

static int run_one(struct as_pg_session *session, void *context, struct as_error *error)
{
	struct operation *one = context;

	one->changed = as_sql_run(&session->link.sql, one->statement, one->values, error);
	return one->changed < 0 ? -1 : 0;
}

int64_t as_pg_run_alone(void *back, const struct as_statement *statement,
	const struct as_value *values, struct as_error *error)
{
	struct as_postgres *postgres = back;
	struct operation one = {statement, values, NULL, 0};

	return as_pg_session_call(&postgres->session, run_one, &one, error) ? -1 : one.changed;
}

struct calling {
	as_sql_call *call;
	void *context;
};

static int call_with(struct as_pg_session *session, void *context, struct as_error *error)
{
	const struct calling *calling = context;

	return calling->call(&session->link.sql, calling->context, error);
}

int as_pg_read(void *back, as_sql_call *call, void *context, struct as_error *error)
{
	struct as_postgres *postgres = back;

	return as_pg_session_call(
		&postgres->session, call_with, &(struct calling){call, context}, error);
}

int as_pg_write(void *back, as_sql_call *call, void *context, struct as_error *error)
{
	struct as_postgres *postgres = back;

	return as_pg_session_write(
		&postgres->session, call_with, &(struct calling){call, context}, error);
}

/* On a connection of its own: it may take long, and the session must send heartbeats. The
 * transaction is idle while a large blob is exported. */
int as_pg_snapshot(void *back, as_sql_call *call, void *context, struct as_error *error)
{
	struct as_postgres *postgres = back;
	struct as_pg_link link;
	int done = as_pg_link_open(&link, postgres->session.url, error);

	link.answer_ns = AS_PG_SETUP_NS;
	if (done == 0)
		done = as_pg_do(&link, "SET idle_in_transaction_session_timeout = 0", error) ||
				       as_pg_do(&link,
					       "BEGIN ISOLATION LEVEL REPEATABLE READ READ ONLY",
					       error)
			       ? -1
			       : call(&link.sql, context, error);
	as_pg_link_close(&link);
	return done;
}
