/* SPDX-License-Identifier: MIT */
/*
 * Held packages. Each end of a job updates two columns of its package: the cause of its last
 * judging errors, and their number in a row. A job that is queued while its package is held is
 * held, too: queueing.c decides this for new jobs, and the statements that release claims do the
 * same.
 */
#include "back.h"
#include "jobs.h"
#include "texts.h"

#include <assay/store/queue.h>

const struct as_statement as_hold_lock = {
	"", "SELECT pg_advisory_xact_lock(" AS_PG_LOCK_STORE ", " AS_PG_LOCK_HOLD ")"};
const struct as_statement as_hold_share = {
	"", "SELECT pg_advisory_xact_lock_shared(" AS_PG_LOCK_STORE ", " AS_PG_LOCK_HOLD ")"};

/* ---- faults ---- */

static int hold(struct as_sql *sql, const char *package, const char *cause, struct as_error *error)
{
	static const struct as_statement set = {
		.text = "UPDATE package SET held = $2, held_at = now_ms() WHERE digest = $1"
			" AND held IS NULL"};
	static const struct as_statement jobs = {
		.text = "UPDATE job SET state = 4 WHERE state = 0 AND package = $1"};

	return as_sql_run(sql, &set, AS_VALUES(AS_TEXT(package), AS_NAME(cause)), error) < 0 ||
			       as_sql_run(sql, &jobs, AS_VALUES(AS_TEXT(package)), error) < 0
		       ? -1
		       : 0;
}

static int clear_faults(struct as_sql *sql, int64_t job, struct as_error *error)
{
	static const struct as_statement clear = {
		.text = "UPDATE package SET fault = NULL, faults = 0 WHERE faults > 0"
			" AND digest = (SELECT package FROM job WHERE id = $1)"};

	return as_sql_run(sql, &clear, AS_VALUES(AS_INT(job)), error) < 0 ? -1 : 0;
}

int as_sql_note_fault(struct as_sql *sql, int64_t job, const char *cause, struct as_error *error)
{
	static const struct as_statement count = {
		.text = "UPDATE package SET faults ="
			" CASE WHEN fault = $2 THEN faults + 1 ELSE 1 END, fault = $2"
			" WHERE digest = (SELECT package FROM job WHERE id = $1)"
			" RETURNING digest, faults, coalesce(" AS_SQL_COUNT_OF(
				"0", "faults") ", " AS_SQL_TEXT(AS_STORE_FAULTS_USUAL) ")"};
	char package[AS_DIGEST_HEX_SIZE];
	AS_ROWS rows = {0};

	if (!*cause)
		return clear_faults(sql, job, error);
	const int found =
		as_sql_find(sql, &count, AS_VALUES(AS_INT(job), AS_NAME(cause)), &rows, error);
	if (found != 1)
		return found;
	as_rows_copy_text(&rows, 0, package, sizeof(package));
	const bool is_few = as_rows_number(&rows, 1) < as_rows_number(&rows, 2);
	as_rows_clear(&rows);
	return is_few ? 0 : hold(sql, package, cause, error);
}

/* ---- releasing ---- */

struct release {
	const char *package;
	uint64_t jobs;
};

static int release(struct as_sql *sql, void *context, struct as_error *error)
{
	static const struct as_statement clear = {
		.text = "UPDATE package SET held = NULL, held_at = NULL, fault = NULL, faults = 0"
			" WHERE digest = $1 AND held IS NOT NULL"};
	static const struct as_statement queue = {
		.text = "UPDATE job SET state = 0 WHERE state = 4 AND package = $1"};
	struct release *release = context;
	const struct as_value *package = AS_VALUES(AS_TEXT(release->package));

	if (as_sql_run(sql, &as_hold_lock, NULL, error) < 0)
		return -1;
	const int64_t cleared = as_sql_run(sql, &clear, package, error);
	if (cleared <= 0)
		return (int)cleared;
	const int64_t jobs = as_sql_run(sql, &queue, package, error);
	release->jobs = jobs < 0 ? 0 : (uint64_t)jobs;
	return jobs < 0 ? -1 : 1;
}

int as_store_package_release(
	struct as_store *store, const char *package, uint64_t *jobs, struct as_error *error)
{
	struct release context = {.package = package};
	const int found = as_store_write(store, release, &context, error);

	*jobs = context.jobs;
	if (found == 1)
		store->ops->tell(store->back, true);
	return found;
}
