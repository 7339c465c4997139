/* SPDX-License-Identifier: MIT */
/*
 * Judges a class in a store of the caller, whose worker judges:
 * 1. For each package, the jobs of the entries are found, as as_class_order makes them, and missing
 *    jobs are queued. Jobs that an earlier call found are not looked up again. The entries are
 *    processed in parts, so that not all files are in memory.
 * 2. The same is done for entries whose result requires a lenient judging.
 * 3. The entries whose jobs have not ended are listed. The marks of their students wait.
 */
#include "batch.h"

#include <assay/store/share.h>
#include <inttypes.h>

/* Files may have 2 MB each. */
#define PART_COUNT 32

/* ---- finding and queueing ---- */

static bool needs_job(
	const struct class_batch *batch, size_t index, int *failed, struct as_error *error)
{
	const struct as_store_ticket *ticket = &batch->tickets[index];

	if (!ticket->job)
		return true;
	if (!batch->given->retries || ticket->state == AS_STORE_QUEUED ||
		ticket->state == AS_STORE_CLAIMED || ticket->state == AS_STORE_HELD)
		return false;
	const int has = class_has_result(batch->class, ticket, error);
	if (has < 0)
		*failed = -1;
	return has == 0;
}

static int note_job(struct class_batch *batch, size_t index, int64_t job, struct as_error *error)
{
	*class_batch_job(batch, index) = job;
	return job ? as_class_remember(batch->class, class_batch_piece(batch, index),
			     batch->is_lenient, error)
		   : 0;
}

static int queue_missing(struct class_batch *batch, size_t count, struct as_error *error)
{
	batch->remote = batch->local;
	batch->remote.submissions = batch->wanted;
	batch->remote.count = count;
	batch->remote.is_background = true;
	batch->remote.fail = class_batch_fail_wanted;
	if (count && as_store_judging_queue(&batch->remote, batch->tickets, error))
		return -1;
	for (size_t i = 0; i < count; i++)
		if (note_job(batch, batch->wanted_indices[i], batch->tickets[i].job, error))
			return -1;
	return 0;
}

static int queue_part(struct class_batch *batch, struct as_error *error)
{
	size_t count = 0;
	int failed = 0;

	if (as_store_judging_find(&batch->local, batch->tickets, error))
		return -1;
	for (size_t i = 0; i < batch->count; i++) {
		if (needs_job(batch, i, &failed, error)) {
			batch->wanted[count] = batch->submissions[i];
			batch->wanted_indices[count++] = i;
			continue;
		}
		class_batch_known(batch);
		if (note_job(batch, i, batch->tickets[i].job, error))
			return -1;
	}
	return failed ? -1 : queue_missing(batch, count, error);
}

static int queue_package(struct as_class *class, const struct as_class_judging *judging,
	size_t package, bool is_lenient, struct as_error *error)
{
	for (size_t next = 0; next < class->piece_count;) {
		AUTO_BATCH batch = {.class = class,
			.given = judging,
			.is_lenient = is_lenient,
			.first = next,
			.most = PART_COUNT};
		if (as_cancel_check(class->config.cancel, error) ||
			class_batch_init(&batch, package, error) ||
			(batch.count && queue_part(&batch, error)))
			return -1;
		next = batch.next;
	}
	return 0;
}

/* ---- what waits ---- */

static void report_failed(const struct as_class_judging *judging,
	const struct as_class_piece *piece, const struct as_error *why)
{
	if (judging->calls.failed)
		judging->calls.failed(
			judging->calls.context, piece->person, piece->entry->path, why);
}

static void add_waiting(struct as_class *class, struct as_class_piece *piece, int64_t job)
{
	piece->waits = true;
	class->memo->waiting[class->memo->waiting_count++] =
		(struct as_class_waiting){.person = piece->person,
			.attempt = piece->attempt,
			.entry = piece->entry,
			.job = job};
}

/* A store that was restored can lack a job that an earlier call found: the next call queues it. */
static int forget_job(struct as_class *class, const struct as_class_judging *judging,
	struct as_class_piece *piece, int64_t *number, struct as_error *error)
{
	struct as_error why = {0};

	(void)as_error_set(&why, AS_ERROR_MACHINE, "the store does not have job %jd any more",
		(intmax_t)*number);
	report_failed(judging, piece, &why);
	*number = 0;
	return as_class_remember(class, piece, number == &piece->lenient_job, error);
}

/* Sets the job to 0 if it has ended without a result. */
static int check_job(struct as_class *class, const struct as_class_judging *judging,
	struct as_class_piece *piece, int64_t *number, struct as_error *error)
{
	const struct as_result *result;
	struct as_store_job job;
	const int has = as_class_find_result(class, *number, &result, error);

	if (has || !*number)
		return has < 0 ? -1 : 0;
	const int found = as_store_job_read(class->store, *number, &job, error);
	if (found < 0)
		return -1;
	if (!found)
		return forget_job(class, judging, piece, number, error);
	/* The job may have ended just now: the next call takes its result. */
	if (job.state == AS_STORE_QUEUED || job.state == AS_STORE_CLAIMED ||
		job.state == AS_STORE_DONE) {
		add_waiting(class, piece, *number);
		return 0;
	}
	report_failed(judging, piece, &job.cause);
	*number = 0;
	return 0;
}

static int check_piece(struct as_class *class, const struct as_class_judging *judging,
	struct as_class_piece *piece, struct as_error *error)
{
	/* If the result came after the lenient jobs were queued, the next call queues another. */
	const int lacks = piece->lenient_job ? 0 : class_wants_lenient(class, piece, error);

	piece->waits = false;
	if (lacks < 0)
		return -1;
	if (lacks)
		add_waiting(class, piece, piece->job);
	return check_job(class, judging, piece, &piece->job, error) ||
			       check_job(class, judging, piece, &piece->lenient_job, error)
		       ? -1
		       : 0;
}

static int list_waiting(
	struct as_class *class, const struct as_class_judging *judging, struct as_error *error)
{
	struct as_class_memo *memo = class->memo;

	free(as_steal(memo->waiting));
	memo->waiting_count = 0;
	memo->waiting = calloc(2 * class->piece_count + 1, sizeof(*memo->waiting));
	if (!memo->waiting)
		return as_error_no_memory(error);
	for (size_t i = 0; i < class->piece_count; i++)
		if (check_piece(class, judging, &class->pieces[i], error))
			return -1;
	return 0;
}

const struct as_class_waiting *as_class_waiting(const struct as_class *class, size_t *count)
{
	*count = class->memo->waiting_count;
	return class->memo->waiting;
}

/* ---- all ---- */

int as_class_queue(
	struct as_class *class, const struct as_class_judging *judging, struct as_error *error)
{
	for (size_t i = 0; i < 2 * class->config.scheme->package_count; i++)
		if (queue_package(class, judging, i / 2, i % 2 == 1, error))
			return -1;
	if (list_waiting(class, judging, error))
		return -1;
	if (class->memo->waiting_count == 0)
		class->reg.round_open = false;
	return 0;
}
