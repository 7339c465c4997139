/* SPDX-License-Identifier: MIT */
/*
 * The runs of a worker are in the row of its session: an unlogged table, whose rows can be changed
 * by their own connection only (guard.c) and are removed with the session. The runs of a job that
 * the session has not claimed are not read.
 */
#include "postgres.h"

static int write_runs(struct as_pg_session *session, void *context, struct as_error *error)
{
	static const struct as_statement set = {
		.text = "UPDATE session SET runs = $2 WHERE id = $1 AND pid = pg_backend_pid()"};

	return as_sql_run(&session->link.sql, &set,
		       AS_VALUES(AS_INT(session->number), AS_TEXT(context)), error) < 0
		       ? -1
		       : 0;
}

int as_pg_write_runs(void *back, const char *text, struct as_error *error)
{
	struct as_postgres *postgres = back;

	return as_pg_session_call(&postgres->session, write_runs, (void *)text, error);
}

int as_pg_read_runs(
	void *back, int64_t space, as_take_runs *take, void *context, struct as_error *error)
{
	/* Claims are found by their index of the session. */
	static const struct as_statement read = {
		.text = "SELECT string_agg(job.id || ' ' || job.attempt, E'\\n'), session.runs"
			" FROM session JOIN job ON job.session = session.id AND job.state = 1"
			" WHERE session.runs IS NOT NULL AND job.space = $1 GROUP BY session.id"};
	AS_ROWS rows = {0};
	int found = as_pg_query(back, &read, AS_VALUES(AS_INT(space)), &rows, error);

	for (; found == 1; found = as_rows_next(&rows, error)) {
		const char *claims = as_rows_text(&rows, 0), *text = as_rows_text(&rows, 1);
		if (take(context, claims ? claims : "", text ? text : "", error))
			return -1;
	}
	return found;
}
