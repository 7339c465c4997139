/* SPDX-License-Identifier: MIT */
/* Reads the log. At the start it can have a million events: while one page is applied, another
 * thread prefetches and parses the next one, and frees the one before.
 */
#include "opened.h"

#include <stdlib.h>

#define PAGE_COUNT 1000
#define FIRST_PAGE_COUNT 4000

/* Events, with their bodies parsed: items of the owner's size. */
struct batch {
	const struct as_journal_owner *owner;
	struct as_store_page page;
	char *bodies;
};

static void clear_batch(struct batch *batch)
{
	for (size_t i = 0; batch->bodies && batch->owner->drop && i < batch->page.count; i++)
		batch->owner->drop(batch->bodies + i * batch->owner->parsed_size);
	free(batch->bodies);
	as_store_page_clear(&batch->page);
	*batch = (struct batch){0};
}

static int read_batch(struct as_journal *journal, int64_t after, size_t max, struct batch *batch,
	struct as_error *error)
{
	const struct as_journal_owner *owner = &journal->owner;

	batch->owner = owner;
	if (as_store_log_read(journal->store, journal->space, after, max, &batch->page, error))
		return -1;
	batch->bodies = calloc(batch->page.count + 1, owner->parsed_size);
	if (!batch->bodies)
		return as_error_no_memory(error);
	for (size_t i = 0; i < batch->page.count; i++)
		if (owner->parse(
			    &batch->page.records[i], batch->bodies + i * owner->parsed_size, error))
			return -1;
	return 0;
}

/* Returns 1 if there were events, 0 if not. */
static int apply_records(struct as_journal *journal, const struct as_store_record *records,
	const char *bodies, size_t count, struct as_error *error)
{
	const struct as_journal_owner *owner = &journal->owner;
	int result = 0;

	pthread_rwlock_wrlock(&journal->lock);
	for (size_t i = 0; i < count && !result; i++)
		result = owner->apply(
			owner->context, &records[i], bodies + i * owner->parsed_size, error);
	pthread_rwlock_unlock(&journal->lock);
	pthread_mutex_lock(&journal->progress.mutex);
	if (result < 0)
		journal->progress.following = JOURNAL_BROKEN;
	if (!result && count > 0) {
		journal->progress.applied = records[count - 1].event.number;
		result = 1;
	}
	pthread_cond_broadcast(&journal->progress.changed);
	pthread_mutex_unlock(&journal->progress.mutex);
	return result;
}

static int apply_batch(
	struct as_journal *journal, const struct batch *batch, struct as_error *error)
{
	return apply_records(journal, batch->page.records, batch->bodies, batch->page.count, error);
}

int as_journal_apply_own(struct as_journal *journal, const struct as_store_appended *appended,
	const void *parsed, struct as_error *error)
{
	const struct as_store_record record = {.event = {.number = appended->number,
						       .space = journal->space,
						       .kind = AS_STORE_EVENT_NOTE,
						       .time_ms = appended->time_ms}};

	return apply_records(journal, &record, parsed, 1, error);
}

int journal_read_page(struct as_journal *journal, struct as_error *error)
{
	struct batch batch = {0};
	int result = read_batch(journal, journal->progress.applied, PAGE_COUNT, &batch, error);

	if (!result)
		result = apply_batch(journal, &batch, error);
	clear_batch(&batch);
	return result;
}

/* ---- all events ---- */

/* The work of the other thread. */
struct prefetch {
	struct as_journal *journal;
	int64_t after;
	struct batch batch; /* at first the old batch to free, then the new one */
	int failed;
	struct as_error error;
};

static void *run_prefetch(void *context)
{
	struct prefetch *prefetch = context;

	clear_batch(&prefetch->batch);
	prefetch->failed = read_batch(prefetch->journal, prefetch->after, FIRST_PAGE_COUNT,
		&prefetch->batch, &prefetch->error);
	return NULL;
}

/* Applies `batch`, and replaces it by the next one. */
static int apply_and_prefetch(
	struct as_journal *journal, struct batch *batch, struct batch *old, struct as_error *error)
{
	const struct as_store_page *page = &batch->page;
	struct prefetch prefetch = {.journal = journal,
		.after = page->records[page->count - 1].event.number,
		.batch = *old};
	pthread_t thread;
	const bool has_thread = pthread_create(&thread, NULL, run_prefetch, &prefetch) == 0;

	int result = apply_batch(journal, batch, error);
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

int as_journal_read(struct as_journal *journal, struct as_error *error)
{
	struct batch batch = {0}, old = {0};
	int failed =
		read_batch(journal, journal->progress.applied, FIRST_PAGE_COUNT, &batch, error);

	while (!failed && batch.page.count > 0)
		failed = apply_and_prefetch(journal, &batch, &old, error);
	clear_batch(&batch);
	clear_batch(&old);
	return failed;
}
