/* SPDX-License-Identifier: MIT */
/* The log of events. There is one writer, so numbers increase in the order of the commits. */
#include "sqlite.h"

#include <time.h>

int64_t as_sqlite_now_ms(void)
{
	struct timespec now;

	clock_gettime(CLOCK_REALTIME, &now);
	return (int64_t)now.tv_sec * 1000 + now.tv_nsec / 1000000;
}

int as_sqlite_add_record(struct as_connection *writer, struct as_store_event *event,
	const struct as_store_entry *entry, struct as_error *error)
{
	sqlite3_stmt *statement = as_sql(writer, AS_SQL_EVENT_ADD, error);

	if (!statement)
		return -1;
	event->time_ms = as_sqlite_now_ms();
	sqlite3_bind_int64(statement, 1, event->space);
	sqlite3_bind_int64(statement, 2, event->job);
	sqlite3_bind_int64(statement, 3, (int64_t)event->kind);
	sqlite3_bind_int64(statement, 4, event->time_ms);
	if (entry->body.size)
		as_sql_bytes(statement, 5, entry->body.data, entry->body.size);
	as_sql_text(statement, 6, entry->blob);
	if (as_sql_run(writer, statement, error))
		return -1;
	event->number = writer->last_event = sqlite3_last_insert_rowid(writer->db);
	return 0;
}

int as_sqlite_add_event(struct as_connection *writer, int64_t space, int64_t job,
	enum as_store_event_kind kind, struct as_error *error)
{
	static const struct as_store_entry none;
	struct as_store_event event = {.space = space, .job = job, .kind = kind};

	return as_sqlite_add_record(writer, &event, &none, error);
}

static int read_events(struct as_connection *reader, sqlite3_stmt *statement,
	struct as_store_event *events, size_t *count, struct as_error *error)
{
	int found;

	while ((found = as_sql_step(reader, statement, error)) == 1)
		events[(*count)++] =
			(struct as_store_event){.number = sqlite3_column_int64(statement, 0),
				.space = sqlite3_column_int64(statement, 1),
				.job = sqlite3_column_int64(statement, 2),
				.kind = (enum as_store_event_kind)sqlite3_column_int(statement, 3),
				.time_ms = sqlite3_column_int64(statement, 4)};
	return found;
}

int as_sqlite_read_events(void *back, int64_t space, int64_t after, struct as_store_event *events,
	size_t max, size_t *count, struct as_error *error)
{
	const bool is_all = space == AS_STORE_WHOLE;
	struct as_connection *reader = as_reader_take(back, error);
	int failed = -1;

	if (!reader)
		return -1;
	sqlite3_stmt *statement =
		as_sql(reader, is_all ? AS_SQL_EVENT_READ_ALL : AS_SQL_EVENT_READ, error);
	if (statement) {
		sqlite3_bind_int64(statement, 1, after);
		sqlite3_bind_int64(statement, 2, max < INT32_MAX ? (int64_t)max : INT32_MAX);
		if (!is_all)
			sqlite3_bind_int64(statement, 3, space);
		failed = read_events(reader, statement, events, count, error);
	}
	as_reader_give(back, reader);
	return failed;
}

int as_sqlite_wait(void *back, int64_t *after, int64_t max_ns, struct as_error *error)
{
	struct as_sqlite *sqlite = back;

	if (sqlite->lock_fd < 0)
		return as_error_set(error, AS_ERROR_USAGE,
			"the store was opened to be read, which does not see new events");
	return as_writer_wait(&sqlite->writer, after, max_ns);
}
