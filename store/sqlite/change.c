/* SPDX-License-Identifier: MIT */
/* Changes of many jobs, some in each transaction, so that other writes come between. */
#include "sqlite.h"

#include <string.h>

#define MAX_JOBS 500

struct chosen {
	int64_t id;
	char *owner; /* on the heap */
	enum as_store_class class;
};

struct some {
	const struct as_change *change;
	int64_t after;
	struct chosen jobs[MAX_JOBS];
	size_t job_count;
	uint64_t count; /* of those that were changed */
};

static void clear(struct some *some)
{
	while (some->job_count > 0)
		free(some->jobs[--some->job_count].owner);
	free(some);
}

static void bind_selection(sqlite3_stmt *statement, const struct some *some)
{
	const struct as_store_selection *selection = some->change->selection;

	sqlite3_bind_int64(statement, 1, some->after);
	sqlite3_bind_int64(statement, 2, selection->job);
	as_sql_text(statement, 3, selection->space);
	as_sql_text(statement, 4, selection->package);
	as_sql_text(statement, 5, selection->owner);
	sqlite3_bind_int64(statement, 6, selection->has_class ? (int64_t)selection->class : -1);
	sqlite3_bind_int(statement, 7, !some->change->place);
	sqlite3_bind_int(statement, 8, MAX_JOBS);
}

/* The statement must be done before the jobs are changed. */
static int choose(struct as_connection *writer, struct some *some, struct as_error *error)
{
	sqlite3_stmt *statement = as_sql(writer, AS_SQL_JOB_SELECT, error);
	int found;

	if (!statement)
		return -1;
	bind_selection(statement, some);
	while ((found = as_sql_step(writer, statement, error)) == 1) {
		struct chosen *job = &some->jobs[some->job_count++];
		job->id = sqlite3_column_int64(statement, 0);
		job->class = (enum as_store_class)sqlite3_column_int(statement, 2);
		if (as_sql_take_text(statement, 1, &job->owner, error)) {
			sqlite3_reset(statement);
			return -1;
		}
	}
	return found;
}

static int set_class(struct as_connection *writer, const struct chosen *job,
	enum as_store_class class, struct as_error *error)
{
	sqlite3_stmt *statement = as_sql(writer, AS_SQL_JOB_MOVE, error);
	int64_t tag;

	if (!statement || as_sqlite_take_turn(writer, class, job->owner, &tag, error))
		return -1;
	sqlite3_bind_int64(statement, 1, job->id);
	sqlite3_bind_int64(statement, 2, (int64_t) class);
	sqlite3_bind_int64(statement, 3, tag);
	return as_sql_run(writer, statement, error) ? -1 : 1;
}

/* 1: the job was changed. 0: it needed no change. */
static int change_one(struct as_connection *writer, const struct as_change *change,
	const struct chosen *job, struct as_error *error)
{
	const struct as_store_place *place = change->place;
	int changed = 0;

	if (!place)
		return as_sqlite_cancel_one(writer, job->id, error);
	if (place->sets_priority)
		changed = as_sqlite_prioritize_one(writer, job->id, place->priority, error);
	if (changed >= 0 && place->sets_class && place->class != job->class)
		changed = set_class(writer, job, place->class, error);
	return changed;
}

static int change_chosen(struct as_connection *writer, void *context, struct as_error *error)
{
	struct some *some = context;

	if (choose(writer, some, error))
		return -1;
	for (size_t i = 0; i < some->job_count; i++) {
		const int changed = change_one(writer, some->change, &some->jobs[i], error);
		if (changed < 0)
			return -1;
		some->count += (uint64_t)changed;
	}
	return some->job_count == MAX_JOBS;
}

int as_sqlite_change_some(void *back, const struct as_change *change, int64_t *after,
	uint64_t *count, struct as_error *error)
{
	struct as_sqlite *sqlite = back;
	struct some *some = calloc(1, sizeof(*some));

	if (!some)
		return as_error_no_memory(error);
	some->change = change;
	some->after = *after;
	const int left = as_writer_write(&sqlite->writer, change_chosen, some, error);
	if (left >= 0)
		*count += some->count;
	if (left == 1)
		*after = some->jobs[MAX_JOBS - 1].id;
	clear(some);
	return left;
}
