/* SPDX-License-Identifier: MIT */
/*
 * Held packages. Each end of a job updates two columns of its package: the cause of its last
 * judging errors, and their number in a row. A job that is queued while its package is held is
 * held, too: as_sqlite_find_hold decides this for new jobs, and the statements that release claims
 * do the same.
 */
#include "sqlite.h"

int as_sqlite_find_hold(
	struct as_connection *connection, const char *package, struct as_error *error)
{
	sqlite3_stmt *statement = as_sql(connection, AS_SQL_HOLD_FIND, error);

	if (!statement)
		return -1;
	as_sql_text(statement, 1, package);
	const int found = as_sql_step(connection, statement, error);
	sqlite3_reset(statement);
	return found;
}

/* ---- faults ---- */

static int clear_faults(struct as_connection *writer, int64_t job, struct as_error *error)
{
	sqlite3_stmt *statement = as_sql(writer, AS_SQL_FAULT_CLEAR, error);

	if (!statement)
		return -1;
	sqlite3_bind_int64(statement, 1, job);
	return as_sql_run(writer, statement, error);
}

/* Counts the package's consecutive faults; `package` becomes its digest. */
static int count_fault(struct as_connection *writer, int64_t job, const char *cause,
	char package[AS_DIGEST_HEX_SIZE], int64_t *count, struct as_error *error)
{
	sqlite3_stmt *statement = as_sql(writer, AS_SQL_FAULT_COUNT, error);

	*count = 0;
	if (!statement)
		return -1;
	sqlite3_bind_int64(statement, 1, job);
	as_sql_text(statement, 2, cause);
	const int found = as_sql_step(writer, statement, error);
	if (found != 1)
		return found;
	as_sql_copy_text(statement, 0, package, AS_DIGEST_HEX_SIZE);
	*count = sqlite3_column_int64(statement, 1);
	return as_sql_run(writer, statement, error);
}

static int hold(struct as_connection *writer, const char *package, const char *cause,
	struct as_error *error)
{
	sqlite3_stmt *set = as_sql(writer, AS_SQL_HOLD_SET, error);
	sqlite3_stmt *jobs = as_sql(writer, AS_SQL_HOLD_JOBS, error);

	if (!set || !jobs)
		return -1;
	as_sql_text(set, 1, package);
	as_sql_text(set, 2, cause);
	sqlite3_bind_int64(set, 3, as_sqlite_now_ms());
	as_sql_text(jobs, 1, package);
	return as_sql_run(writer, set, error) || as_sql_run(writer, jobs, error) ? -1 : 0;
}

int as_sqlite_note_fault(
	struct as_connection *writer, int64_t job, const char *cause, struct as_error *error)
{
	char package[AS_DIGEST_HEX_SIZE];
	int64_t count, max;

	if (!*cause)
		return clear_faults(writer, job, error);
	if (count_fault(writer, job, cause, package, &count, error) ||
		as_sqlite_number(writer, AS_STORE_WHOLE, AS_STORE_SETTING_FAULTS,
			AS_STORE_FAULTS_USUAL, &max, error))
		return -1;
	return count < max ? 0 : hold(writer, package, cause, error);
}

/* ---- releasing ---- */

struct release {
	const char *package;
	uint64_t jobs;
};

static int release(struct as_connection *writer, void *context, struct as_error *error)
{
	struct release *release = context;
	sqlite3_stmt *clear = as_sql(writer, AS_SQL_HOLD_CLEAR, error);
	sqlite3_stmt *jobs = as_sql(writer, AS_SQL_HOLD_RELEASE, error);

	if (!clear || !jobs)
		return -1;
	as_sql_text(clear, 1, release->package);
	const int found = as_sql_step(writer, clear, error);
	if (found != 1)
		return found;
	as_sql_text(jobs, 1, release->package);
	if (as_sql_run(writer, clear, error) || as_sql_run(writer, jobs, error))
		return -1;
	release->jobs = (uint64_t)sqlite3_changes64(writer->db);
	return 1;
}

int as_sqlite_release_package(
	void *back, const char *package, uint64_t *jobs, struct as_error *error)
{
	struct as_sqlite *sqlite = back;
	struct release context = {.package = package};
	const int found = as_writer_write(&sqlite->writer, release, &context, error);

	*jobs = context.jobs;
	if (found == 1)
		as_watcher_queued(&sqlite->watcher);
	return found;
}

/* ---- one job ---- */

int as_sqlite_cancel_one(struct as_connection *writer, int64_t job, struct as_error *error)
{
	sqlite3_stmt *statement = as_sql(writer, AS_SQL_JOB_CANCEL, error);

	if (!statement)
		return -1;
	sqlite3_bind_int64(statement, 1, job);
	const int found = as_sql_step(writer, statement, error);
	if (found != 1)
		return found;
	const int64_t space = sqlite3_column_int64(statement, 0);
	return as_sql_run(writer, statement, error) || as_sqlite_add_event(writer, space, job,
							       AS_STORE_EVENT_CANCELLED, error)
		       ? -1
		       : 1;
}

static int cancel(struct as_connection *writer, void *context, struct as_error *error)
{
	return as_sqlite_cancel_one(writer, *(const int64_t *)context, error);
}

int as_sqlite_cancel(void *back, int64_t job, struct as_error *error)
{
	struct as_sqlite *sqlite = back;

	return as_writer_write(&sqlite->writer, cancel, &job, error);
}

struct change {
	int64_t job, priority;
};

int as_sqlite_prioritize_one(
	struct as_connection *writer, int64_t job, int64_t priority, struct as_error *error)
{
	sqlite3_stmt *statement = as_sql(writer, AS_SQL_JOB_PRIORITIZE, error);

	if (!statement)
		return -1;
	sqlite3_bind_int64(statement, 1, job);
	sqlite3_bind_int64(statement, 2, priority);
	const int found = as_sql_step(writer, statement, error);
	return found == 1 && as_sql_run(writer, statement, error) ? -1 : found;
}

static int prioritize(struct as_connection *writer, void *context, struct as_error *error)
{
	const struct change *change = context;

	return as_sqlite_prioritize_one(writer, change->job, change->priority, error);
}

int as_sqlite_prioritize(void *back, int64_t job, int64_t priority, struct as_error *error)
{
	struct as_sqlite *sqlite = back;

	return as_writer_write(&sqlite->writer, prioritize, &(struct change){job, priority}, error);
}
