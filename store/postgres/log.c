/* SPDX-License-Identifier: MIT */
/*
 * The log of a space. An append assigns the numbers of its events itself, under the lock on
 * numbers, which it holds until its commit:
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
#include "postgres.h"

#include <sys/random.h>

#define TOKEN_BYTES 16

struct batch {
	const struct as_append *append;
	bool has_jobs;
	char token[TOKEN_BYTES];
	int64_t first; /* the event that has the token; 0: no earlier try was committed */
};

/* ---- appending ---- */

static int add_record(struct as_pg_link *link, const struct batch *batch, size_t index, bool is_job,
	struct as_error *error)
{
	const struct as_store_entry *entry = &batch->append->entries[index];
	struct as_store_appended *appended = &batch->append->appended[index];
	struct as_pg_values values = {0};
	AS_PG_ROWS rows = NULL;

	as_pg_add_number(&values, batch->append->space);
	as_pg_add_number(&values, appended->ticket.job);
	as_pg_add_number(&values, is_job ? AS_STORE_EVENT_QUEUED : AS_STORE_EVENT_NOTE);
	if (entry->body.size)
		as_pg_add_bytes(&values, entry->body.data, entry->body.size);
	else
		as_pg_add_text(&values, NULL);
	as_pg_add_text(&values, entry->blob);
	if (index == 0)
		as_pg_add_bytes(&values, batch->token, TOKEN_BYTES);
	else
		as_pg_add_text(&values, NULL);
	if (as_pg_run(link, AS_PG_EVENT_APPEND, &values, &rows, error))
		return -1;
	appended->number = as_pg_number(rows, 0, 0);
	appended->time_ms = as_pg_number(rows, 0, 1);
	return 0;
}

static int append_one(
	struct as_pg_link *link, const struct batch *batch, size_t index, struct as_error *error)
{
	const struct as_queued *queued = &batch->append->queued[index];
	struct as_store_appended *appended = &batch->append->appended[index];

	*appended = (struct as_store_appended){0};
	const int is_queued =
		queued->order ? as_pg_queue(link, queued, &appended->ticket, error) : 0;
	return is_queued < 0 ? -1 : add_record(link, batch, index, is_queued == 1, error);
}

/* 1 if an earlier try was committed. */
static int find_committed(
	struct as_pg_link *link, const struct batch *batch, struct as_error *error)
{
	struct as_pg_values values = {0};
	AS_PG_ROWS rows = NULL;

	if (!batch->first)
		return 0;
	as_pg_add_number(&values, batch->first);
	as_pg_add_bytes(&values, batch->token, TOKEN_BYTES);
	return as_pg_find(link, AS_PG_EVENT_APPENDED, &values, &rows, error);
}

/* 1 if the space has no later event. */
static int is_last(struct as_pg_link *link, const struct as_append *append, struct as_error *error)
{
	struct as_pg_values values = {0};
	AS_PG_ROWS rows = NULL;

	if (!append->is_after)
		return 1;
	as_pg_add_number(&values, append->space);
	if (as_pg_run(link, AS_PG_EVENT_LAST_OF, &values, &rows, error))
		return -1;
	return as_pg_number(rows, 0, 0) == append->last;
}

static int append_all(struct as_pg_session *session, void *context, struct as_error *error)
{
	struct as_pg_link *link = &session->link;
	struct batch *batch = context;
	const struct as_append *append = batch->append;

	/* An earlier try that is still running holds the lock on numbers. */
	if ((batch->has_jobs && as_pg_lock_queue(link, error)) ||
		as_pg_run(link, AS_PG_EVENT_LOCK, NULL, NULL, error))
		return -1;
	const int committed = find_committed(link, batch, error);
	if (committed)
		return committed;
	batch->first = 0;
	if (as_pg_number_events(link, error))
		return -1;
	const int may_append = is_last(link, append, error);
	if (may_append != 1)
		return may_append;
	for (size_t i = 0; i < append->count; i++)
		if (append_one(link, batch, i, error))
			return -1;
	batch->first = append->count ? append->appended[0].number : 0;
	return 1;
}

int as_pg_append(void *back, const struct as_append *append, struct as_error *error)
{
	struct as_postgres *postgres = back;
	struct batch batch = {.append = append};

	for (size_t i = 0; i < append->count; i++)
		batch.has_jobs |= append->queued[i].order != NULL;
	if (getrandom(batch.token, TOKEN_BYTES, 0) != TOKEN_BYTES)
		return as_error_set(error, AS_ERROR_INTERNAL, "cannot read random bytes");
	const int done = as_pg_session_write(&postgres->session, append_all, &batch, error);
	if (done == 1 && batch.has_jobs)
		as_pg_bell_queued(&postgres->bell);
	else if (done == 1)
		as_pg_bell_ring(&postgres->bell, true);
	return done;
}

/* ---- reading ---- */

struct range {
	int64_t space, after;
	size_t max;
	struct as_store_page *page;
};

static int take_outcome(
	const PGresult *rows, int row, struct as_store_record *record, struct as_error *error)
{
	AS_AUTO_FREE char *groups = NULL, *runs = NULL;

	if (as_pg_take_text(rows, row, 10, &groups, error) ||
		as_pg_take_text(rows, row, 11, &runs, error))
		return -1;
	const struct as_outcome_row outcome = {.verdict = as_pg_number(rows, row, 8),
		.is_scored = !PQgetisnull(rows, row, 9),
		.score_e6 = as_pg_number(rows, row, 9),
		.groups = groups,
		.runs = runs};
	return as_outcome_read(&outcome, &record->outcome, error);
}

static int take_record(
	const PGresult *rows, int row, struct as_store_record *record, struct as_error *error)
{
	record->event = (struct as_store_event){.number = as_pg_number(rows, row, 0),
		.space = as_pg_number(rows, row, 1),
		.job = as_pg_number(rows, row, 2),
		.kind = (enum as_store_event_kind)as_pg_number(rows, row, 3),
		.time_ms = as_pg_number(rows, row, 4)};
	as_pg_copy_text(rows, row, 5, record->blob, sizeof(record->blob));
	record->began_ms = as_pg_number(rows, row, 7);
	if (take_outcome(rows, row, record, error))
		return -1;
	return PQgetisnull(rows, row, 6) ? 0 : as_pg_take_bytes(rows, row, 6, &record->body, error);
}

static void add_range(struct as_pg_values *values, const struct range *range, size_t max)
{
	as_pg_add_number(values, range->after);
	as_pg_add_number(values, max < INT32_MAX ? (int64_t)max : INT32_MAX);
	if (range->space != AS_STORE_WHOLE)
		as_pg_add_number(values, range->space);
}

/* The maximum number of events in a page, because a whole answer is in memory. */
static int fit(
	struct as_pg_link *link, const struct range *range, size_t *max, struct as_error *error)
{
	const bool is_all = range->space == AS_STORE_WHOLE;

	for (*max = range->max; *max > AS_STORE_PAGE_BYTES / AS_STORE_BODY_MAX_BYTES; *max /= 2) {
		struct as_pg_values values = {0};
		AS_PG_ROWS rows = NULL;
		add_range(&values, range, *max);
		if (as_pg_run(link, is_all ? AS_PG_LOG_SIZE_ALL : AS_PG_LOG_SIZE, &values, &rows,
			    error))
			return -1;
		if (as_pg_number(rows, 0, 0) <= AS_STORE_PAGE_BYTES)
			return 0;
	}
	return 0;
}

static int read_log(struct as_pg_session *session, void *context, struct as_error *error)
{
	const struct range *range = context;
	struct as_store_page *page = range->page;
	struct as_pg_values values = {0};
	AS_PG_ROWS rows = NULL;
	size_t max;

	if (as_pg_number_events(&session->link, error) || fit(&session->link, range, &max, error))
		return -1;
	add_range(&values, range, max);
	if (as_pg_run(&session->link,
		    range->space == AS_STORE_WHOLE ? AS_PG_LOG_READ_ALL : AS_PG_LOG_READ, &values,
		    &rows, error))
		return -1;
	for (int i = 0; i < PQntuples(rows); i++)
		if (take_record(rows, i, &page->records[page->count++], error))
			return -1;
	return 0;
}

int as_pg_read_log(void *back, int64_t space, int64_t after, size_t max, struct as_store_page *page,
	struct as_error *error)
{
	struct as_postgres *postgres = back;
	struct range range = {space, after, max, page};

	return as_pg_session_call(&postgres->session, read_log, &range, error);
}

/* ---- the epoch ---- */

struct epoch {
	int64_t space;
	char *text;
};

/* 1; `text` is "" if a new epoch is needed. */
static int find_epoch(struct as_pg_link *link, const struct epoch *epoch, struct as_error *error)
{
	struct as_pg_values values = {0};
	AS_PG_ROWS rows = NULL;

	as_pg_add_number(&values, epoch->space);
	const int found = as_pg_find(link, AS_PG_EPOCH_READ, &values, &rows, error);
	if (found == 1)
		as_pg_copy_text(rows, 0, 0, epoch->text, AS_STORE_EPOCH_SIZE);
	return found;
}

static int find_or_make_epoch(struct as_pg_session *session, void *context, struct as_error *error)
{
	const struct epoch *epoch = context;
	struct as_pg_values values = {0};
	const int found = find_epoch(&session->link, epoch, error);

	if (found != 1 || *epoch->text)
		return found;
	as_pg_add_number(&values, epoch->space);
	if (as_pg_run(&session->link, AS_PG_EPOCH_MAKE, &values, NULL, error))
		return -1;
	return find_epoch(&session->link, epoch, error);
}

int as_pg_read_epoch(
	void *back, int64_t space, char epoch[AS_STORE_EPOCH_SIZE], struct as_error *error)
{
	struct as_postgres *postgres = back;

	return as_pg_session_call(
		&postgres->session, find_or_make_epoch, &(struct epoch){space, epoch}, error);
}
