/* SPDX-License-Identifier: MIT */
/* Queues the submissions of as_store_judge, each in the lane that says what its worker needs. */
#include "judging_state.h"

#define BATCH_BYTES (8u << 20)

/* ---- lanes ---- */

/* The lane of a job in a language, or (NULL) without a language. */
char *as_stored_make_lane(
	const struct as_stored *stored, const char *language, struct as_error *error)
{
	return as_lane_write(as_engine_settings(stored->judging->engine),
		(const char *const *)stored->languages, language, stored->judging->worker_group,
		error);
}

/* A submission that cannot be read fails on every machine. */
static char *find_lane(const struct as_stored *stored, const struct as_store_order *order,
	const struct as_submitted *submitted, struct as_error *error)
{
	const struct as_submission submission = {
		.path = order->path, .language = order->language, .submitted = submitted};
	const char *language = NULL;

	(void)!as_engine_submission_language(
		stored->judging->order.package, &submission, &language, NULL);
	return as_stored_make_lane(stored, language, error);
}

bool as_stored_owns_lane(const struct as_stored *stored, const char *lane)
{
	return as_names_have(stored->lanes, lane);
}

static int note_lane(struct as_stored *stored, const char *lane, struct as_error *error)
{
	return as_stored_owns_lane(stored, lane)
		       ? 0
		       : as_names_add(&stored->lanes, as_text_format(error, "%s", lane), error);
}

/* ---- queueing ---- */

void as_stored_clear_order(struct as_store_order *order)
{
	as_bytes_clear(&order->files);
	as_bytes_clear(&order->options);
	free((char *)order->lane);
	order->lane = NULL;
}

static int send_batch(struct as_stored *stored, struct as_error *error)
{
	struct as_stored_batch *batch = &stored->batch;
	const int failed = as_store_submit(
		stored->judging->store, batch->orders, batch->count, batch->tickets, error);

	for (size_t i = 0; i < batch->count; i++) {
		stored->entries[batch->indices[i]].ticket = batch->tickets[i];
		as_stored_clear_order(&batch->orders[i]);
	}
	batch->count = batch->size_bytes = 0;
	return failed;
}

static int fill_order(struct as_stored *stored, const struct as_submitted *submitted,
	struct as_store_order *order, struct as_error *why)
{
	AS_AUTO_FREE char *lane = find_lane(stored, order, submitted, why);

	if (!lane || note_lane(stored, lane, why) ||
		as_submitted_write(submitted, &order->files, why))
		return -1;
	order->lane = as_steal(lane);
	return 0;
}

static int read_order(struct as_stored *stored, const struct as_store_submission *submission,
	struct as_store_order *order, struct as_error *why)
{
	AS_AUTO(as_submitted_clear) struct as_submitted submitted = {0};
	const struct as_store_judging *judging = stored->judging;
	const struct as_job_order *how = submission->order ? submission->order : &judging->order;

	order->path = submission->path;
	order->owner = submission->owner;
	order->language = how->submission.language;
	order->entry_point = submission->entry_point;
	if (as_worker_options_write(how, as_engine_settings(judging->engine), &order->options, why))
		return -1;
	if (submission->submitted)
		return fill_order(stored, submission->submitted, order, why);
	if (as_submitted_take(&submitted, judging->package, submission->path, judging->cancel, why))
		return -1;
	return fill_order(stored, &submitted, order, why);
}

/* Reads its files and its lane; -1 with the reason why it cannot be judged. */
int as_stored_read(struct as_stored *stored, const struct as_store_submission *submission,
	struct as_store_order *order, struct as_error *why)
{
	*order = stored->order;
	if (read_order(stored, submission, order, why) == 0)
		return 0;
	as_stored_clear_order(order);
	return -1;
}

static int queue(struct as_stored *stored, size_t index, struct as_error *error)
{
	struct as_stored_batch *batch = &stored->batch;
	struct as_store_order *order = &batch->orders[batch->count];

	if (as_stored_read(stored, &stored->judging->submissions[index], order,
		    &stored->entries[index].error))
		return 0;
	batch->indices[batch->count++] = index;
	batch->size_bytes += order->files.size;
	return batch->count == AS_STORED_BATCH || batch->size_bytes > BATCH_BYTES
		       ? send_batch(stored, error)
		       : 0;
}

int as_stored_queue(struct as_stored *stored, struct as_error *error)
{
	int failed = 0;

	for (size_t i = 0; i < stored->judging->count && !failed && !as_stored_is_cancelled(stored);
		i++)
		failed = queue(stored, i, error);
	/* This also frees the batch. */
	return send_batch(stored, error) || failed ? -1 : 0;
}
