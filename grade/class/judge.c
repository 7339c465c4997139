/* SPDX-License-Identifier: MIT */
/*
 * Judges a class, package by package. Without a server the jobs are in the store of the folder, or
 * in that of the caller, and this process is its worker; queue.c leaves them to a worker of the
 * caller. With a server, the jobs without a result in the folder are queued
 * there, and each result is copied into the folder on arrival: the folder then contains everything
 * that the marks depend on.
 *
 * Then the submissions that failed only because of the program's ending are judged once more,
 * leniently (as_scheme_wants_lenient), in the same way, as separate jobs.
 */
#include "batch.h"

static int take_remote(void *context, size_t index, int64_t job, struct as_result *result)
{
	struct class_batch *batch = context;
	const size_t at = batch->wanted_indices[index];

	(void)job;
	return as_store_judging_copy(
		&batch->local, at, result, class_batch_job(batch, at), &batch->error);
}

static int judge_remote(struct class_batch *batch, struct as_error *error)
{
	size_t count = 0;

	if (as_store_judging_find(&batch->local, batch->tickets, error))
		return -1;
	for (size_t i = 0; i < batch->count; i++) {
		const int has = class_has_result(batch->class, &batch->tickets[i], error);
		if (has < 0)
			return -1;
		if (has) {
			*class_batch_job(batch, i) = batch->tickets[i].job;
			class_batch_known(batch);
			continue;
		}
		batch->wanted[count] = batch->submissions[i];
		batch->wanted_indices[count++] = i;
	}
	batch->remote = batch->local;
	batch->remote.store = batch->class->shared;
	batch->remote.submissions = batch->wanted;
	batch->remote.count = count;
	batch->remote.is_shared = true;
	batch->remote.queue_only = batch->given->queue_only;
	batch->remote.take = take_remote;
	batch->remote.fail = batch->remote.hold = class_batch_fail_wanted;
	return count ? as_store_judge(&batch->remote, error) : 0;
}

static int judge_package(struct class_batch *batch, size_t package, struct as_error *error)
{
	if (class_batch_init(batch, package, error))
		return -1;
	if (batch->count == 0)
		return 0;
	const int failed = batch->class->shared ? judge_remote(batch, error)
						: as_store_judge(&batch->local, error);
	if (!failed && batch->error.kind == AS_ERROR_NONE)
		return 0;
	if (error && batch->error.kind != AS_ERROR_NONE)
		*error = batch->error;
	return -1;
}

int as_class_judge(
	struct as_class *class, const struct as_class_judging *judging, struct as_error *error)
{
	class_report_unread(class, &judging->calls);
	as_class_memo_refresh(class->memo);
	if (class->config.store && judging->queue_only)
		return as_class_queue(class, judging, error);
	for (size_t i = 0; i < 2 * class->config.scheme->package_count; i++) {
		AUTO_BATCH batch = {.class = class, .given = judging, .is_lenient = i % 2 == 1};
		if (judge_package(&batch, i / 2, error))
			return -1;
		if (as_is_cancelled(class->config.cancel))
			return 0;
	}
	class->reg.round_open = false;
	return 0;
}
