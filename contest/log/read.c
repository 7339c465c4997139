/* SPDX-License-Identifier: MIT */
/*
 * Reads the log. At the start it can have a million events: while one page is applied, another
 * thread prefetches and parses the next one, and frees the one before.
 */
#include "read.h"
#include "body.h"
#include "state.h"

#include <pthread.h>

#define PAGE_COUNT 1000
#define FIRST_PAGE_COUNT 4000

/* Events, with their bodies parsed. */
struct batch {
	struct as_store_page page;
	struct log_body *bodies;
};

static void clear_batch(struct batch *batch)
{
	for (size_t i = 0; batch->bodies && i < batch->page.count; i++)
		log_body_clear(&batch->bodies[i]);
	free(batch->bodies);
	as_store_page_clear(&batch->page);
	*batch = (struct batch){0};
}

static int read_batch(struct as_contest_log *log, int64_t after, size_t max, struct batch *batch,
	struct as_error *error)
{
	if (as_store_log_read(log->store, log->space, after, max, &batch->page, error))
		return -1;
	batch->bodies = calloc(batch->page.count + 1, sizeof(*batch->bodies));
	if (!batch->bodies)
		return as_error_no_memory(error);
	for (size_t i = 0; i < batch->page.count; i++)
		if (log_body_read(&batch->page.records[i], &batch->bodies[i], error))
			return -1;
	return 0;
}

/* Returns 1 if there were events, 0 if not. */
static int apply_records(struct as_contest_log *log, const struct as_store_record *records,
	const struct log_body *bodies, size_t count, struct as_error *error)
{
	int result = 0;

	pthread_rwlock_wrlock(&log->lock);
	for (size_t i = 0; i < count && !result; i++)
		result = log_apply_body(log, &records[i], &bodies[i], error);
	pthread_rwlock_unlock(&log->lock);
	pthread_mutex_lock(&log->progress);
	if (result < 0)
		log->following = LOG_BROKEN;
	if (!result && count > 0) {
		log->applied = records[count - 1].event.number;
		result = 1;
	}
	pthread_cond_broadcast(&log->progressed);
	pthread_mutex_unlock(&log->progress);
	return result;
}

static int apply_batch(
	struct as_contest_log *log, const struct batch *batch, struct as_error *error)
{
	return apply_records(log, batch->page.records, batch->bodies, batch->page.count, error);
}

int log_apply_own(struct as_contest_log *log, const struct as_store_appended *appended,
	const struct log_body *body, struct as_error *error)
{
	const struct as_store_record record = {.event = {.number = appended->number,
						       .space = log->space,
						       .kind = AS_STORE_EVENT_NOTE,
						       .time_ms = appended->time_ms}};

	return apply_records(log, &record, body, 1, error);
}

int log_read_page(struct as_contest_log *log, struct as_error *error)
{
	struct batch batch = {0};
	int result = read_batch(log, log->applied, PAGE_COUNT, &batch, error);

	if (!result)
		result = apply_batch(log, &batch, error);
	clear_batch(&batch);
	return result;
}

/* ---- all events ---- */

/* The work of the other thread. */
struct prefetch {
	struct as_contest_log *log;
	int64_t after;
	struct batch batch; /* at first the old batch to free, then the new one */
	int failed;
	struct as_error error;
};

static void *run_prefetch(void *context)
{
	struct prefetch *prefetch = context;

	clear_batch(&prefetch->batch);
	prefetch->failed = read_batch(prefetch->log, prefetch->after, FIRST_PAGE_COUNT,
		&prefetch->batch, &prefetch->error);
	return NULL;
}

/* Applies `batch`, and replaces it by the next one. */
static int apply_and_prefetch(
	struct as_contest_log *log, struct batch *batch, struct batch *old, struct as_error *error)
{
	const struct as_store_page *page = &batch->page;
	struct prefetch prefetch = {
		.log = log, .after = page->records[page->count - 1].event.number, .batch = *old};
	pthread_t thread;
	const bool has_thread = pthread_create(&thread, NULL, run_prefetch, &prefetch) == 0;

	int result = apply_batch(log, batch, error);
	if (has_thread)
		pthread_join(thread, NULL);
	else
		run_prefetch(&prefetch);
	*old = *batch;
	*batch = prefetch.batch;
	if (result < 0)
		return -1;
	return prefetch.failed
		       ? as_error_pass(error, &prefetch.error, NULL, "%s", prefetch.error.text)
		       : 0;
}

int log_read_all(struct as_contest_log *log, struct as_error *error)
{
	struct batch batch = {0}, old = {0};
	int failed = read_batch(log, log->applied, FIRST_PAGE_COUNT, &batch, error);

	while (!failed && batch.page.count > 0)
		failed = apply_and_prefetch(log, &batch, &old, error);
	clear_batch(&batch);
	clear_batch(&old);
	return failed;
}
