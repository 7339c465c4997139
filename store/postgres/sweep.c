/* SPDX-License-Identifier: MIT */
/*
 * Cleans up after dead sessions. Every process with the store open calls as_pg_sweep once a second.
 * An advisory lock and the time of the last sweep let one process sweep, in one transaction:
 * 1. A session without a heartbeat for 15 s is terminated: its process is stopped, or its machine
 *    is gone. Its lock is free at the next sweep. A user may terminate sessions of its own roles
 *    only.
 * 2. Claims of sessions that the server does not know, or that are older than the server, are
 *    queued again. The server died, not the worker, so this does not count as a death.
 * 3. A session is dead if its lock is free, or if it had no heartbeat for 20 s, even if another
 *    user owns it. Each of its jobs gets one more death, and fails or is queued again.
 *
 * If the process of a dead session continues later, its heartbeat finds no row.
 *
 * Heartbeats have times of the server's clock. A step of that clock would make all sessions silent
 * at once, so a process counts silence only when that clock and its own monotonic clock have
 * agreed for 15 s.
 */
#include "jobs.h"
#include "postgres.h"

#include <stdlib.h>

/* A smaller difference of the clocks is not a step, because silence takes longer. */
#define STEP_MS 5000
#define AGREED_NS INT64_C(15000000000)

static int fail_poison(struct as_sql *sql, int64_t session, struct as_error *error)
{
	static const struct as_statement find = {
		.text = "SELECT id, deaths, " AS_SQL_ATTEMPTS " FROM job WHERE state = 1"
			" AND session = $1 AND deaths >= " AS_SQL_ATTEMPTS " LIMIT 1"};
	static const struct as_statement fail = {
		.text = "WITH failed AS (UPDATE job SET state = 3, session = NULL, cause_kind = $2,"
			" cause_errno = 0, cause = $3 WHERE id = $1 RETURNING id, space)"
			" INSERT INTO unnumbered (space, job, kind, time)"
			" SELECT space, id, 2, now_ms() FROM failed"};
	AS_ROWS rows = {0};
	char cause[256];
	int found;

	while ((found = as_sql_find(sql, &find, AS_VALUES(AS_INT(session)), &rows, error)) == 1) {
		as_store_death_cause(
			as_rows_number(&rows, 1), as_rows_number(&rows, 2), cause, sizeof(cause));
		if (as_sql_run(sql, &fail,
			    AS_VALUES(AS_INT(as_rows_number(&rows, 0)), AS_INT(AS_ERROR_INTERNAL),
				    AS_TEXT(cause)),
			    error) < 0)
			return -1;
	}
	return found;
}

static int bury(struct as_sql *sql, int64_t session, struct as_error *error)
{
	static const struct as_statement count = {
		.text = "UPDATE job SET deaths = deaths + 1 WHERE state = 1 AND session = $1"};
	const struct as_value *values = AS_VALUES(AS_INT(session));

	return as_sql_run(sql, &count, values, error) < 0 || fail_poison(sql, session, error) ||
			       as_sql_run(sql, &as_pg_session_release, values, error) < 0 ||
			       as_sql_run(sql, &as_pg_session_remove, values, error) < 0
		       ? -1
		       : 0;
}

/* After a clock was set back, the last heartbeat is in the future. */
#define SILENT_FOR(time)                                                                           \
	"session.seen NOT BETWEEN clock_timestamp() - interval " time                              \
	" AND clock_timestamp() + interval " time

static int bury_dead(struct as_sql *sql, int64_t own, bool counts_silence, struct as_error *error)
{
	/* clang-format off */
	static const struct as_statement list = {
		.text = "SELECT id FROM session WHERE CASE WHEN id = $1 THEN false"
			" WHEN $2::bigint = 1 AND " SILENT_FOR("'20 s'") " THEN true ELSE"
			" pg_try_advisory_xact_lock(" AS_PG_LOCK_SESSION ", id::int) END"};
	/* clang-format on */
	AS_ROWS rows = {0};
	int found = as_sql_find(
		sql, &list, AS_VALUES(AS_INT(own), AS_INT(counts_silence)), &rows, error);

	for (; found == 1; found = as_rows_next(&rows, error))
		if (bury(sql, as_rows_number(&rows, 0), error))
			return -1;
	return found;
}

static int sweep(
	struct as_sql *sql, int64_t own_number, bool counts_silence, struct as_error *error)
{
	/* clang-format off */
	static const struct as_statement end_silent = {
		.text = "SELECT pg_terminate_backend(activity.pid) FROM session"
			" JOIN pg_stat_activity AS activity ON activity.pid = session.pid"
			" AND activity.backend_start = session.backend_start"
			" JOIN pg_roles AS whose ON whose.oid = activity.usesysid"
			" WHERE session.id <> $1"
			" AND " SILENT_FOR("'15 s'")
			" AND CASE WHEN whose.rolsuper THEN current_setting('is_superuser')::boolean"
			" ELSE pg_has_role(whose.oid, 'USAGE')"
			" OR pg_has_role('pg_signal_backend', 'USAGE') END"};
	/* clang-format on */
	/* The server died, so this is not the death of a worker. */
	static const struct as_statement release_lost = {
		.text = "WITH lost AS MATERIALIZED (SELECT DISTINCT session AS id FROM job"
			" WHERE state = 1 AND NOT EXISTS (SELECT 1 FROM session"
			" WHERE session.id = job.session"
			" AND session.server_start = pg_postmaster_start_time()))"
			" UPDATE job SET " AS_SQL_PUT_BACK " FROM lost"
			" WHERE job.state = 1 AND job.session = lost.id AND lost.id <> $1"};
	const struct as_value *own = AS_VALUES(AS_INT(own_number));

	return as_sql_run(sql, &as_hold_share, NULL, error) < 0 ||
			       (counts_silence && as_sql_run(sql, &end_silent, own, error) < 0) ||
			       as_sql_run(sql, &release_lost, own, error) < 0 ||
			       bury_dead(sql, own_number, counts_silence, error)
		       ? -1
		       : 0;
}

#define LOCK AS_PG_LOCK_STORE ", " AS_PG_LOCK_SWEEP

/* A slow answer may look like a step; then silence counts later. */
static void compare(struct as_pg_clock *clock, int64_t server_ms)
{
	const int64_t now_ns = as_now_ns();
	const int64_t ahead_ms = server_ms - now_ns / 1000000;

	if (clock->agreed_ns == 0 || llabs(ahead_ms - clock->ahead_ms) > STEP_MS)
		clock->agreed_ns = now_ns;
	clock->ahead_ms = ahead_ms;
}

/* 1 if this process must sweep now. */
static int is_due(struct as_sql *sql, struct as_pg_clock *clock, struct as_error *error)
{
	static const struct as_statement wait = {.text = "SELECT pg_advisory_xact_lock(" LOCK ")"};
	static const struct as_statement try = {
		.text = "SELECT pg_try_advisory_xact_lock(" LOCK ")::int::bigint, now_ms()"};
	/* This also works after the server's clock was set back. */
	static const struct as_statement due = {
		.text = "INSERT INTO sweep AS s (id, at) VALUES (1, clock_timestamp())"
			" ON CONFLICT (id) DO UPDATE SET at = clock_timestamp() WHERE s.at NOT"
			" BETWEEN clock_timestamp() - interval '0.9 s' AND clock_timestamp()"};
	AS_ROWS rows = {0};

	if (!clock)
		return as_sql_run(sql, &wait, NULL, error) < 0 ? -1 : 1;
	if (as_sql_find(sql, &try, NULL, &rows, error) != 1)
		return -1;
	compare(clock, as_rows_number(&rows, 1));
	return as_rows_number(&rows, 0) ? (int)as_sql_run(sql, &due, NULL, error) : 0;
}

int as_pg_sweep(
	struct as_pg_link *link, int64_t own, struct as_pg_clock *clock, struct as_error *error)
{
	if (!link->may_judge)
		return 0;
	if (as_pg_do(link, "BEGIN", error))
		return -1;
	const int due = is_due(&link->sql, clock, error);
	const bool counts_silence = clock && as_now_ns() - clock->agreed_ns >= AGREED_NS;
	if (due < 0 || (due && sweep(&link->sql, own, counts_silence, error)) ||
		as_pg_do(link, "COMMIT", error)) {
		as_pg_roll_back(link);
		return -1;
	}
	return due ? as_pg_number_events(link, error) : 0;
}
