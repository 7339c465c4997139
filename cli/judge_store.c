/* SPDX-License-Identifier: MIT */
/*
 * `assay judge --store`: the submissions become jobs of a store, and this process is the worker.
 * Each step can be done again, so a command that was killed is simply called again:
 *   1. each submission is read, and queued at most once (as_store_order.once),
 *   2. a worker judges what is queued, and writes each result as it comes,
 *   3. the results are reported in the order of the submissions, those of earlier commands too.
 * The jobs of the newest command go first: their priority is the time of that command, by the clock
 * of the store.
 */
#include "judge.h"

#include "cli.h"

#include <string.h>

/* Jobs that are queued in one transaction, unless their files are large. */
#define BATCH_COUNT 64
#define BATCH_BYTES (8u << 20)
#define WAIT_NS INT64_C(50000000)

struct entry {
	struct as_store_ticket ticket;
	struct as_error error; /* why it could not be read */
};

struct batch {
	struct as_store_order orders[BATCH_COUNT];
	struct as_store_ticket tickets[BATCH_COUNT];
	size_t indices[BATCH_COUNT]; /* of the submissions */
	size_t count, size_bytes;
};

struct stored {
	const struct judge_stored *given;
	struct as_store_order order; /* of each submission */
	struct entry *entries;
	struct batch batch;
	int64_t last_event;
};

/* ---- queueing ---- */

static int send_batch(struct stored *stored, struct as_error *error)
{
	struct batch *batch = &stored->batch;
	const int failed = as_store_submit(
		stored->given->store, batch->orders, batch->count, batch->tickets, error);

	for (size_t i = 0; i < batch->count; i++) {
		stored->entries[batch->indices[i]].ticket = batch->tickets[i];
		as_bytes_clear(&batch->orders[i].files);
	}
	batch->count = batch->size_bytes = 0;
	return failed;
}

/* As bytes; -1 with the reason why it cannot be judged. */
static int read_submission(
	const struct stored *stored, const char *path, struct as_bytes *files, struct as_error *why)
{
	AS_AUTO(as_submitted_clear) struct as_submitted submitted = {0};

	return as_submitted_take(&submitted, stored->given->package, path, &cli_cancelled, why) ||
			       as_submitted_write(&submitted, files, why)
		       ? -1
		       : 0;
}

static int queue(struct stored *stored, size_t index, struct as_error *error)
{
	const char *path = stored->given->submissions[index];
	struct batch *batch = &stored->batch;
	struct as_store_order *order = &batch->orders[batch->count];

	*order = stored->order;
	order->path = path;
	if (read_submission(stored, path, &order->files, &stored->entries[index].error))
		return 0;
	batch->indices[batch->count++] = index;
	batch->size_bytes += order->files.size;
	return batch->count == BATCH_COUNT || batch->size_bytes > BATCH_BYTES
		       ? send_batch(stored, error)
		       : 0;
}

static int queue_all(struct stored *stored, struct as_error *error)
{
	int failed = 0;

	for (size_t i = 0; i < stored->given->count && !failed && !cli_cancelled; i++)
		failed = queue(stored, i, error);
	/* Also frees it. */
	return send_batch(stored, error) || failed ? -1 : 0;
}

/* ---- reporting ---- */

static bool is_finished(enum as_store_state state)
{
	return state != AS_STORE_QUEUED && state != AS_STORE_CLAIMED;
}

/* Waits for the end of a job; 0 where the command is cancelled. */
static int await_job(struct stored *stored, struct as_worker *worker, int64_t id,
	struct as_store_job *job, struct as_error *error)
{
	struct as_store *store = stored->given->store;

	while (!cli_cancelled) {
		const int found = as_store_job_read(store, id, job, error);
		if (found < 0 || (found && is_finished(job->state)))
			return found;
		if ((worker && as_worker_check(worker, error)) ||
			as_store_wait(store, &stored->last_event, WAIT_NS, error) < 0)
			return -1;
	}
	return 0;
}

static int rename_text(char **text, const char *name, struct as_error *error)
{
	free(*text);
	*text = strdup(name);
	return *text ? 0 : as_error_no_memory(error);
}

/* The same files may have been judged under other names. 1: nothing can be printed any more. */
static int report_result(
	struct stored *stored, int64_t job, const char *path, struct as_error *error)
{
	const struct judge_stored *given = stored->given;
	AS_AUTO(as_result_clear) struct as_result result = {0};

	const int found = as_store_result_read(given->store, job, &result, error);

	if (found == 0)
		return as_error_set(error, AS_ERROR_INTERNAL, "a job has no result");
	if (found < 0)
		return -1;
	if (rename_text(&result.path, path, error) ||
		rename_text(&result.problem, given->package->short_name, error))
		return -1;
	return given->take(given->context, &result) ? 1 : 0;
}

static int report(
	struct stored *stored, struct as_worker *worker, size_t index, struct as_error *error)
{
	const struct judge_stored *given = stored->given;
	const struct entry *entry = &stored->entries[index];
	const char *path = given->submissions[index];
	struct as_store_job job;

	if (entry->error.kind != AS_ERROR_NONE) {
		given->fail(given->context, path, &entry->error);
		return 0;
	}
	const int found = await_job(stored, worker, entry->ticket.job, &job, error);
	if (found != 1)
		return found;
	if (job.state == AS_STORE_DONE)
		return report_result(stored, entry->ticket.job, path, error);
	(job.state == AS_STORE_HELD ? given->hold : given->fail)(given->context, path, &job.cause);
	return 0;
}

static int report_all(struct stored *stored, struct as_worker *worker, struct as_error *error)
{
	int failed = 0;

	for (size_t i = 0; i < stored->given->count && !failed && !cli_cancelled; i++)
		failed = report(stored, worker, i, error);
	return failed < 0 ? -1 : 0;
}

/* ---- all ---- */

/* The number of jobs that are left to judge. */
static size_t count_open(const struct stored *stored)
{
	size_t count = 0;

	for (size_t i = 0; i < stored->given->count; i++) {
		const struct entry *entry = &stored->entries[i];
		if (entry->error.kind != AS_ERROR_NONE || is_finished(entry->ticket.state))
			stored->given->known(stored->given->context);
		else
			count++;
	}
	return count;
}

/* `worker` stays NULL if there is nothing to judge. */
static int start_worker(struct stored *stored, struct as_worker **worker, struct as_error *error)
{
	const struct judge_stored *given = stored->given;
	const struct as_worker_config config = {.store = given->store,
		.engine = given->engine,
		.package = given->order.package,
		.lane = stored->order.lane,
		/* One more than run, as in the engine: it is compiled meanwhile. */
		.jobs = as_engine_settings(given->engine)->workers + 1,
		.calls = given->order.calls,
		.cancel = &cli_cancelled};

	if (cli_cancelled || count_open(stored) == 0)
		return 0;
	if (as_engine_package_prepare(given->order.package, error))
		return -1;
	*worker = as_worker_start(&config, error);
	return *worker ? 0 : -1;
}

static int judge_queued(struct stored *stored, struct as_error *error)
{
	struct as_worker *worker = NULL;
	const int failed = queue_all(stored, error) || start_worker(stored, &worker, error) ||
			   report_all(stored, worker, error);

	as_worker_stop(worker);
	return failed ? -1 : 0;
}

/* A command that is called again tries a package that is held again. */
static int prepare_package(const struct judge_stored *given, struct as_error *error)
{
	uint64_t jobs;

	return as_store_package_keep(given->store, given->package, &cli_cancelled, error) ||
			       as_store_package_release(
				       given->store, given->package->digest, &jobs, error) < 0
		       ? -1
		       : 0;
}

static int prepare_order(struct stored *stored, struct as_error *error)
{
	const struct judge_stored *given = stored->given;
	int64_t now_ms;

	if (as_store_now(given->store, &now_ms, error))
		return -1;
	stored->order = (struct as_store_order){.package = given->package->digest,
		.language = given->order.submission.language,
		.class = AS_STORE_COURSE,
		.priority = now_ms / 1000,
		.once = true,
		.retry = true};
	return as_store_space_find(given->store, "judge", &stored->order.space, error) ||
			       prepare_package(given, error) ||
			       as_worker_options_write(&given->order,
				       as_engine_settings(given->engine), &stored->order.options,
				       error)
		       ? -1
		       : 0;
}

int judge_stored(const struct judge_stored *given, struct as_error *error)
{
	AS_AUTO_FREE struct stored *stored = calloc(1, sizeof(*stored));
	AS_AUTO_FREE struct entry *entries = calloc(given->count + 1, sizeof(*entries));
	char lane[AS_DIGEST_HEX_SIZE];
	int failed;

	if (!stored || !entries)
		return as_error_no_memory(error);
	stored->given = given;
	stored->entries = entries;
	failed = prepare_order(stored, error);
	if (!failed) {
		as_worker_lane(given->package->digest, &stored->order.options, lane);
		stored->order.lane = lane;
		failed = judge_queued(stored, error);
	}
	as_bytes_clear(&stored->order.options);
	return failed;
}
