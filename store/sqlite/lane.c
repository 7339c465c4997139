/* SPDX-License-Identifier: MIT */
/* Calls about lanes. A file has one worker, its owner, so nothing is registered. */
#include "sqlite.h"

#include <string.h>

struct list {
	char **names;
	size_t count;
};

static int take(struct list *list, sqlite3_stmt *statement, struct as_error *error)
{
	char **names = reallocarray(list->names, list->count + 2, sizeof(*names));

	if (!names)
		return as_error_no_memory(error);
	list->names = names;
	names[list->count] = names[list->count + 1] = NULL;
	return as_sql_take_text(statement, 0, &names[list->count++], error);
}

/* 1: added the next one. 0: there is none. */
static int add_next(struct as_connection *reader, struct list *list, struct as_error *error)
{
	sqlite3_stmt *statement =
		as_sql(reader, list->count ? AS_SQL_LANE_NEXT : AS_SQL_LANE_FIRST, error);

	if (!statement)
		return -1;
	if (list->count)
		as_sql_text(statement, 1, list->names[list->count - 1]);
	int found = as_sql_step(reader, statement, error);
	if (found == 1 && take(list, statement, error))
		found = -1;
	sqlite3_reset(statement);
	return found;
}

int as_sqlite_list_lanes(void *back, char ***lanes, struct as_error *error)
{
	struct as_connection *reader = as_reader_take(back, error);
	struct list list = {calloc(1, sizeof(char *)), 0};
	int found = reader ? 1 : -1;

	if (!list.names)
		found = as_error_no_memory(error);
	while (found == 1)
		found = add_next(reader, &list, error);
	if (reader)
		as_reader_give(back, reader);
	if (found == 0)
		*lanes = list.names;
	else
		as_names_free(list.names);
	return found;
}

int as_sqlite_job_lane(
	void *back, int64_t job, char **lane, enum as_store_state *state, struct as_error *error)
{
	struct as_connection *reader = as_reader_take(back, error);
	sqlite3_stmt *statement = reader ? as_sql(reader, AS_SQL_LANE_OF_JOB, error) : NULL;
	int found = -1;

	if (statement) {
		sqlite3_bind_int64(statement, 1, job);
		found = as_sql_step(reader, statement, error);
	}
	if (found == 1) {
		*state = (enum as_store_state)sqlite3_column_int(statement, 1);
		if (as_sql_take_text(statement, 0, lane, error))
			found = -1;
	}
	if (statement)
		sqlite3_reset(statement);
	if (reader)
		as_reader_give(back, reader);
	return found;
}

int as_sqlite_serve(void *back, const char *const *lanes, size_t count, struct as_error *error)
{
	(void)back, (void)lanes, (void)count, (void)error;
	return 0;
}

int as_sqlite_list_unserved(
	void *back, struct as_store_unserved **unserved, size_t *count, struct as_error *error)
{
	(void)back, (void)unserved, (void)count, (void)error;
	return 0;
}

void as_sqlite_watch(void *back, const struct as_store_watch *watch)
{
	struct as_sqlite *sqlite = back;

	as_watcher_set(&sqlite->watcher, watch);
}

struct renaming {
	int64_t session;
	const char *name;
};

static int rename_session(struct as_connection *writer, void *context, struct as_error *error)
{
	const struct renaming *renaming = context;
	sqlite3_stmt *statement = as_sql(writer, AS_SQL_SESSION_RENAME, error);

	if (!statement)
		return -1;
	sqlite3_bind_int64(statement, 1, renaming->session);
	as_sql_text(statement, 2, renaming->name);
	return as_sql_run(writer, statement, error);
}

int as_sqlite_rename(void *back, const char *name, struct as_error *error)
{
	struct as_sqlite *sqlite = back;
	struct renaming renaming = {sqlite->session, name};

	return as_writer_write(&sqlite->writer, rename_session, &renaming, error);
}
