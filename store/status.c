/* SPDX-License-Identifier: MIT */
#include "back.h"
#include "texts.h"

const char *as_store_class_name(enum as_store_class class)
{
	static const char *const names[AS_STORE_CLASS_COUNT] = {
		"contest", "course", "practice", "rejudging", "generation"};

	return (size_t) class < AS_STORE_CLASS_COUNT ? names[class] : "unknown";
}

/* ---- reading ---- */

/* On a server without reading rows of the table of jobs: submissions are received in the order of
 * their numbers. */
const struct as_statement as_status_queue = {
	"SELECT job.class, 0, count(*), now_ms() - min(submission.received) FROM job"
	" INDEXED BY job_tag JOIN submission ON submission.id = job.submission"
	" WHERE job.state = 0 GROUP BY job.class"
	" UNION ALL SELECT class, 1, count(*), 0 FROM job INDEXED BY job_claimed"
	" WHERE state = 1 GROUP BY class"
	" UNION ALL SELECT class, 4, count(*), 0 FROM job INDEXED BY job_held"
	" WHERE state = 4 GROUP BY class",
	"SELECT class, 0::bigint, count(*), now_ms() - (SELECT received FROM submission"
	" WHERE id = min(job.submission)) FROM job WHERE state = 0 GROUP BY class"
	" UNION ALL SELECT class, 1, count(*), 0 FROM job WHERE state = 1 GROUP BY class"
	" UNION ALL SELECT class, 4, count(*), 0 FROM job WHERE state = 4 GROUP BY class"};

/* After the system's clock was set back, times that were stored before may be in the future. */
static int64_t age_of(const struct as_rows *rows, int column)
{
	const int64_t age_ms = as_rows_number(rows, column);

	return age_ms > 0 ? age_ms : 0;
}

static void take_queue(struct as_store_status *status, const struct as_rows *rows)
{
	const int64_t class = as_rows_number(rows, 0), state = as_rows_number(rows, 1);
	const uint64_t count = (uint64_t)as_rows_number(rows, 2);

	if (class < 0 || class >= AS_STORE_CLASS_COUNT)
		return;
	struct as_store_queue *queue = &status->classes[class];
	if (state == AS_STORE_QUEUED) {
		queue->queued = count;
		queue->oldest_ms = age_of(rows, 3);
	} else if (state == AS_STORE_CLAIMED) {
		queue->claimed = count;
	} else {
		queue->held = count;
	}
}

static int read_queue(struct as_sql *sql, struct as_store_status *status, struct as_error *error)
{
	AS_ROWS rows = {0};
	int found = as_sql_find(sql, &as_status_queue, NULL, &rows, error);

	for (; found == 1; found = as_rows_next(&rows, error))
		take_queue(status, &rows);
	return found;
}

static int read_rates(struct as_sql *sql, struct as_store_status *status, struct as_error *error)
{
	static const struct as_statement read = {
		.text = "SELECT (SELECT count(*) FROM result),"
			" (SELECT count(*) FROM result WHERE recorded > now.ms - 60000),"
			" (SELECT count(*) FROM result WHERE recorded > now.ms - 3600000),"
			" (SELECT count(*) FROM job WHERE state = 3)"
			" FROM (SELECT now_ms() AS ms) AS now"};
	AS_ROWS rows = {0};

	if (as_sql_find(sql, &read, NULL, &rows, error) != 1)
		return -1;
	status->results = (uint64_t)as_rows_number(&rows, 0);
	status->results_minute = (uint64_t)as_rows_number(&rows, 1);
	status->results_hour = (uint64_t)as_rows_number(&rows, 2);
	status->failed = (uint64_t)as_rows_number(&rows, 3);
	return 0;
}

/* A file has one worker: its owner. On a server: sessions that serve lanes, and sessions that have
 * claims. */
static int read_workers(struct as_sql *sql, struct as_store_status *status, struct as_error *error)
{
	static const struct as_statement read = {
		"SELECT name, 1, now_ms() - opened, (SELECT count(*) FROM job WHERE state = 1"
		" AND job.session = session.id) FROM session ORDER BY id DESC LIMIT 1",
		"SELECT name, (seen > clock_timestamp() - interval '15 s' AND server_start ="
		" pg_postmaster_start_time())::int::bigint, now_ms() - opened, claimed.count"
		" FROM session, LATERAL (SELECT count(*) AS count FROM job WHERE state = 1"
		" AND job.session = session.id) AS claimed WHERE claimed.count > 0"
		" OR EXISTS (SELECT 1 FROM pg_locks WHERE locktype = 'advisory'"
		" AND classid = " AS_PG_LOCK_LANE " AND pg_locks.pid = session.pid"
		" AND database = (SELECT oid FROM pg_database"
		" WHERE datname = current_database())) ORDER BY id"};
	AS_ROWS rows = {0};
	int found = as_sql_find(sql, &read, NULL, &rows, error);

	for (; found == 1; found = as_rows_next(&rows, error)) {
		if (!as_array_reserve(status->workers, status->worker_count, error))
			return -1;
		struct as_store_worker *worker = &status->workers[status->worker_count++];
		*worker = (struct as_store_worker){.is_alive = as_rows_number(&rows, 1),
			.opened_ms = age_of(&rows, 2),
			.claimed = (uint64_t)as_rows_number(&rows, 3)};
		if (as_rows_take_text(&rows, 0, &worker->name, error))
			return -1;
	}
	return found;
}

static int read_holds(struct as_sql *sql, struct as_store_status *status, struct as_error *error)
{
	static const struct as_statement read = {
		.text = "SELECT digest, name, held, now_ms() - held_at, (SELECT count(*) FROM job"
			" WHERE state = 4 AND job.package = package.digest) FROM package"
			" WHERE held IS NOT NULL ORDER BY held_at, digest"};
	AS_ROWS rows = {0};
	int found = as_sql_find(sql, &read, NULL, &rows, error);

	for (; found == 1; found = as_rows_next(&rows, error)) {
		if (!as_array_reserve(status->holds, status->hold_count, error))
			return -1;
		struct as_store_hold *hold = &status->holds[status->hold_count++];
		*hold = (struct as_store_hold){
			.held_ms = age_of(&rows, 3), .jobs = (uint64_t)as_rows_number(&rows, 4)};
		as_rows_copy_text(&rows, 0, hold->package, sizeof(hold->package));
		if (as_rows_take_text(&rows, 1, &hold->name, error) ||
			as_rows_take_text(&rows, 2, &hold->cause, error))
			return -1;
	}
	return found;
}

static int read_all(struct as_sql *sql, void *context, struct as_error *error)
{
	return read_queue(sql, context, error) || read_rates(sql, context, error) ||
			       read_workers(sql, context, error) || read_holds(sql, context, error)
		       ? -1
		       : 0;
}

int as_store_status_read(
	struct as_store *store, struct as_store_status *status, struct as_error *error)
{
	*status = (struct as_store_status){0};
	for (size_t i = 0; i < AS_STORE_CLASS_COUNT; i++)
		status->classes[i].oldest_ms = -1;
	if (as_store_snapshot(store, read_all, status, error)) {
		as_store_status_clear(status);
		return -1;
	}
	if (store->ops->is_owned && status->workers)
		status->workers->is_alive = store->ops->is_owned(store->back);
	return 0;
}

void as_store_status_clear(struct as_store_status *status)
{
	for (size_t i = 0; i < status->worker_count; i++)
		free(status->workers[i].name);
	for (size_t i = 0; i < status->hold_count; i++) {
		free(status->holds[i].name);
		free(status->holds[i].cause);
	}
	free(status->workers);
	free(status->holds);
	*status = (struct as_store_status){0};
}
