/* SPDX-License-Identifier: MIT */
/* Removes the data of an owner. Deleted bytes are overwritten, also in the file. */
#include "sqlite.h"

int as_sqlite_next_result(void *back, const char *owner, int64_t *result,
	char digest[AS_DIGEST_HEX_SIZE], struct as_error *error)
{
	struct as_connection *reader = as_reader_take(back, error);
	int found = -1;

	if (!reader)
		return -1;
	sqlite3_stmt *statement = as_sql(reader, AS_SQL_RESULT_NEXT, error);
	if (statement) {
		as_sql_text(statement, 1, owner);
		sqlite3_bind_int64(statement, 2, *result);
		found = as_sql_step(reader, statement, error);
	}
	if (found == 1) {
		*result = sqlite3_column_int64(statement, 0);
		as_sql_copy_text(statement, 1, digest, AS_DIGEST_HEX_SIZE);
	}
	as_reader_give(back, reader);
	return found;
}

struct forgetting {
	const char *owner;
	int64_t result;
	const char *digest;
	uint64_t count;
};

static int replace(struct as_connection *writer, void *context, struct as_error *error)
{
	const struct forgetting *forgetting = context;
	sqlite3_stmt *statement = as_sql(writer, AS_SQL_RESULT_REPLACE, error);

	if (!statement)
		return -1;
	sqlite3_bind_int64(statement, 1, forgetting->result);
	as_sql_text(statement, 2, forgetting->digest);
	return as_sql_run(writer, statement, error);
}

int as_sqlite_replace_result(void *back, int64_t result, const char *digest, struct as_error *error)
{
	struct as_sqlite *sqlite = back;
	struct forgetting forgetting = {.result = result, .digest = digest};

	return as_writer_write(&sqlite->writer, replace, &forgetting, error);
}

static int forget(struct as_connection *writer, void *context, struct as_error *error)
{
	struct forgetting *forgetting = context;
	sqlite3_stmt *jobs = as_sql(writer, AS_SQL_JOB_FORGET, error);
	sqlite3_stmt *submissions = as_sql(writer, AS_SQL_SUBMISSION_FORGET, error);

	if (!jobs || !submissions || as_connection_run(writer, "PRAGMA secure_delete = ON", error))
		return -1;
	as_sql_text(jobs, 1, forgetting->owner);
	as_sql_text(submissions, 1, forgetting->owner);
	as_sql_text(submissions, 2, forgetting->digest);
	if (as_sql_run(writer, jobs, error) || as_sql_run(writer, submissions, error))
		return -1;
	forgetting->count = (uint64_t)sqlite3_changes64(writer->db);
	return 0;
}

int as_sqlite_forget_owner(
	void *back, const char *owner, const char *empty, uint64_t *count, struct as_error *error)
{
	struct as_sqlite *sqlite = back;
	struct forgetting forgetting = {.owner = owner, .digest = empty};
	const int failed = as_writer_write(&sqlite->writer, forget, &forgetting, error);

	*count = forgetting.count;
	return failed;
}
