/* SPDX-License-Identifier: MIT */
/* The log of a space: the part above the back end. */
#include "back.h"

#include <string.h>

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
	const int found =
		entry->blob ? store->upkeep->touch_blob(store->back, entry->blob, error) : 1;
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

/* 1, or 0: there are later events. */
static int append(struct as_store *store, struct as_append *append, struct as_error *error)
{
	AS_AUTO_FREE struct as_queued *queued = calloc(append->count + 1, sizeof(*queued));

	if (!queued)
		return as_error_no_memory(error);
	for (size_t i = 0; i < append->count; i++)
		if (check_entry(store, &append->entries[i], error) ||
			prepare_order(store, append->space, &append->entries[i], &queued[i], error))
			return -1;
	append->queued = queued;
	return store->log->append(store->back, append, error);
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

/* ---- judging again ---- */

struct as_store_order as_again_order(
	const struct as_store_order *asked, const struct as_old_job *old)
{
	return (struct as_store_order){.space = asked->space,
		.package = asked->package ? asked->package : old->package,
		.owner = old->owner,
		.options = asked->options.data ? asked->options : old->options,
		.class = asked->class,
		.priority = asked->priority,
		.lane = asked->lane ? asked->lane : old->lane};
}

void as_old_job_clear(struct as_old_job *old)
{
	free(old->package);
	free(old->owner);
	free(old->lane);
	as_bytes_clear(&old->options);
	*old = (struct as_old_job){0};
}

int as_no_such_job(int64_t job, struct as_error *error)
{
	return as_error_set(error, AS_ERROR_USAGE,
		"the space has no job %lld whose submission could be judged again", (long long)job);
}

/* ---- reading ---- */

int as_store_log_read(struct as_store *store, int64_t space, int64_t after, size_t max,
	struct as_store_page *page, struct as_error *error)
{
	*page = (struct as_store_page){0};
	if (max == 0)
		return 0;
	page->records = calloc(max, sizeof(*page->records));
	if (!page->records)
		return as_error_no_memory(error);
	if (store->log->read(store->back, space, after, max, page, error) == 0)
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

int as_store_space_epoch(struct as_store *store, int64_t space, char epoch[AS_STORE_EPOCH_SIZE],
	struct as_error *error)
{
	const int found = store->log->read_epoch(store->back, space, epoch, error);

	if (found == 0)
		return as_error_set(
			error, AS_ERROR_USAGE, "the store has no space %lld", (long long)space);
	return found < 0 ? -1 : 0;
}
