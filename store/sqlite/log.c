/* SPDX-License-Identifier: MIT */
/* The log of a space. Appending is one call of the writer, so no event can come between its check
 * of the last event and its own events. */
#include "sqlite.h"

#include <sys/random.h>

/* ---- appending ---- */

static int append_one(struct as_connection *writer, const struct as_append *append, size_t index,
	struct as_error *error)
{
	const struct as_queued *queued = &append->queued[index];
	struct as_store_appended *appended = &append->appended[index];
	struct as_store_event event = {.space = append->space};

	*appended = (struct as_store_appended){0};
	const int is_queued =
		queued->order ? as_sqlite_queue(writer, queued, &appended->ticket, error) : 0;
	event.kind = is_queued ? AS_STORE_EVENT_QUEUED : AS_STORE_EVENT_NOTE;
	event.job = appended->ticket.job;
	if (is_queued < 0 || as_sqlite_add_record(writer, &event, &append->entries[index], error))
		return -1;
	appended->number = event.number;
	appended->time_ms = event.time_ms;
	return 0;
}

/* 1 if the space has no later event. */
static int is_last(
	struct as_connection *writer, const struct as_append *append, struct as_error *error)
{
	sqlite3_stmt *statement = as_sql(writer, AS_SQL_EVENT_LAST_OF, error);

	if (!statement)
		return -1;
	sqlite3_bind_int64(statement, 1, append->space);
	if (as_sql_step(writer, statement, error) != 1)
		return -1;
	const bool found = sqlite3_column_int64(statement, 0) == append->last;
	sqlite3_reset(statement);
	return found;
}

static int append_all(struct as_connection *writer, void *context, struct as_error *error)
{
	const struct as_append *append = context;
	const int may_append = append->is_after ? is_last(writer, append, error) : 1;

	if (may_append != 1)
		return may_append;
	for (size_t i = 0; i < append->count; i++)
		if (append_one(writer, append, i, error))
			return -1;
	return 1;
}

int as_sqlite_append(void *back, const struct as_append *append, struct as_error *error)
{
	struct as_sqlite *sqlite = back;
	const int done = as_writer_write(&sqlite->writer, append_all, (void *)append, error);
	bool any_job = false;

	for (size_t i = 0; i < append->count; i++)
		any_job |= append->queued[i].order != NULL;
	if (done == 1 && any_job)
		as_watcher_queued(&sqlite->watcher);
	return done;
}

/* ---- reading ---- */

static int take_outcome(
	sqlite3_stmt *statement, struct as_store_record *record, struct as_error *error)
{
	const struct as_outcome_row row = {.verdict = sqlite3_column_int64(statement, 8),
		.is_scored = sqlite3_column_type(statement, 9) != SQLITE_NULL,
		.score_e6 = sqlite3_column_int64(statement, 9),
		.groups = (const char *)sqlite3_column_text(statement, 10),
		.runs = (const char *)sqlite3_column_text(statement, 11)};

	return as_outcome_read(&row, &record->outcome, error);
}

static int take_record(
	sqlite3_stmt *statement, struct as_store_record *record, struct as_error *error)
{
	record->event = (struct as_store_event){.number = sqlite3_column_int64(statement, 0),
		.space = sqlite3_column_int64(statement, 1),
		.job = sqlite3_column_int64(statement, 2),
		.kind = (enum as_store_event_kind)sqlite3_column_int(statement, 3),
		.time_ms = sqlite3_column_int64(statement, 4)};
	as_sql_copy_text(statement, 5, record->blob, sizeof(record->blob));
	record->began_ms = sqlite3_column_int64(statement, 7);
	if (take_outcome(statement, record, error))
		return -1;
	return sqlite3_column_type(statement, 6) == SQLITE_NULL
		       ? 0
		       : as_sql_take_bytes(statement, 6, &record->body, error);
}

static int read_page(struct as_connection *reader, sqlite3_stmt *statement,
	struct as_store_page *page, struct as_error *error)
{
	size_t bytes = 0;
	int found = 0;

	while (bytes < AS_STORE_PAGE_BYTES &&
		(found = as_sql_step(reader, statement, error)) == 1) {
		struct as_store_record *record = &page->records[page->count++];
		if (take_record(statement, record, error))
			return -1;
		bytes += record->body.size + (size_t)sqlite3_column_bytes(statement, 11);
	}
	sqlite3_reset(statement);
	return found < 0 ? -1 : 0;
}

int as_sqlite_read_log(void *back, int64_t space, int64_t after, size_t max,
	struct as_store_page *page, struct as_error *error)
{
	const bool is_all = space == AS_STORE_WHOLE;
	struct as_connection *reader = as_reader_take(back, error);
	int failed = -1;

	if (!reader)
		return -1;
	sqlite3_stmt *statement =
		as_sql(reader, is_all ? AS_SQL_LOG_READ_ALL : AS_SQL_LOG_READ, error);
	if (statement) {
		sqlite3_bind_int64(statement, 1, after);
		sqlite3_bind_int64(statement, 2, max < INT32_MAX ? (int64_t)max : INT32_MAX);
		if (!is_all)
			sqlite3_bind_int64(statement, 3, space);
		failed = read_page(reader, statement, page, error);
	}
	as_reader_give(back, reader);
	return failed;
}

/* ---- the epoch ---- */

struct epoch {
	int64_t space;
	char *text;
};

/* 1; `text` is "" if no epoch exists. */
static int find_epoch(struct as_connection *connection, void *context, struct as_error *error)
{
	const struct epoch *epoch = context;
	sqlite3_stmt *statement = as_sql(connection, AS_SQL_EPOCH_READ, error);

	if (!statement)
		return -1;
	sqlite3_bind_int64(statement, 1, epoch->space);
	const int found = as_sql_step(connection, statement, error);
	if (found == 1)
		as_sql_copy_text(statement, 0, epoch->text, AS_STORE_EPOCH_SIZE);
	sqlite3_reset(statement);
	return found;
}

static int make_epoch(struct as_connection *writer, void *context, struct as_error *error)
{
	const struct epoch *epoch = context;
	sqlite3_stmt *statement = as_sql(writer, AS_SQL_EPOCH_MAKE, error);
	unsigned long halves[2];
	char text[AS_STORE_EPOCH_SIZE];

	if (!statement)
		return -1;
	if (getrandom(halves, sizeof(halves), 0) != sizeof(halves))
		return as_error_set(error, AS_ERROR_INTERNAL, "cannot draw a random number");
	snprintf(text, sizeof(text), "%016lx%016lx", halves[0], halves[1]);
	sqlite3_bind_int64(statement, 1, epoch->space);
	as_sql_text(statement, 2, text);
	return as_sql_run(writer, statement, error) ? -1 : find_epoch(writer, context, error);
}

int as_sqlite_read_epoch(
	void *back, int64_t space, char epoch[AS_STORE_EPOCH_SIZE], struct as_error *error)
{
	struct as_sqlite *sqlite = back;
	struct epoch wanted = {space, epoch};
	struct as_connection *reader = as_reader_take(back, error);

	if (!reader)
		return -1;
	const int found = find_epoch(reader, &wanted, error);
	as_reader_give(back, reader);
	if (found != 1 || *epoch)
		return found;
	return as_writer_write(&sqlite->writer, make_epoch, &wanted, error);
}
