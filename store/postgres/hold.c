/* SPDX-License-Identifier: MIT */
/*
 * Held packages, as in a file (sqlite/hold.c), and changes of one job. Transactions that queue jobs
 * or release claims share the lock on holds, so that none misses a hold that is committed
 * meanwhile.
 */
#include "postgres.h"

/* ---- faults ---- */

static int hold(
	struct as_pg_link *link, const char *package, const char *cause, struct as_error *error)
{
	struct as_pg_values held = {0}, jobs = {0};

	as_pg_add_text(&held, package);
	as_pg_add_name(&held, cause);
	as_pg_add_text(&jobs, package);
	return as_pg_run(link, AS_PG_HOLD_SET, &held, NULL, error) ||
			       as_pg_run(link, AS_PG_HOLD_JOBS, &jobs, NULL, error)
		       ? -1
		       : 0;
}

int as_pg_note_fault(
	struct as_pg_link *link, int64_t job, const char *cause, struct as_error *error)
{
	struct as_pg_values values = {0};
	char package[AS_DIGEST_HEX_SIZE];
	AS_PG_ROWS rows = NULL;

	as_pg_add_number(&values, job);
	if (!*cause)
		return as_pg_run(link, AS_PG_FAULT_CLEAR, &values, NULL, error);
	as_pg_add_name(&values, cause);
	const int found = as_pg_find(link, AS_PG_FAULT_COUNT, &values, &rows, error);
	if (found != 1)
		return found;
	as_pg_copy_text(rows, 0, 0, package, sizeof(package));
	return as_pg_number(rows, 0, 1) < as_pg_number(rows, 0, 2)
		       ? 0
		       : hold(link, package, cause, error);
}

/* ---- releasing ---- */

struct release {
	const char *package;
	uint64_t jobs;
};

static int release(struct as_pg_session *session, void *context, struct as_error *error)
{
	struct as_pg_link *link = &session->link;
	struct release *release = context;
	struct as_pg_values values = {0};
	AS_PG_ROWS cleared = NULL;
	AS_PG_ROWS queued = NULL;

	as_pg_add_text(&values, release->package);
	if (as_pg_run(link, AS_PG_HOLD_LOCK, NULL, NULL, error))
		return -1;
	const int found = as_pg_find(link, AS_PG_HOLD_CLEAR, &values, &cleared, error);
	if (found != 1)
		return found;
	if (as_pg_run(link, AS_PG_HOLD_RELEASE, &values, &queued, error))
		return -1;
	release->jobs = (uint64_t)as_pg_number(queued, 0, 0);
	return 1;
}

int as_pg_release_package(void *back, const char *package, uint64_t *jobs, struct as_error *error)
{
	struct as_postgres *postgres = back;
	struct release context = {.package = package};
	const int found = as_pg_session_write(&postgres->session, release, &context, error);

	*jobs = context.jobs;
	if (found == 1)
		as_pg_bell_queued(&postgres->bell);
	return found;
}

/* ---- one job ---- */

int as_pg_cancel(void *back, int64_t job, struct as_error *error)
{
	struct as_postgres *postgres = back;
	AS_PG_QUERY query = {.which = AS_PG_JOB_CANCEL};

	as_pg_add_number(&query.values, job);
	const int found = as_pg_session_find(&postgres->session, &query, error);
	if (found == 1)
		as_pg_bell_ring(&postgres->bell, true);
	return found;
}

int as_pg_prioritize(void *back, int64_t job, int64_t priority, struct as_error *error)
{
	struct as_postgres *postgres = back;
	AS_PG_QUERY query = {.which = AS_PG_JOB_PRIORITIZE};

	as_pg_add_number(&query.values, job);
	as_pg_add_number(&query.values, priority);
	return as_pg_session_find(&postgres->session, &query, error);
}
