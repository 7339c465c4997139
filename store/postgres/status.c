/* SPDX-License-Identifier: MIT */
/*
 * Reads the state of a store, in one transaction. A worker is a process that serves lanes. Counting
 * millions of jobs takes seconds, so this has a connection of its own: the session must send
 * heartbeats.
 */
#include "postgres.h"

/* ---- the queue ---- */

static int read_queue(
	struct as_pg_link *link, struct as_store_status *status, struct as_error *error)
{
	AS_PG_ROWS rows = NULL;

	if (as_pg_run(link, AS_PG_STATUS_QUEUE, NULL, &rows, error))
		return -1;
	for (int i = 0; i < PQntuples(rows); i++)
		as_status_count(status, as_pg_number(rows, i, 0), as_pg_number(rows, i, 1),
			(uint64_t)as_pg_number(rows, i, 2), as_pg_number(rows, i, 3));
	return 0;
}

static int read_rates(
	struct as_pg_link *link, struct as_store_status *status, struct as_error *error)
{
	AS_PG_ROWS rows = NULL;

	if (as_pg_run(link, AS_PG_STATUS_RATES, NULL, &rows, error))
		return -1;
	status->results = (uint64_t)as_pg_number(rows, 0, 0);
	status->results_minute = (uint64_t)as_pg_number(rows, 0, 1);
	status->results_hour = (uint64_t)as_pg_number(rows, 0, 2);
	status->failed = (uint64_t)as_pg_number(rows, 0, 3);
	return 0;
}

/* ---- who works, and what is held ---- */

static int read_workers(
	struct as_pg_link *link, struct as_store_status *status, struct as_error *error)
{
	AS_PG_ROWS rows = NULL;

	if (as_pg_run(link, AS_PG_STATUS_WORKERS, NULL, &rows, error))
		return -1;
	status->workers = calloc((size_t)PQntuples(rows) + 1, sizeof(*status->workers));
	if (!status->workers)
		return as_error_no_memory(error);
	for (int i = 0; i < PQntuples(rows); i++) {
		struct as_store_worker *worker = &status->workers[status->worker_count++];
		worker->is_alive = as_pg_number(rows, i, 1);
		worker->opened_ms = as_pg_number(rows, i, 2);
		worker->claimed = (uint64_t)as_pg_number(rows, i, 3);
		if (as_pg_take_text(rows, i, 0, &worker->name, error))
			return -1;
	}
	return 0;
}

static int read_holds(
	struct as_pg_link *link, struct as_store_status *status, struct as_error *error)
{
	AS_PG_ROWS rows = NULL;

	if (as_pg_run(link, AS_PG_STATUS_HOLDS, NULL, &rows, error))
		return -1;
	status->holds = calloc((size_t)PQntuples(rows) + 1, sizeof(*status->holds));
	if (!status->holds)
		return as_error_no_memory(error);
	for (int i = 0; i < PQntuples(rows); i++) {
		struct as_store_hold *hold = &status->holds[status->hold_count++];
		as_pg_copy_text(rows, i, 0, hold->package, sizeof(hold->package));
		hold->held_ms = as_pg_number(rows, i, 3);
		hold->jobs = (uint64_t)as_pg_number(rows, i, 4);
		if (as_pg_take_text(rows, i, 1, &hold->name, error) ||
			as_pg_take_text(rows, i, 2, &hold->cause, error))
			return -1;
	}
	return 0;
}

/* ---- all ---- */

static int read_all(struct as_pg_link *link, struct as_store_status *status, struct as_error *error)
{
	return as_pg_do(link, "BEGIN ISOLATION LEVEL REPEATABLE READ READ ONLY", error) ||
			       read_queue(link, status, error) || read_rates(link, status, error) ||
			       read_workers(link, status, error) ||
			       read_holds(link, status, error) || as_pg_do(link, "COMMIT", error)
		       ? -1
		       : 0;
}

int as_pg_read_status(void *back, struct as_store_status *status, struct as_error *error)
{
	struct as_postgres *postgres = back;
	struct as_pg_link link;
	int failed = as_pg_link_open(&link, postgres->session.url, error);

	link.answer_ns = AS_PG_SETUP_NS;
	if (!failed)
		failed = read_all(&link, status, error);
	as_pg_link_close(&link);
	return failed ? -1 : 0;
}
