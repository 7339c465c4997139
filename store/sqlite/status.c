/* SPDX-License-Identifier: MIT */
/* The state of a store, in one transaction of a reader. A file has one worker: its owner. */
#include "sqlite.h"

struct reading {
	struct as_sqlite *sqlite;
	struct as_connection *reader;
	struct as_store_status *status;
	int64_t now_ms;
};

/* ---- the queue ---- */

static int read_queue(const struct reading *reading, struct as_error *error)
{
	sqlite3_stmt *statement = as_sql(reading->reader, AS_SQL_STATUS_QUEUE, error);
	int found = statement ? 1 : -1;

	while (found == 1 && (found = as_sql_step(reading->reader, statement, error)) == 1)
		as_status_count(reading->status, sqlite3_column_int64(statement, 0),
			sqlite3_column_int64(statement, 1),
			(uint64_t)sqlite3_column_int64(statement, 2),
			reading->now_ms - sqlite3_column_int64(statement, 3));
	return found;
}

/* ---- numbers ---- */

static int read_rates(const struct reading *reading, struct as_error *error)
{
	struct as_store_status *status = reading->status;
	sqlite3_stmt *statement = as_sql(reading->reader, AS_SQL_STATUS_RATES, error);

	if (!statement)
		return -1;
	sqlite3_bind_int64(statement, 1, reading->now_ms - 60000);
	sqlite3_bind_int64(statement, 2, reading->now_ms - 3600000);
	if (as_sql_step(reading->reader, statement, error) != 1)
		return -1;
	status->results = (uint64_t)sqlite3_column_int64(statement, 0);
	status->results_minute = (uint64_t)sqlite3_column_int64(statement, 1);
	status->results_hour = (uint64_t)sqlite3_column_int64(statement, 2);
	status->failed = (uint64_t)sqlite3_column_int64(statement, 3);
	return 0;
}

/* ---- the owner ---- */

static int read_owner(const struct reading *reading, struct as_error *error)
{
	struct as_store_status *status = reading->status;
	sqlite3_stmt *statement = as_sql(reading->reader, AS_SQL_STATUS_OWNER, error);
	const int found = statement ? as_sql_step(reading->reader, statement, error) : -1;

	if (found != 1)
		return found;
	status->workers = calloc(1, sizeof(*status->workers));
	if (!status->workers)
		return as_error_no_memory(error);
	status->worker_count = 1;
	*status->workers =
		(struct as_store_worker){.is_alive = reading->sqlite->lock_fd >= 0 ||
						     as_place_is_locked(reading->sqlite->path),
			.opened_ms = reading->now_ms - sqlite3_column_int64(statement, 1),
			.claimed = (uint64_t)sqlite3_column_int64(statement, 2)};
	return as_sql_take_text(statement, 0, &status->workers->name, error);
}

/* ---- held packages ---- */

static int take_hold(const struct reading *reading, sqlite3_stmt *statement, struct as_error *error)
{
	struct as_store_status *status = reading->status;
	struct as_store_hold *holds =
		reallocarray(status->holds, status->hold_count + 1, sizeof(*holds));

	if (!holds)
		return as_error_no_memory(error);
	status->holds = holds;
	struct as_store_hold *hold = &holds[status->hold_count++];
	*hold = (struct as_store_hold){
		.held_ms = reading->now_ms - sqlite3_column_int64(statement, 3),
		.jobs = (uint64_t)sqlite3_column_int64(statement, 4)};
	as_sql_copy_text(statement, 0, hold->package, sizeof(hold->package));
	return as_sql_take_text(statement, 1, &hold->name, error) ||
			       as_sql_take_text(statement, 2, &hold->cause, error)
		       ? -1
		       : 0;
}

static int read_holds(const struct reading *reading, struct as_error *error)
{
	sqlite3_stmt *statement = as_sql(reading->reader, AS_SQL_STATUS_HOLDS, error);
	int found = statement ? 1 : -1;

	while (found == 1 && (found = as_sql_step(reading->reader, statement, error)) == 1)
		if (take_hold(reading, statement, error))
			return -1;
	return found;
}

/* ---- all ---- */

int as_sqlite_read_status(void *back, struct as_store_status *status, struct as_error *error)
{
	struct as_connection *reader = as_reader_take(back, error);

	if (!reader)
		return -1;
	const struct reading reading = {back, reader, status, as_sqlite_now_ms()};
	const int failed = as_connection_run(reader, "BEGIN", error) ||
			   read_queue(&reading, error) || read_rates(&reading, error) ||
			   read_owner(&reading, error) || read_holds(&reading, error);
	if (!sqlite3_get_autocommit(reader->db))
		sqlite3_exec(reader->db, "ROLLBACK", NULL, NULL, NULL);
	as_reader_give(back, reader);
	return failed ? -1 : 0;
}
