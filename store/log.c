/* SPDX-License-Identifier: MIT */
/*
 * The log of a space. In a file an append is one call of the writer, so no event can come between
 * its check of the last event and its own events. On a server it assigns the numbers of its events
 * itself, under the lock on numbers, which it holds until its commit:
 * 1. It takes the locks on queueing and on holds, if it queues jobs, then the lock on numbers.
 * 2. It numbers committed events that have no number, so that all earlier events come before its
 *    own.
 * 3. It checks the last event, if the caller requires that, then writes the jobs and the events.
 *
 * So appends run one after another, with a flush each, like submissions of jobs. Results of workers
 * do not wait: they are committed without a number.
 *
 * If the connection is lost during the commit, it is unknown whether the entries were stored. The
 * first event has a token, by which they are found.
 */
#include "back.h"
#include "blobs.h"
#include "jobs.h"
#include "texts.h"

#include <string.h>

/* Events, with the jobs that ended (kinds 1 to 3) and the valid results of those that are done. */
#define RECORDS                                                                                    \
	"SELECT event.number, event.space, event.job, event.kind, event.time, event.blob,"         \
	" event.body, job.claimed, result.verdict, result.score, result.group_scores, result.runs" \
	" FROM event LEFT JOIN job ON event.kind BETWEEN 1 AND 3 AND job.id = event.job"           \
	" LEFT JOIN result ON event.kind = 1 AND result.id = job.result"                           \
	" AND result.job = job.id"

/* The same on a server, of events after $1, at most $2: of the space $3, or of all. OFFSET 0: by
 * their keys, however many events a page has. */
#define OF_SPACE "FROM event WHERE space = $3 AND number > $1 ORDER BY space, number LIMIT $2"
#define OF_ALL "FROM event WHERE number > $1 ORDER BY number LIMIT $2"
#define WITH_OUTCOMES(events)                                                                      \
	" FROM (SELECT * " events ") AS event"                                                     \
	" LEFT JOIN LATERAL (SELECT claimed, result FROM job WHERE event.kind BETWEEN 1 AND 3"     \
	" AND job.id = event.job OFFSET 0) AS job ON true"                                         \
	" LEFT JOIN LATERAL (SELECT verdict, score, group_scores, runs FROM result"                \
	" WHERE event.kind = 1 AND result.id = job.result AND result.job = event.job OFFSET 0) "   \
	"AS result ON true"
#define LOG_RECORDS(events)                                                                        \
	"SELECT event.number, event.space, event.job, event.kind, event.time, event.blob,"         \
	" event.body, job.claimed, result.verdict, result.score, result.group_scores::text,"       \
	" result.runs::text" WITH_OUTCOMES(events) " ORDER BY event.number"
/* About the size of the bodies and outcomes, without reading them: arrays are compressed. */
#define LOG_SIZE(events)                                                                           \
	"SELECT coalesce(sum(coalesce(octet_length(event.body), 0) + coalesce(4 * pg_column_size(" \
	"result.runs), 0)), 0)::bigint" WITH_OUTCOMES(events)

/* ---- appending ---- */

static int check_entry(
	struct as_store *store, const struct as_store_entry *entry, struct as_error *error)
{
	if (entry->body.size > AS_STORE_BODY_MAX_BYTES)
		return as_error_set(error, AS_ERROR_USAGE,
			"the body of an event has %zu bytes; at most %d are stored: put the rest "
			"into a blob",
			entry->body.size, AS_STORE_BODY_MAX_BYTES);
	/* Marks the blob as written now, so that it is not collected for some time. */
	const int found = entry->blob ? as_blob_touch(store, entry->blob, error) : 1;
	if (found == 0)
		return as_error_set(error, AS_ERROR_USAGE,
			"the store does not have the blob %.64s; put it there first", entry->blob);
	return found < 0 ? -1 : 0;
}

static int prepare_order(struct as_store *store, int64_t space, const struct as_store_entry *entry,
	struct as_queued *queued, struct as_error *error)
{
	const struct as_store_order *order = entry->order;

	if (!order)
		return entry->again ? as_error_set(error, AS_ERROR_USAGE,
					      "job %lld cannot be judged again without an order",
					      (long long)entry->again)
				    : 0;
	if (order->space != space)
		return as_error_set(error, AS_ERROR_USAGE,
			"an order of another space cannot be appended to the log of this one");
	if (!entry->again)
		return as_queued_make(store, order, queued, error);
	queued->order = order;
	queued->again = entry->again;
	return 0;
}

static int add_record(struct as_sql *sql, const struct as_append *append, size_t index, bool is_job,
	struct as_error *error)
{
	static const struct as_statement add = {
		"INSERT INTO event (space, job, kind, time, body, blob)"
		" VALUES ($1, $2, $3, now_ms(), $4, $5) RETURNING number, time",
		"INSERT INTO event (number, space, job, kind, time, body, blob, token) VALUES"
		" ((SELECT coalesce(max(number), 0) + 1 FROM event), $1, $2, $3, now_ms(), $4, $5,"
		" $6) RETURNING number, time"};
	const struct as_store_entry *entry = &append->entries[index];
	struct as_store_appended *appended = &append->appended[index];
	const int64_t kind = is_job ? AS_STORE_EVENT_QUEUED : AS_STORE_EVENT_NOTE;
	AS_ROWS rows = {0};

	if (as_sql_find(sql, &add,
		    AS_VALUES(AS_INT(append->space), AS_INT(appended->ticket.job), AS_INT(kind),
			    entry->body.size ? AS_BYTES(entry->body.data, entry->body.size)
					     : AS_NULL,
			    AS_TEXT(entry->blob),
			    index ? AS_NULL : AS_BYTES(append->batch.token, AS_TOKEN_BYTES)),
		    &rows, error) != 1)
		return -1;
	appended->number = as_rows_number(&rows, 0);
	appended->time_ms = as_rows_number(&rows, 1);
	return as_rows_next(&rows, error);
}

static int append_one(
	struct as_sql *sql, const struct as_append *append, size_t index, struct as_error *error)
{
	const struct as_queued *queued = &append->queued[index];
	struct as_store_appended *appended = &append->appended[index];

	*appended = (struct as_store_appended){0};
	const int is_queued =
		queued->order ? as_sql_queue(sql, queued, NULL, &appended->ticket, error) : 0;
	return is_queued < 0 ? -1 : add_record(sql, append, index, is_queued == 1, error);
}

/* 1 if the space has no later event. */
static int is_last(struct as_sql *sql, const struct as_append *append, struct as_error *error)
{
	static const struct as_statement read = {
		"SELECT coalesce(max(number), 0) FROM event INDEXED BY event_space"
		" WHERE space = $1",
		"SELECT coalesce(max(number), 0) FROM event WHERE space = $1"};
	AS_ROWS rows = {0};

	if (!append->is_after)
		return 1;
	if (as_sql_find(sql, &read, AS_VALUES(AS_INT(append->space)), &rows, error) != 1)
		return -1;
	return as_rows_number(&rows, 0) == append->last;
}

static int append_all(struct as_sql *sql, void *context, struct as_error *error)
{
	static const struct as_statement lock = {
		"", "SELECT pg_advisory_xact_lock(" AS_PG_LOCK_STORE ", " AS_PG_LOCK_EVENTS ")"};
	static const struct as_statement committed = {
		"", "SELECT number FROM event WHERE number = $1 AND token = $2"};
	struct as_append *append = context;

	/* An earlier try that is still running holds the lock on numbers. */
	if ((append->has_jobs && as_sql_lock_queue(sql, error)) ||
		as_sql_run(sql, &lock, NULL, error) < 0)
		return -1;
	const int found = as_sql_find_committed(sql, &committed, &append->batch, error);
	if (found)
		return found;
	if (as_sql_number_events(sql, error))
		return -1;
	const int may_append = is_last(sql, append, error);
	if (may_append != 1)
		return may_append;
	for (size_t i = 0; i < append->count; i++)
		if (append_one(sql, append, i, error))
			return -1;
	append->batch.first = append->count ? append->appended[0].number : 0;
	return 1;
}

/* 1, or 0: there are later events. */
static int append(struct as_store *store, struct as_append *append, struct as_error *error)
{
	AS_AUTO_FREE struct as_queued *queued = calloc(append->count + 1, sizeof(*queued));

	if (!queued)
		return as_error_no_memory(error);
	for (size_t i = 0; i < append->count; i++) {
		if (check_entry(store, &append->entries[i], error) ||
			prepare_order(store, append->space, &append->entries[i], &queued[i], error))
			return -1;
		append->has_jobs |= queued[i].order != NULL;
	}
	append->queued = queued;
	if (as_batch_make(&append->batch, error))
		return -1;
	const int done = as_store_write(store, append_all, append, error);
	if (done == 1)
		store->ops->tell(store->back, append->has_jobs);
	return done;
}

int as_store_append(struct as_store *store, int64_t space, const struct as_store_entry *entries,
	size_t count, struct as_store_appended *appended, struct as_error *error)
{
	struct as_append all = {
		.space = space, .entries = entries, .count = count, .appended = appended};

	return count == 0 || append(store, &all, error) == 1 ? 0 : -1;
}

int as_store_append_after(struct as_store *store, int64_t space, int64_t last,
	const struct as_store_entry *entries, size_t count, struct as_store_appended *appended,
	struct as_error *error)
{
	struct as_append all = {.space = space,
		.is_after = true,
		.last = last,
		.entries = entries,
		.count = count,
		.appended = appended};

	return append(store, &all, error);
}

/* ---- reading ---- */

struct range {
	int64_t space, after;
	size_t max;
	struct as_store_page *page;
};

static int take_outcome(
	const struct as_rows *rows, struct as_store_record *record, struct as_error *error)
{
	const struct as_outcome_row row = {.verdict = as_rows_number(rows, 8),
		.is_scored = as_rows_text(rows, 9) != NULL,
		.score_e6 = as_rows_number(rows, 9),
		.groups = as_rows_text(rows, 10),
		.runs = as_rows_text(rows, 11)};

	return as_outcome_read(&row, &record->outcome, error);
}

static int take_record(
	const struct as_rows *rows, struct as_store_record *record, struct as_error *error)
{
	record->event = (struct as_store_event){.number = as_rows_number(rows, 0),
		.space = as_rows_number(rows, 1),
		.job = as_rows_number(rows, 2),
		.kind = (enum as_store_event_kind)as_rows_number(rows, 3),
		.time_ms = as_rows_number(rows, 4)};
	as_rows_copy_text(rows, 5, record->blob, sizeof(record->blob));
	record->began_ms = as_rows_number(rows, 7);
	return take_outcome(rows, record, error) ||
			       as_rows_take_bytes(rows, 6, &record->body, error)
		       ? -1
		       : 0;
}

/* Makes the range smaller on a server, because a whole answer is in memory. */
static int fit(struct as_sql *sql, struct range *range, struct as_error *error)
{
	static const struct as_statement all = {"", LOG_SIZE(OF_ALL)};
	static const struct as_statement of_space = {"", LOG_SIZE(OF_SPACE)};

	for (; range->max > AS_STORE_PAGE_BYTES / AS_STORE_BODY_MAX_BYTES; range->max /= 2) {
		AS_ROWS rows = {0};
		const int found =
			as_sql_find(sql, range->space == AS_STORE_WHOLE ? &all : &of_space,
				AS_RANGE(range->space, range->after, range->max), &rows, error);
		if (found <= 0 || as_rows_number(&rows, 0) <= AS_STORE_PAGE_BYTES)
			return found < 0 ? -1 : 0;
	}
	return 0;
}

static int read_page(struct as_sql *sql, void *context, struct as_error *error)
{
	static const struct as_statement all = {RECORDS
		" WHERE event.number > $1 ORDER BY event.number LIMIT $2",
		LOG_RECORDS(OF_ALL)};
	static const struct as_statement of_space = {RECORDS
		" WHERE event.number > $1 AND event.space = $3"
		" ORDER BY event.number LIMIT $2",
		LOG_RECORDS(OF_SPACE)};
	struct range range = *(const struct range *)context;
	struct as_store_page *page = range.page;
	size_t bytes = 0, size;
	AS_ROWS rows = {0};

	if (as_sql_number_events(sql, error) || fit(sql, &range, error))
		return -1;
	int found = as_sql_find(sql, range.space == AS_STORE_WHOLE ? &all : &of_space,
		AS_RANGE(range.space, range.after, range.max), &rows, error);
	for (; found == 1 && bytes < AS_STORE_PAGE_BYTES; found = as_rows_next(&rows, error)) {
		struct as_store_record *record = &page->records[page->count++];
		if (take_record(&rows, record, error))
			return -1;
		(void)as_rows_bytes(&rows, 11, &size);
		bytes += record->body.size + size;
	}
	return found < 0 ? -1 : 0;
}

int as_store_log_read(struct as_store *store, int64_t space, int64_t after, size_t max,
	struct as_store_page *page, struct as_error *error)
{
	*page = (struct as_store_page){0};
	if (max == 0)
		return 0;
	page->records = calloc(max, sizeof(*page->records));
	if (!page->records)
		return as_error_no_memory(error);
	struct range range = {space, after, max, page};
	if (as_store_read(store, read_page, &range, error) == 0)
		return 0;
	as_store_page_clear(page);
	return -1;
}

void as_store_page_clear(struct as_store_page *page)
{
	for (size_t i = 0; i < page->count; i++) {
		as_bytes_clear(&page->records[i].body);
		as_store_outcome_free(page->records[i].outcome);
	}
	free(page->records);
	*page = (struct as_store_page){0};
}
