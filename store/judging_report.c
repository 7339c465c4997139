/* SPDX-License-Identifier: MIT */
/* Waits for the jobs of as_store_judge, and reports them. */
#include "judging_state.h"

#define WAIT_NS INT64_C(50000000)
/* Interval of checks whether any worker can judge the remaining jobs. */
#define ASK_NS INT64_C(2000000000)

/* ---- reporting ---- */

bool as_stored_is_finished(enum as_store_state state)
{
	return state != AS_STORE_QUEUED && state != AS_STORE_CLAIMED;
}

static void tell_needs(const struct as_stored *stored, const char *lane)
{
	AS_AUTO_FREE char *needs = as_lane_text(lane, NULL);
	AS_AUTO_FREE char *text = as_text_format(NULL,
		"no worker that is alive can judge what is queued (%s); start one on a machine "
		"that can: assay worker --store URL",
		needs ? needs : "");

	if (text)
		stored->judging->note(stored->judging->context, text);
}

/* After a reconnection, the worker of this process has not registered its lanes yet. */
static bool can_judge(
	const struct as_stored *stored, const struct as_worker *worker, const char *lane)
{
	return worker && (!stored->offer || as_lane_suits(lane, stored->offer));
}

/* Reports once that jobs of this command wait for a suitable worker. */
static int report_unserved(
	struct as_stored *stored, const struct as_worker *worker, struct as_error *error)
{
	struct as_store_unserved *unserved;
	size_t count;

	if (stored->is_told || as_now_ns() - stored->asked_ns < ASK_NS)
		return 0;
	stored->asked_ns = as_now_ns();
	if (as_store_unserved_read(stored->judging->store, &unserved, &count, error))
		return -1;
	for (size_t i = 0; i < count && !stored->is_told; i++) {
		stored->is_told = as_stored_owns_lane(stored, unserved[i].lane) &&
				  !can_judge(stored, worker, unserved[i].lane);
		if (stored->is_told)
			tell_needs(stored, unserved[i].lane);
	}
	as_store_unserved_free(unserved, count);
	return 0;
}

/* Waits for the end of a job; 0 if the command is cancelled. */
static int await_job(struct as_stored *stored, struct as_worker *worker, int64_t id,
	struct as_store_job *job, struct as_error *error)
{
	struct as_store *store = stored->judging->store;

	while (!as_stored_is_cancelled(stored)) {
		const int found = as_store_job_read(store, id, job, error);
		if (found < 0 || (found && as_stored_is_finished(job->state)))
			return found;
		if ((worker && as_worker_check(worker, error)) ||
			report_unserved(stored, worker, error) ||
			as_store_wait(store, &stored->last_event, WAIT_NS, error) < 0)
			return -1;
	}
	return 0;
}

/* The same files may have been judged under other names. 1: output is not possible any more. */
static int report_result(
	struct as_stored *stored, int64_t job, size_t index, struct as_error *error)
{
	const struct as_store_judging *judging = stored->judging;
	const char *path = judging->submissions[index].path;
	AS_AUTO(as_result_clear) struct as_result result = {0};

	const int found = as_store_result_read(judging->store, job, &result, error);

	if (found == 0)
		return as_error_set(error, AS_ERROR_INTERNAL, "a job has no result");
	if (found < 0)
		return -1;
	if (as_text_copy(&result.path, path, error) ||
		as_text_copy(&result.problem, judging->package->short_name, error))
		return -1;
	return judging->take(judging->context, index, job, &result) ? 1 : 0;
}

static int report(
	struct as_stored *stored, struct as_worker *worker, size_t index, struct as_error *error)
{
	const struct as_store_judging *judging = stored->judging;
	const struct as_stored_entry *entry = &stored->entries[index];
	struct as_store_job job;

	if (entry->error.kind != AS_ERROR_NONE) {
		judging->fail(judging->context, index, &entry->error);
		return 0;
	}
	const int found = await_job(stored, worker, entry->ticket.job, &job, error);
	if (found != 1)
		return found;
	if (job.state == AS_STORE_DONE)
		return report_result(stored, entry->ticket.job, index, error);
	(job.state == AS_STORE_HELD ? judging->hold : judging->fail)(
		judging->context, index, &job.cause);
	return 0;
}

int as_stored_report(struct as_stored *stored, struct as_worker *worker, struct as_error *error)
{
	int failed = 0;

	for (size_t i = 0; i < stored->judging->count && !failed && !as_stored_is_cancelled(stored);
		i++)
		failed = report(stored, worker, i, error);
	return failed < 0 ? -1 : 0;
}
