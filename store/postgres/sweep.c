/* SPDX-License-Identifier: MIT */
/*
 * Cleans up after dead sessions. Every process with the store open calls this once a second; one of
 * them does it (an advisory lock, and the time of the last sweep), in one transaction:
 * 1. A session without a heartbeat for 15 s is terminated: its process is stopped, or its machine
 *    is gone. Its lock is free at the next sweep. A user may terminate sessions of its own roles
 *    only.
 * 2. Claims of sessions that the server does not know, or that are older than the server, are
 *    queued again. The server died, not the worker, so that is not counted as a death.
 * 3. A session whose lock is free is dead, as is one without a heartbeat for 20 s, even
 *    if another user owns it: each of its jobs gets one more death, and fails or is queued again.
 *
 * If the process continues later, its heartbeat finds no row.
 */
#include "postgres.h"

static int fail_poison(struct as_pg_link *link, int64_t session, struct as_error *error)
{
	struct as_pg_values values = {0};
	int found;

	as_pg_add_number(&values, session);
	for (;;) {
		struct as_pg_values failed = {0};
		AS_PG_ROWS rows = NULL;
		char cause[256];
		found = as_pg_find(link, AS_PG_SWEEP_FIND_POISON, &values, &rows, error);
		if (found != 1)
			return found;
		as_store_death_cause(
			as_pg_number(rows, 0, 1), as_pg_number(rows, 0, 2), cause, sizeof(cause));
		as_pg_add_number(&failed, as_pg_number(rows, 0, 0));
		as_pg_add_number(&failed, AS_ERROR_INTERNAL);
		as_pg_add_text(&failed, cause);
		if (as_pg_run(link, AS_PG_SWEEP_FAIL_POISON, &failed, NULL, error))
			return -1;
	}
}

static int bury(struct as_pg_link *link, int64_t session, struct as_error *error)
{
	struct as_pg_values values = {0};

	as_pg_add_number(&values, session);
	return as_pg_run(link, AS_PG_SWEEP_COUNT_DEATH, &values, NULL, error) ||
			       fail_poison(link, session, error) ||
			       as_pg_run(link, AS_PG_SESSION_RELEASE, &values, NULL, error) ||
			       as_pg_run(link, AS_PG_SESSION_REMOVE, &values, NULL, error)
		       ? -1
		       : 0;
}

static int bury_dead(
	struct as_pg_link *link, const struct as_pg_values *own, struct as_error *error)
{
	AS_PG_ROWS dead = NULL;

	if (as_pg_run(link, AS_PG_SWEEP_LIST_DEAD, own, &dead, error))
		return -1;
	for (int i = 0; i < PQntuples(dead); i++)
		if (bury(link, as_pg_number(dead, i, 0), error))
			return -1;
	return 0;
}

static int sweep(struct as_pg_link *link, int64_t own_number, struct as_error *error)
{
	struct as_pg_values own = {0};

	as_pg_add_number(&own, own_number);
	return as_pg_run(link, AS_PG_HOLD_SHARE, NULL, NULL, error) ||
			       as_pg_run(link, AS_PG_SWEEP_END_SILENT, &own, NULL, error) ||
			       as_pg_run(link, AS_PG_SWEEP_RELEASE_LOST, &own, NULL, error) ||
			       bury_dead(link, &own, error)
		       ? -1
		       : 0;
}

/* 1 if this process is the one to sweep now. */
static int is_due(struct as_pg_link *link, bool at_once, struct as_error *error)
{
	AS_PG_ROWS locked = NULL;
	AS_PG_ROWS due = NULL;

	if (at_once)
		return as_pg_run(link, AS_PG_SWEEP_WAIT, NULL, NULL, error) ? -1 : 1;
	if (as_pg_run(link, AS_PG_SWEEP_LOCK, NULL, &locked, error))
		return -1;
	return as_pg_number(locked, 0, 0) ? as_pg_find(link, AS_PG_SWEEP_DUE, NULL, &due, error)
					  : 0;
}

int as_pg_sweep(struct as_pg_link *link, int64_t own, bool at_once, struct as_error *error)
{
	if (!link->may_judge)
		return 0;
	if (as_pg_do(link, "BEGIN", error))
		return -1;
	const int due = is_due(link, at_once, error);
	if (due < 0 || (due && sweep(link, own, error)) || as_pg_do(link, "COMMIT", error)) {
		as_pg_roll_back(link);
		return -1;
	}
	return due ? as_pg_number_events(link, error) : 0;
}
