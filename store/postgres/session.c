/* SPDX-License-Identifier: MIT */
/*
 * A session is a connection with a number. It holds an advisory lock of that number, which ends
 * with the connection; a process that gets the lock knows that the session is dead (sweep.c). A
 * stopped process keeps its connection, so a session also sends heartbeats: it writes the time into
 * its row.
 *
 * 1. Opening: the number with its lock, then the row, because a row whose lock is free is a dead
 *    session.
 * 2. An operation that finds the connection lost, or gets no answer for 10 s, opens a new session.
 *    It ends the old session, which may still exist on the server, and releases its claims.
 *    Results of those claims are refused from then on. The role of a worker may release them only
 * if the old session has ended; otherwise the sweep does it.
 * 3. A heartbeat that finds no row: the session was considered dead, and a new one is opened.
 * 4. A heartbeat that finds the row of another connection: a pooler gives each transaction another
 *    connection, so that locks and heartbeats do not work.
 */
#include "jobs.h"
#include "postgres.h"

#include <string.h>
#include <time.h>

#define BEAT_NS INT64_C(2000000000)
/* How long an operation continues while the server is not reachable. */
#define PATIENCE_NS INT64_C(30000000000)
/* The same after an operation has waited this long: a command that ends makes several. */
#define LATER_NS INT64_C(500000000)
/* The first and the longest pause between two tries. */
#define PAUSE_NS INT64_C(100000000)
#define PAUSE_MAX_NS INT64_C(1600000000)

/* ---- opening ---- */

/* Other sessions and their claims use few numbers. */
#define NUMBER_TRIES 10000

/* The next number without a session, a claim or a lock. */
static int take_number(struct as_pg_session *session, struct as_error *error)
{
	static const struct as_statement next = {
		.text = "SELECT number, CASE WHEN EXISTS (SELECT FROM session WHERE id = number)"
			" OR EXISTS (SELECT FROM job WHERE state = 1 AND session = number) THEN 0"
			" ELSE pg_try_advisory_lock(" AS_PG_LOCK_SESSION
			", number::int)::int::bigint END FROM nextval('session_number') AS number"};

	for (int i = 0; i < NUMBER_TRIES; i++) {
		AS_ROWS rows = {0};
		if (as_sql_find(&session->link.sql, &next, NULL, &rows, error) != 1)
			return -1;
		const int64_t number = as_rows_number(&rows, 0);
		if (as_rows_number(&rows, 1)) {
			session->number = number;
			return 0;
		}
	}
	return as_error_set(error, AS_ERROR_INTERNAL,
		"the store has no free number for this session; run the command again");
}

static int make_name(struct as_pg_session *session, struct as_error *error)
{
	char host[256] = "";

	gethostname(host, sizeof(host) - 1);
	session->name = as_text_format(error, "%s:%d", host, (int)getpid());
	return session->name ? 0 : -1;
}

static int add_row(struct as_pg_session *session, struct as_error *error)
{
	static const struct as_statement add = {
		.text = "INSERT INTO session (id, name, pid, backend_start, server_start, opened,"
			" seen) SELECT $1::bigint, $2::text, pid, backend_start,"
			" pg_postmaster_start_time(), now_ms(), clock_timestamp()"
			" FROM pg_stat_activity WHERE pid = pg_backend_pid()"};

	if (!session->name && make_name(session, error))
		return -1;
	return as_sql_run(&session->link.sql, &add,
		       AS_VALUES(AS_INT(session->number), AS_TEXT(session->name)), error) < 0
		       ? -1
		       : 0;
}

static int refuse(struct as_pg_session *session, const char *text, struct as_error *error)
{
	as_error_set(&session->refused, AS_ERROR_USAGE, "%s", text);
	return as_error_set(error, AS_ERROR_USAGE, "%s", text);
}

/* There is no row for this session and connection. */
static int explain_missing_row(struct as_pg_session *session, struct as_error *error)
{
	static const struct as_statement find = {.text = "SELECT id FROM session WHERE id = $1"};
	AS_ROWS rows = {0};
	const int found = as_sql_find(
		&session->link.sql, &find, AS_VALUES(AS_INT(session->number)), &rows, error);

	if (found < 0)
		return -1;
	if (found)
		return refuse(session, AS_PG_POOLER, error);
	session->link.is_lost = true;
	return as_error_set(error, AS_ERROR_INTERNAL,
		"the store took this process for dead, because it was silent; run the command "
		"again");
}

static int beat(struct as_pg_session *session, struct as_error *error)
{
	static const struct as_statement set = {
		.text = "UPDATE session SET seen = clock_timestamp() WHERE id = $1"
			" AND pid = pg_backend_pid() RETURNING (SELECT version FROM version)"};
	AS_ROWS rows = {0};
	const int found = as_sql_find(
		&session->link.sql, &set, AS_VALUES(AS_INT(session->number)), &rows, error);

	if (found < 0)
		return -1;
	if (!found)
		return explain_missing_row(session, error);
	const int64_t version = as_rows_number(&rows, 0);
	if (version < 0 && !session->is_importing)
		return refuse(session, AS_PG_INCOMPLETE, error);
	if (llabs(version) != (int64_t)as_pg_migration_count)
		return refuse(session,
			"a newer assay has brought the store to its version; use a newer assay",
			error);
	session->beaten_ns = as_now_ns();
	return 0;
}

static int read_rights(struct as_pg_link *link, struct as_error *error)
{
	static const struct as_statement read = {
		.text = "SELECT has_any_column_privilege('job', 'UPDATE')::int::bigint"};
	AS_ROWS rows = {0};

	if (as_sql_find(&link->sql, &read, NULL, &rows, error) != 1)
		return -1;
	link->may_judge = as_rows_number(&rows, 0);
	return 0;
}

static int migrate(struct as_pg_session *session, struct as_error *error)
{
	return session->is_importing ? 0
				     : as_pg_migrate(&session->link, as_pg_migrations,
					       as_pg_migration_count, error);
}

static int open_session(struct as_pg_session *session, struct as_error *error)
{
	return as_pg_link_open(&session->link, session->url, error) ||
			       as_pg_check_pooler(&session->link, session->url, error) ||
			       migrate(session, error) || read_rights(&session->link, error) ||
			       take_number(session, error) || add_row(session, error) ||
			       beat(session, error)
		       ? -1
		       : 0;
}

int as_pg_session_open(struct as_pg_session *session, const char *url, struct as_pg_bell *bell,
	struct as_error *error)
{
	*session = (struct as_pg_session){
		.url = strdup(url), .bell = bell, .patience_ns = PATIENCE_NS};
	pthread_mutex_init(&session->lock, NULL);
	if (!session->url)
		return as_error_no_memory(error);
	for (int i = 1;; i++) {
		struct as_error why = {0};
		if (open_session(session, &why) == 0)
			return 0;
		if (!session->link.was_open || !session->link.is_lost || i == AS_PG_TRIES) {
			if (error)
				*error = why;
			return -1;
		}
		as_pg_link_close(&session->link);
	}
}

/* ---- giving up ---- */

/* A role that may not queue jobs may end a session only if it is over (guard.c). */
#define MAY_END " AND (has_table_privilege('job', 'INSERT') OR is_over($1))"
const struct as_statement as_pg_session_release = {
	.text = "UPDATE job SET " AS_SQL_PUT_BACK " WHERE state = 1 AND session = $1" MAY_END};
const struct as_statement as_pg_session_remove = {
	.text = "DELETE FROM session WHERE id = $1" MAY_END};

/* Releases the claims of an ended session, and removes its row. */
static int hand_back(struct as_pg_link *link, int64_t number, struct as_error *error)
{
	const struct as_value *values = AS_VALUES(AS_INT(number));
	struct as_sql *sql = &link->sql;

	if (as_pg_do(link, "BEGIN", error) == 0 &&
		as_sql_run(sql, &as_hold_share, NULL, error) >= 0 &&
		(!link->may_judge || as_sql_run(sql, &as_pg_session_release, values, error) >= 0) &&
		as_sql_run(sql, &as_pg_session_remove, values, error) >= 0 &&
		as_pg_do(link, "COMMIT", error) == 0)
		return 0;
	as_pg_roll_back(link);
	return -1;
}

void as_pg_session_close(struct as_pg_session *session)
{
	/* If a write fails, the next sweep does it. */
	if (session->link.db && !session->link.is_lost && session->number)
		(void)!hand_back(&session->link, session->number, NULL);
	as_pg_link_close(&session->link);
	pthread_mutex_destroy(&session->lock);
	free(session->url);
	free(session->name);
}

static int end_session(struct as_pg_link *link, int64_t number, struct as_error *error)
{
	/* Of the same user, which is permitted; waits for the end for a second. */
	static const struct as_statement end = {
		.text = "SELECT pg_terminate_backend(activity.pid, 1000) FROM session"
			" JOIN pg_stat_activity AS activity ON activity.pid = session.pid"
			" AND activity.backend_start = session.backend_start"
			" WHERE session.id = $1 AND activity.usename = current_user"};

	return as_sql_run(&link->sql, &end, AS_VALUES(AS_INT(number)), error) < 0 ? -1 : 0;
}

static int reopen(struct as_pg_session *session, struct as_error *error)
{
	const int64_t old = session->number;

	as_pg_link_close(&session->link);
	if (open_session(session, error) || end_session(&session->link, old, error) ||
		hand_back(&session->link, old, error)) {
		session->link.is_lost = true;
		return -1;
	}
	session->away_ns = 0;
	as_watcher_back(&session->bell->watcher);
	return 0;
}

/* Reports each loss once. */
static void report_lost(struct as_pg_session *session, const struct as_error *why)
{
	static const struct as_error closed = {
		.kind = AS_ERROR_INTERNAL, .text = "the server closed the connection"};

	if (session->away_ns != 0)
		return;
	session->away_ns = as_now_ns();
	as_watcher_lost(&session->bell->watcher, why ? why : &closed);
}

/* ---- calls ---- */

/* The claims were lost with the connection. */
static int fail_lost(struct as_error *error)
{
	as_error_set(error, AS_ERROR_INTERNAL,
		"the connection to the PostgreSQL server was lost while this process ended");
	return as_pg_away(error);
}

static int prepare_call(struct as_pg_session *session, struct as_error *error)
{
	if (session->refused.kind != AS_ERROR_NONE) {
		if (error)
			*error = session->refused;
		return -1;
	}
	if (!session->link.db || session->link.is_lost) {
		report_lost(session, NULL);
		if (session->is_leaving ? fail_lost(error) : reopen(session, error))
			return -1;
	}
	return as_now_ns() - session->beaten_ns < BEAT_NS ? 0 : beat(session, error);
}

static void take_notices(struct as_pg_session *session)
{
	PGnotify *notice;
	bool any = false, any_job = false;

	while (session->link.db && (notice = PQnotifies(session->link.db))) {
		const bool is_job = strcmp(notice->relname, AS_PG_JOBS_CHANNEL) == 0;
		any |= !is_job;
		any_job |= is_job;
		PQfreemem(notice);
	}
	if (any)
		as_pg_bell_ring(session->bell, false);
	if (any_job)
		as_watcher_queued(&session->bell->watcher);
}

static int call_locked(struct as_pg_session *session, as_pg_call call, void *context,
	int64_t until_ns, struct as_error *error)
{
	int64_t pause_ns = PAUSE_NS;

	for (;;) {
		struct as_error why = {0};
		const int returned =
			prepare_call(session, &why) ? -1 : call(session, context, &why);
		take_notices(session);
		if (returned >= 0)
			return returned;
		as_pg_roll_back(&session->link);
		if (session->link.is_lost)
			report_lost(session, &why);
		if (!session->link.is_lost || session->refused.kind != AS_ERROR_NONE ||
			session->is_leaving || as_now_ns() > until_ns) {
			if (error)
				*error = why;
			return -1;
		}
		nanosleep(&(struct timespec){.tv_sec = pause_ns / 1000000000,
				  .tv_nsec = pause_ns % 1000000000},
			NULL);
		if (pause_ns < PAUSE_MAX_NS)
			pause_ns *= 2;
	}
}

int as_pg_session_call(
	struct as_pg_session *session, as_pg_call call, void *context, struct as_error *error)
{
	pthread_mutex_lock(&session->lock);
	const int64_t now_ns = as_now_ns();
	const bool is_away = session->away_ns && now_ns - session->away_ns >= session->patience_ns;
	const int64_t until_ns = now_ns + (is_away ? LATER_NS : session->patience_ns);
	const int returned = call_locked(session, call, context, until_ns, error);
	pthread_mutex_unlock(&session->lock);
	return returned;
}

void as_pg_leave(void *back)
{
	((struct as_postgres *)back)->session.is_leaving = true;
}

struct transaction {
	as_pg_call call;
	void *context;
};

static int call_in_transaction(struct as_pg_session *session, void *context, struct as_error *error)
{
	const struct transaction *transaction = context;

	if (as_pg_do(&session->link, "BEGIN", error))
		return -1;
	const int returned = transaction->call(session, transaction->context, error);
	if (returned < 0 || as_pg_do(&session->link, "COMMIT", error))
		return -1;
	return returned;
}

int as_pg_session_write(
	struct as_pg_session *session, as_pg_call call, void *context, struct as_error *error)
{
	struct transaction transaction = {call, context};

	return as_pg_session_call(session, call_in_transaction, &transaction, error);
}

void as_pg_session_try(struct as_pg_session *session, as_pg_call call, void *context)
{
	pthread_mutex_lock(&session->lock);
	(void)!call_locked(session, call, context, 0, NULL);
	pthread_mutex_unlock(&session->lock);
}

int as_pg_session_socket(struct as_pg_session *session)
{
	pthread_mutex_lock(&session->lock);
	const int fd = session->link.is_lost ? -1 : PQsocket(session->link.db);
	pthread_mutex_unlock(&session->lock);
	return fd;
}
