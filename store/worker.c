/* SPDX-License-Identifier: MIT */
/*
 * Theory of operation:
 *   1. the worker's thread claims jobs up to its maximum, and submits each to the engine,
 *   2. the engine's driver of a job calls `finished`, which ends the claim: with the result, with
 *      the reason why there is none, or, if the worker is stopping, by handing the job back,
 *   3. the worker's thread frees the job, which a callback may not do.
 * So results are written while other jobs run, and several share a transaction.
 *
 * Now and then it asks whether its claims still stand, and cancels the jobs of those that do not.
 *
 * After an error of the store the worker claims no more jobs; the next owner queues again those
 * that are still claimed.
 */
#include "worker.h"

#include <pthread.h>
#include <string.h>
#include <time.h>

/* How soon a job is seen that another thread queued. */
#define LOOK_NS INT64_C(100000000)
/* How often claims are checked, and the store is told that the worker lives. */
#define BEAT_NS INT64_C(2000000000)

/* A job that is claimed. */
struct slot {
	struct as_worker *worker;
	struct as_store_claim claim;
	struct as_job *job; /* NULL: the slot is free */
	bool is_finished;
	bool is_lost; /* the claim does not stand any more, and the job was cancelled */
};

struct as_worker {
	struct as_worker_config config;
	char *lane;
	struct slot *slots;
	pthread_t thread;
	int64_t beat_ns;      /* the time of the last beat */
	pthread_mutex_t lock; /* guards the rest, and is_finished of the slots */
	pthread_cond_t changed;
	bool stopping;
	struct as_error error; /* why it ended */
};

/* ---- the end of a job ---- */

static void record_error(struct as_worker *worker, const struct as_error *error)
{
	pthread_mutex_lock(&worker->lock);
	if (worker->error.kind == AS_ERROR_NONE)
		worker->error = *error;
	/* The worker would go on for ever. */
	if (worker->error.kind == AS_ERROR_NONE)
		as_error_set(&worker->error, AS_ERROR_INTERNAL,
			"the store failed without a reason; report it as a defect of assay");
	pthread_mutex_unlock(&worker->lock);
}

static bool is_ending(struct as_worker *worker)
{
	pthread_mutex_lock(&worker->lock);
	const bool ending = worker->stopping || worker->error.kind != AS_ERROR_NONE;
	pthread_mutex_unlock(&worker->lock);
	return ending || as_is_cancelled(worker->config.cancel);
}

/* A claim that does not stand any more is nobody's error: another attempt counts. */
static void end_claim(
	struct slot *slot, const struct as_result *result, const struct as_error *cause)
{
	struct as_store *store = slot->worker->config.store;
	struct as_error why = {0}, error = {0};
	int ended;

	/* A result that cannot be kept fails its job alone, if the store can still be written. */
	if (result && as_store_complete(store, &slot->claim, result, &why) >= 0)
		return;
	if (!result && is_ending(slot->worker))
		ended = as_store_release(store, &slot->claim, &error);
	else
		ended = as_store_fail(store, &slot->claim, result ? &why : cause, &error);
	if (ended < 0)
		record_error(slot->worker, &error);
}

static void finished(void *context, const struct as_result *result, const struct as_error *cause)
{
	struct slot *slot = context;
	struct as_worker *worker = slot->worker;

	end_claim(slot, result, cause);
	pthread_mutex_lock(&worker->lock);
	slot->is_finished = true;
	pthread_cond_broadcast(&worker->changed);
	pthread_mutex_unlock(&worker->lock);
}

static void compiled(void *context, enum as_verdict verdict)
{
	const struct as_job_calls *calls = &((struct slot *)context)->worker->config.calls;

	calls->compiled(calls->context, verdict);
}

static void test(void *context, const struct as_job_test *done)
{
	const struct as_job_calls *calls = &((struct slot *)context)->worker->config.calls;

	calls->test(calls->context, done);
}

/* ---- the start of a job ---- */

static int read_submitted(struct slot *slot, struct as_submitted *submitted, struct as_error *error)
{
	struct as_store *store = slot->worker->config.store;
	const char *digest = slot->claim.files;
	AS_AUTO_BYTES struct as_bytes bytes = {0};
	int found = as_store_blob_read(store, digest, AS_RECORD_MOST_BYTES, &bytes, error);

	if (found == 1)
		found = as_submitted_read(bytes.data, bytes.size, submitted, error);
	if (found == 0)
		return as_error_set(error, AS_ERROR_INTERNAL,
			"the store is damaged: blob %s is missing, or is not a submission; restore "
			"a backup of the store",
			digest);
	return found < 0 ? -1 : 0;
}

static struct as_job *submit(struct slot *slot, const struct as_submitted *submitted,
	const struct as_worker_options *options, struct as_error *error)
{
	const struct as_worker_config *config = &slot->worker->config;
	const struct as_job_order order = {.package = config->package,
		.submission = {.path = slot->claim.path,
			.language = slot->claim.language,
			.entry_point = slot->claim.entry_point,
			.submitted = submitted},
		.test = options->test,
		.group = options->group,
		.run_all = options->run_all,
		.time_limit_ns = options->time_limit_ns,
		.reruns = options->reruns,
		.calls = {.compiled = config->calls.compiled ? compiled : NULL,
			.test = config->calls.test ? test : NULL,
			.finished = finished,
			.context = slot}};

	return as_engine_submit(config->engine, &order, error);
}

static struct as_job *start_job(struct slot *slot, struct as_error *error)
{
	AS_AUTO(as_submitted_clear) struct as_submitted submitted = {0};
	AS_AUTO(as_worker_options_clear) struct as_worker_options options = {0};

	if (read_submitted(slot, &submitted, error) ||
		as_worker_options_read(&slot->claim.options, &options, error))
		return NULL;
	return submit(slot, &submitted, &options, error);
}

static void free_slot(struct slot *slot)
{
	as_job_free(as_steal(slot->job));
	as_store_claim_clear(&slot->claim);
	slot->is_finished = false;
	slot->is_lost = false;
}

/* True if a job was claimed. */
static bool fill(struct as_worker *worker, struct slot *slot)
{
	const char *const lanes[] = {worker->lane};
	struct as_error error = {0};
	const int found = as_store_claim(worker->config.store, lanes, 1, &slot->claim, &error);

	if (found < 0)
		record_error(worker, &error);
	if (found != 1)
		return false;
	slot->job = start_job(slot, &error);
	if (slot->job)
		return true;
	end_claim(slot, NULL, &error);
	free_slot(slot);
	return true;
}

/* ---- the thread ---- */

static struct slot *find_free(struct as_worker *worker)
{
	for (unsigned i = 0; i < worker->config.jobs; i++)
		if (!worker->slots[i].job)
			return &worker->slots[i];
	return NULL;
}

static void free_finished(struct as_worker *worker)
{
	for (unsigned i = 0; i < worker->config.jobs; i++) {
		struct slot *slot = &worker->slots[i];
		pthread_mutex_lock(&worker->lock);
		const bool is_finished = slot->is_finished;
		pthread_mutex_unlock(&worker->lock);
		if (is_finished)
			free_slot(slot);
	}
}

static void beat(struct as_worker *worker, struct slot *slot)
{
	struct as_error error = {0};
	const int stands = as_store_beat(worker->config.store, &slot->claim, &error);

	if (stands < 0)
		record_error(worker, &error);
	if (stands == 0) {
		slot->is_lost = true;
		as_engine_cancel(slot->job);
	}
}

static void beat_all(struct as_worker *worker)
{
	if (as_now_ns() - worker->beat_ns < BEAT_NS)
		return;
	worker->beat_ns = as_now_ns();
	for (unsigned i = 0; i < worker->config.jobs; i++)
		if (worker->slots[i].job && !worker->slots[i].is_lost)
			beat(worker, &worker->slots[i]);
}

static bool has_finished(const struct as_worker *worker)
{
	for (unsigned i = 0; i < worker->config.jobs; i++)
		if (worker->slots[i].is_finished)
			return true;
	return false;
}

static void rest(struct as_worker *worker)
{
	const int64_t until_ns = as_now_ns() + LOOK_NS;
	const struct timespec until = {until_ns / 1000000000, until_ns % 1000000000};

	pthread_mutex_lock(&worker->lock);
	if (!worker->stopping && !has_finished(worker))
		pthread_cond_clockwait(&worker->changed, &worker->lock, CLOCK_MONOTONIC, &until);
	pthread_mutex_unlock(&worker->lock);
}

static void *work(void *argument)
{
	struct as_worker *worker = argument;

	while (!is_ending(worker)) {
		free_finished(worker);
		beat_all(worker);
		struct slot *slot = find_free(worker);
		if (!slot || !fill(worker, slot))
			rest(worker);
	}
	/* Cancels and waits; the claims are handed back as the jobs end. */
	pthread_mutex_lock(&worker->lock);
	worker->stopping = true;
	pthread_mutex_unlock(&worker->lock);
	for (unsigned i = 0; i < worker->config.jobs; i++)
		if (worker->slots[i].job)
			as_engine_cancel(worker->slots[i].job);
	for (unsigned i = 0; i < worker->config.jobs; i++)
		free_slot(&worker->slots[i]);
	return NULL;
}

/* ---- for callers ---- */

static void free_worker(struct as_worker *worker)
{
	pthread_cond_destroy(&worker->changed);
	pthread_mutex_destroy(&worker->lock);
	free(worker->slots);
	free(worker->lane);
	free(worker);
}

static struct as_worker *new_worker(const struct as_worker_config *config, struct as_error *error)
{
	struct as_worker *worker = calloc(1, sizeof(*worker));

	if (!worker) {
		as_error_no_memory(error);
		return NULL;
	}
	worker->config = *config;
	worker->config.jobs = config->jobs ? config->jobs : 1;
	worker->lane = strdup(config->lane);
	pthread_mutex_init(&worker->lock, NULL);
	pthread_cond_init(&worker->changed, NULL);
	worker->slots = calloc(worker->config.jobs, sizeof(*worker->slots));
	for (unsigned i = 0; worker->slots && i < worker->config.jobs; i++)
		worker->slots[i].worker = worker;
	if (worker->slots && worker->lane)
		return worker;
	free_worker(worker);
	as_error_no_memory(error);
	return NULL;
}

struct as_worker *as_worker_start(const struct as_worker_config *config, struct as_error *error)
{
	struct as_worker *worker = new_worker(config, error);
	int cause;

	if (!worker)
		return NULL;
	cause = pthread_create(&worker->thread, NULL, work, worker);
	if (cause == 0)
		return worker;
	free_worker(worker);
	as_error_sys(error, AS_ERROR_INTERNAL, cause, "cannot start a thread");
	return NULL;
}

int as_worker_check(struct as_worker *worker, struct as_error *error)
{
	pthread_mutex_lock(&worker->lock);
	const bool failed = worker->error.kind != AS_ERROR_NONE;
	if (failed && error)
		*error = worker->error;
	pthread_mutex_unlock(&worker->lock);
	return failed ? -1 : 0;
}

void as_worker_stop(struct as_worker *worker)
{
	if (!worker)
		return;
	pthread_mutex_lock(&worker->lock);
	worker->stopping = true;
	pthread_cond_broadcast(&worker->changed);
	pthread_mutex_unlock(&worker->lock);
	pthread_join(worker->thread, NULL);
	free_worker(worker);
}
