/* SPDX-License-Identifier: MIT */
/* Checks a database: its pages, the references between rows, the states of jobs. */
#include "sqlite.h"

#include <string.h>

struct rows {
	struct as_connection *reader;
	const atomic_bool *cancel;
	as_store_problem problem;
	void *context;
};

static void finalize(sqlite3_stmt **statement)
{
	sqlite3_finalize(*statement);
}

/* Formats a row of a query as a problem; false: it is none. */
typedef bool (*row_text)(sqlite3_stmt *statement, char *text, size_t size);

/* 1: the caller ends the check. */
static int check_each(
	const struct rows *rows, const char *query, row_text describe, struct as_error *error)
{
	AS_AUTO(finalize) sqlite3_stmt *statement = NULL;
	char text[1024], line[1200];
	int code;

	if (sqlite3_prepare_v2(rows->reader->db, query, -1, &statement, NULL) != SQLITE_OK)
		return as_connection_error(rows->reader, error);
	while ((code = sqlite3_step(statement)) == SQLITE_ROW) {
		if (!describe(statement, text, sizeof(text)))
			continue;
		as_text_printable(text, strlen(text), line, sizeof(line));
		if (rows->problem(rows->context, line))
			return 1;
	}
	if (code == SQLITE_DONE)
		return 0;
	/* A page that cannot be read is a result of the check, not an error. */
	if ((code & 0xff) == SQLITE_CORRUPT) {
		snprintf(text, sizeof(text), "the database is damaged (%s); restore a backup",
			sqlite3_errmsg(rows->reader->db));
		return rows->problem(rows->context, text) ? 1 : 0;
	}
	if (as_cancel_check(rows->cancel, error))
		return -1;
	return as_connection_error(rows->reader, error);
}

static bool describe_page(sqlite3_stmt *statement, char *text, size_t size)
{
	const char *said = (const char *)sqlite3_column_text(statement, 0);

	if (!said || strcmp(said, "ok") == 0)
		return false;
	snprintf(text, size, "the database is damaged (%s); restore a backup", said);
	return true;
}

/* A row of pragma_foreign_key_check: table, rowid (NULL in a table without), parent. */
static bool describe_reference(sqlite3_stmt *statement, char *text, size_t size)
{
	const char *table = (const char *)sqlite3_column_text(statement, 0);
	const char *parent = (const char *)sqlite3_column_text(statement, 2);
	const bool is_package = table && strcmp(table, "package") == 0;

	if (is_package)
		snprintf(text, size,
			"the files of a package are missing; judge the package once from its "
			"folder, or restore a backup");
	else
		snprintf(text, size, "%s %lld refers to a %s that is missing; restore a backup",
			table ? table : "a row", (long long)sqlite3_column_int64(statement, 1),
			parent ? parent : "row");
	return true;
}

static bool describe_job(sqlite3_stmt *statement, char *text, size_t size)
{
	snprintf(text, size, "job %lld %s; restore a backup",
		(long long)sqlite3_column_int64(statement, 0),
		(const char *)sqlite3_column_text(statement, 1));
	return true;
}

static bool describe_event(sqlite3_stmt *statement, char *text, size_t size)
{
	snprintf(text, size, "event %lld %s; restore a backup",
		(long long)sqlite3_column_int64(statement, 0),
		(const char *)sqlite3_column_text(statement, 1));
	return true;
}

static const char jobs_query[] =
	"SELECT job.id, 'is done but has no result of its own' FROM job LEFT JOIN result ON"
	" result.id = job.result WHERE state = 2 AND result.job IS NOT job.id"
	" UNION ALL SELECT id, 'is claimed by no session' FROM job WHERE state = 1 AND session IS"
	" NULL"
	" UNION ALL SELECT id, 'failed without a cause' FROM job WHERE state = 3 AND cause IS NULL"
	" UNION ALL SELECT id, 'has an unknown state' FROM job WHERE state NOT BETWEEN 0 AND 5";

static const char events_query[] =
	"SELECT number, 'has an unknown kind' FROM event WHERE kind NOT BETWEEN 0 AND 4"
	" UNION ALL SELECT number, 'is of a job that is missing' FROM event WHERE (job <> 0 OR "
	"kind <> 4)"
	" AND NOT EXISTS (SELECT 1 FROM job WHERE job.id = event.job)";

static int count_rows(
	struct as_connection *reader, struct as_store_checked *checked, struct as_error *error)
{
	AS_AUTO(finalize) sqlite3_stmt *statement = NULL;
	static const char query[] =
		"SELECT (SELECT count(*) FROM job), (SELECT count(*) FROM result)";

	if (sqlite3_prepare_v2(reader->db, query, -1, &statement, NULL) != SQLITE_OK ||
		sqlite3_step(statement) != SQLITE_ROW)
		return as_connection_error(reader, error);
	checked->job_count = (uint64_t)sqlite3_column_int64(statement, 0);
	checked->result_count = (uint64_t)sqlite3_column_int64(statement, 1);
	return 0;
}

static int check_all(
	const struct rows *rows, struct as_store_checked *checked, struct as_error *error)
{
	int ended = check_each(rows, "PRAGMA integrity_check", describe_page, error);

	if (!ended)
		ended = check_each(
			rows, "SELECT * FROM pragma_foreign_key_check", describe_reference, error);
	if (!ended)
		ended = check_each(rows, jobs_query, describe_job, error);
	if (!ended)
		ended = check_each(rows, events_query, describe_event, error);
	return ended < 0 ? -1 : count_rows(rows->reader, checked, error);
}

static int is_cancelled(void *cancel)
{
	return as_is_cancelled(cancel);
}

#define CALLS_BETWEEN_LOOKS 10000

int as_sqlite_check_rows(void *back, const atomic_bool *cancel, as_store_problem problem,
	void *context, struct as_store_checked *checked, struct as_error *error)
{
	struct as_connection *reader = as_reader_take(back, error);

	if (!reader)
		return -1;
	const struct rows rows = {reader, cancel, problem, context};
	sqlite3_progress_handler(reader->db, CALLS_BETWEEN_LOOKS, is_cancelled, (void *)cancel);
	const int failed = check_all(&rows, checked, error);
	sqlite3_progress_handler(reader->db, 0, NULL, NULL);
	as_reader_give(back, reader);
	return failed;
}
