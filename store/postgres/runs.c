/* SPDX-License-Identifier: MIT */
/*
 * The runs of a worker are in the row of its session: an unlogged table, whose rows can be changed
 * by their own connection only (guard.c) and are removed with the session. The runs of a job that
 * the session has not claimed are not read.
 */
#include "postgres.h"

static int write_runs(struct as_pg_session *session, void *context, struct as_error *error)
{
	struct as_pg_values values = {0};

	as_pg_add_number(&values, session->number);
	as_pg_add_text(&values, context);
	return as_pg_run(&session->link, AS_PG_RUNS_WRITE, &values, NULL, error);
}

int as_pg_write_runs(void *back, const char *text, struct as_error *error)
{
	struct as_postgres *postgres = back;

	return as_pg_session_call(&postgres->session, write_runs, (void *)text, error);
}

int as_pg_read_runs(
	void *back, int64_t space, as_take_runs *take, void *context, struct as_error *error)
{
	struct as_postgres *postgres = back;
	AS_PG_QUERY query = {.which = AS_PG_RUNS_READ};

	as_pg_add_number(&query.values, space);
	if (as_pg_session_find(&postgres->session, &query, error) < 0)
		return -1;
	for (int i = 0; i < PQntuples(query.rows); i++) {
		AS_AUTO_FREE char *claims = NULL, *text = NULL;
		if (as_pg_take_text(query.rows, i, 0, &claims, error) ||
			as_pg_take_text(query.rows, i, 1, &text, error) ||
			take(context, claims ? claims : "", text ? text : "", error))
			return -1;
	}
	return 0;
}
