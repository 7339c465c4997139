/* SPDX-License-Identifier: MIT */
/* Checks the rows. The server enforces references; queries check the rest, on a separate
 * connection, because they may take long and the session must send heartbeats. */
#include "postgres.h"

/* Columns as text. */
static const char jobs_query[] =
	"SELECT job.id, 'is done but has no result of its own' FROM job LEFT JOIN result ON"
	" result.id = job.result WHERE state = 2 AND result.job IS DISTINCT FROM job.id"
	" UNION ALL SELECT id, 'is claimed by no session' FROM job WHERE state = 1 AND session IS"
	" NULL"
	" UNION ALL SELECT id, 'failed without a cause' FROM job WHERE state = 3 AND cause IS NULL"
	" UNION ALL SELECT id, 'has an unknown state' FROM job WHERE state NOT BETWEEN 0 AND 5";
static const char events_query[] =
	"SELECT number, 'has an unknown kind' FROM event WHERE kind NOT BETWEEN 0 AND 4"
	" UNION ALL SELECT number, 'is of a job that is missing' FROM event WHERE (job <> 0 OR "
	"kind <> 4)"
	" AND NOT EXISTS (SELECT 1 FROM job WHERE job.id = event.job)";
static const char counts_query[] =
	"SELECT (SELECT count(*) FROM job), (SELECT count(*) FROM result)";

/* Reports the rows that a query returns. 1: the caller ends the check. */
static int check_each(struct as_pg_link *link, const char *what, const char *query,
	as_store_problem problem, void *context, struct as_error *error)
{
	AS_PG_ROWS rows = NULL;
	char text[200];

	if (as_pg_text(link, query, AS_PG_SETUP_NS, &rows, error))
		return -1;
	for (int i = 0; i < PQntuples(rows); i++) {
		snprintf(text, sizeof(text), "%s %s %s; restore a backup", what,
			PQgetvalue(rows, i, 0), PQgetvalue(rows, i, 1));
		if (problem(context, text))
			return 1;
	}
	return 0;
}

static int check_all(
	struct as_pg_link *link, as_store_problem problem, void *context, struct as_error *error)
{
	const int ended = check_each(link, "job", jobs_query, problem, context, error);

	return ended ? ended : check_each(link, "event", events_query, problem, context, error);
}

static int count_rows(
	struct as_pg_link *link, struct as_store_checked *checked, struct as_error *error)
{
	AS_PG_ROWS rows = NULL;

	if (as_pg_text(link, counts_query, AS_PG_SETUP_NS, &rows, error))
		return -1;
	checked->job_count = strtoull(PQgetvalue(rows, 0, 0), NULL, 10);
	checked->result_count = strtoull(PQgetvalue(rows, 0, 1), NULL, 10);
	return 0;
}

int as_pg_check_rows(void *back, const atomic_bool *cancel, as_store_problem problem, void *context,
	struct as_store_checked *checked, struct as_error *error)
{
	struct as_postgres *postgres = back;
	struct as_pg_link link;
	const int failed = as_pg_link_open(&link, postgres->session.url, error) ||
			   check_all(&link, problem, context, error) < 0 ||
			   as_cancel_check(cancel, error) || count_rows(&link, checked, error);

	as_pg_link_close(&link);
	return failed ? -1 : 0;
}
