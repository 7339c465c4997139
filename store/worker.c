/* SPDX-License-Identifier: MIT */
/*
 * Theory of operation:
 * 1. The worker's thread lists the lanes of queued jobs, selects those that its machine can judge,
 *    and claims jobs from them up to its maximum.
 * 2. An opener (worker_packages.c) opens the package of a claim while other jobs run. One job more
 *    than can run is claimed, so that its package is fetched in advance. Jobs of rejudgings and
 *    generation leave one slot free, and the engine runs their tests last: so a new submission
 * waits at most for the end of the tests that run.
 * 3. The worker's thread submits the job to the engine.
 * 4. The engine's driver of the job calls `finished`, which ends the claim: with the result, with
 *    the reason why there is none, or, if the worker is stopping, by releasing the job.
 * 5. The worker's thread frees the job, which a callback must not do. So results are written while
 *    other jobs run, and several share a transaction.
 *
 * The thread sleeps until a job is queued (as_store_watch), a package is open, or a job has
 * finished. Because a notification can be lost, it regularly looks for jobs and checks its claims;
 * it cancels the jobs whose claims were lost. If the connection to the server is lost, all claims
 * are lost, and all jobs are cancelled at once.
 *
 * After any other error of the store the worker claims no more jobs; the next owner queues the
 * claimed ones again.
 */
#include "worker_state.h"

#include <string.h>
#include <time.h>

/* Interval of checks of claims, and of heartbeats. */
#define BEAT_NS INT64_C(2000000000)
/* A busy worker lists the lanes this often: an urgent job may wait in a new one. */
#define LANES_NS INT64_C(1000000000)
/* The classes of new submissions. */
#define NEW_CLASSES ((1u << AS_STORE_REJUDGING) - 1)

/* ---- the thread ---- */

/* True if all slots but one have jobs that may wait: the last one is for new submissions. */
static bool keeps_last(const struct as_worker *worker)
{
	unsigned count = 1;

	for (unsigned i = 0; i < worker->config.jobs; i++)
		count += worker->slots[i].is_claimed &&
			 worker->slots[i].claim.class >= AS_STORE_REJUDGING;
	return worker->config.jobs > 1 && count >= worker->config.jobs;
}

/* As in struct as_store_wanted. A worker for those jobs alone needs no free slot. */
static unsigned wanted_classes(const struct as_worker *worker)
{
	const unsigned asked = worker->config.classes;
	const unsigned urgent = NEW_CLASSES & (asked ? asked : NEW_CLASSES);

	return urgent && keeps_last(worker) ? urgent : asked;
}

/* True if a job was claimed. */
static bool fill_slot(struct as_worker *worker, struct as_worker_slot *slot)
{
	const struct as_store_wanted wanted = {.lanes = (const char *const *)worker->lanes.names,
		.lane_count = worker->lanes.count,
		.classes = wanted_classes(worker),
		.package = worker->config.package_digest};
	struct as_error error = {0};
	const int found = as_store_claim(worker->config.store, &wanted, &slot->claim, &error);

	if (found < 0)
		as_worker_record_error(worker, &error);
	if (found != 1)
		return false;
	pthread_mutex_lock(&worker->lock);
	slot->is_claimed = true;
	worker->claimed_count++;
	pthread_mutex_unlock(&worker->lock);
	if (!worker->config.package && worker->config.engine) {
		slot->package = as_packages_take(&worker->packages, slot->claim.package, &error);
		if (!slot->package)
			as_worker_give_up(slot, &error);
	} else {
		as_worker_start_slot(slot);
	}
	return true;
}

static struct as_worker_slot *find_free(struct as_worker *worker)
{
	for (unsigned i = 0; i < worker->config.jobs; i++)
		if (!worker->slots[i].is_claimed)
			return &worker->slots[i];
	return NULL;
}

/* Frees finished jobs, and starts jobs whose packages are open. */
static void move_on(struct as_worker *worker)
{
	for (unsigned i = 0; i < worker->config.jobs; i++) {
		struct as_worker_slot *slot = &worker->slots[i];
		if (!slot->is_claimed)
			continue;
		if (as_worker_get(worker, &slot->is_finished))
			as_worker_free_slot(slot);
		else if (!slot->job &&
			 as_packages_check(&worker->packages, slot->package, NULL) != 0)
			as_worker_start_slot(slot);
	}
}

static void beat(struct as_worker *worker, struct as_worker_slot *slot)
{
	struct as_error error = {0};
	const int stands = as_store_beat(worker->config.store, &slot->claim, &error);

	if (stands < 0)
		as_worker_record_error(worker, &error);
	if (stands != 0)
		return;
	pthread_mutex_lock(&worker->lock);
	slot->is_lost = true;
	pthread_mutex_unlock(&worker->lock);
	if (slot->job)
		as_engine_cancel(slot->job);
}

static void beat_all(struct as_worker *worker)
{
	if (as_now_ns() - worker->beat_ns < BEAT_NS)
		return;
	worker->beat_ns = as_now_ns();
	for (unsigned i = 0; i < worker->config.jobs; i++)
		if (worker->slots[i].is_claimed &&
			!as_worker_get(worker, &worker->slots[i].is_lost))
			beat(worker, &worker->slots[i]);
}

/* True if it did something; then more work may be ready. */
static bool claim_more(struct as_worker *worker)
{
	struct as_worker_slot *slot = find_free(worker);

	if (!slot || as_worker_get(worker, &worker->is_draining))
		return false;
	if (worker->is_idle || as_now_ns() - worker->lanes.listed_ns >= LANES_NS)
		as_worker_list_lanes(worker);
	worker->is_idle = !fill_slot(worker, slot);
	return !worker->is_idle;
}

/* Requires the lock. */
static void rest_until(struct as_worker *worker, int64_t until_ns)
{
	const struct timespec until = {until_ns / 1000000000, until_ns % 1000000000};

	if (!worker->stopping && !worker->has_news)
		pthread_cond_clockwait(&worker->changed, &worker->lock, CLOCK_MONOTONIC, &until);
}

/* Writes runs meanwhile, without polling for jobs each time. */
static void rest(struct as_worker *worker)
{
	const int64_t look_ns = worker->config.look_ns;

	pthread_mutex_lock(&worker->lock);
	const int64_t max_ns = worker->claimed_count && look_ns > BEAT_NS ? BEAT_NS : look_ns;
	const int64_t until_ns = as_now_ns() + max_ns;
	while (worker->config.tells_runs && worker->claimed_count && !worker->stopping &&
		!worker->has_news && until_ns - as_now_ns() > AS_WORKER_RUNS_NS) {
		rest_until(worker, as_now_ns() + AS_WORKER_RUNS_NS);
		pthread_mutex_unlock(&worker->lock);
		as_worker_runs_write(&worker->runs, worker->config.store);
		pthread_mutex_lock(&worker->lock);
	}
	rest_until(worker, until_ns);
	worker->has_news = false;
	pthread_mutex_unlock(&worker->lock);
}

/* Called without job_lock: a job that is cancelled in the queue releases its claim at once. */
static void cancel_all(struct as_worker *worker)
{
	for (unsigned i = 0; i < worker->config.jobs; i++)
		if (worker->slots[i].job)
			as_engine_cancel(worker->slots[i].job);
}

/* Waits, too; claims are released as their jobs end. */
static void end_all(struct as_worker *worker)
{
	static const struct as_error stopped = {
		.kind = AS_ERROR_INTERNAL, .text = "the worker was stopped"};

	pthread_mutex_lock(&worker->lock);
	worker->stopping = true;
	pthread_mutex_unlock(&worker->lock);
	cancel_all(worker);
	for (unsigned i = 0; i < worker->config.jobs; i++) {
		struct as_worker_slot *slot = &worker->slots[i];
		if (slot->is_claimed && !slot->job)
			as_worker_end_claim(slot, NULL, &stopped);
		as_worker_free_slot(slot);
	}
}

static void *run_claims(void *argument)
{
	struct as_worker *worker = argument;

	while (!as_worker_is_ending(worker)) {
		move_on(worker);
		beat_all(worker);
		as_worker_runs_write(&worker->runs, worker->config.store);
		if (!claim_more(worker))
			rest(worker);
	}
	end_all(worker);
	return NULL;
}

/* ---- news of the store ---- */

static void hear_queued(void *context)
{
	as_worker_wake(context);
}

/* The thread may be waiting for the server. A job that is cancelled in the queue ends at once, so
 * only job_lock may be held. */
static void on_lost(void *context, const struct as_error *why)
{
	struct as_worker *worker = context;
	const struct as_worker_news *news = &worker->config.news;

	if (news->lost)
		news->lost(news->context, why);
	pthread_mutex_lock(&worker->job_lock);
	for (unsigned i = 0; i < worker->config.jobs; i++) {
		struct as_worker_slot *slot = &worker->slots[i];
		pthread_mutex_lock(&worker->lock);
		slot->is_lost |= slot->is_claimed;
		pthread_mutex_unlock(&worker->lock);
		if (slot->job)
			as_engine_cancel(slot->job);
	}
	pthread_mutex_unlock(&worker->job_lock);
	as_worker_wake(worker);
}

static void hear_back(void *context)
{
	struct as_worker *worker = context;
	const struct as_worker_news *news = &worker->config.news;

	if (news->back)
		news->back(news->context);
	pthread_mutex_lock(&worker->lock);
	worker->is_new = true;
	pthread_mutex_unlock(&worker->lock);
	as_worker_wake(worker);
}

static void hear_opened(void *context)
{
	as_worker_wake(context);
}

/* ---- for callers ---- */

static void free_worker(struct as_worker *worker)
{
	as_packages_clear(&worker->packages);
	as_worker_runs_clear(&worker->runs);
	pthread_cond_destroy(&worker->changed);
	pthread_mutex_destroy(&worker->lock);
	pthread_mutex_destroy(&worker->job_lock);
	as_names_free(worker->lanes.names);
	as_names_free(worker->lanes.served);
	free(worker->slots);
	free(worker->lanes.offer);
	free(worker);
}

static void prepare(struct as_worker *worker, const struct as_worker_config *config)
{
	worker->config = *config;
	worker->config.jobs = config->jobs ? config->jobs : 1;
	worker->config.look_ns = config->look_ns ? config->look_ns : AS_WORKER_LOOK_NS;
	/* Otherwise the engine would end the runs of a worker that does not know why. */
	if (!config->cancel && config->engine)
		worker->config.cancel = as_engine_settings(config->engine)->cancel;
	worker->is_idle = worker->is_new = true;
	worker->packages = (struct as_packages){.store = config->store,
		.engine = config->engine,
		.fetch = config->fetch,
		.news = config->news,
		.opened = hear_opened,
		.context = worker};
	pthread_mutex_init(&worker->packages.lock, NULL);
	pthread_mutex_init(&worker->job_lock, NULL);
	pthread_mutex_init(&worker->lock, NULL);
	pthread_cond_init(&worker->changed, NULL);
}

static struct as_worker *new_worker(const struct as_worker_config *config, struct as_error *error)
{
	struct as_worker *worker = calloc(1, sizeof(*worker));

	if (!worker) {
		as_error_no_memory(error);
		return NULL;
	}
	prepare(worker, config);
	worker->lanes.offer = config->offer ? strdup(config->offer) : NULL;
	worker->slots = calloc(worker->config.jobs, sizeof(*worker->slots));
	for (unsigned i = 0; worker->slots && i < worker->config.jobs; i++)
		worker->slots[i].worker = worker;
	const int failed = as_worker_runs_init(
		&worker->runs, config->tells_runs ? worker->config.jobs : 0, error);
	if (!failed && worker->slots && (worker->lanes.offer || !config->offer))
		return worker;
	free_worker(worker);
	as_error_no_memory(error);
	return NULL;
}

struct as_worker *as_worker_start(const struct as_worker_config *config, struct as_error *error)
{
	int cause;

	if (config->engine && !config->package &&
		as_engine_settings(config->engine)->weak_sandbox == AS_WEAK_PROCESS) {
		as_error_set(error, AS_ERROR_USAGE,
			"workers and contests need namespaces; omit --weak-sandbox=process");
		return NULL;
	}
	struct as_worker *worker = new_worker(config, error);
	if (!worker)
		return NULL;
	as_store_watch(config->store, &(struct as_store_watch){.queued = hear_queued,
					      .lost = on_lost,
					      .back = hear_back,
					      .context = worker});
	cause = pthread_create(&worker->thread, NULL, run_claims, worker);
	if (cause == 0)
		return worker;
	as_store_watch(config->store, NULL);
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

void as_worker_drain(struct as_worker *worker)
{
	pthread_mutex_lock(&worker->lock);
	worker->is_draining = true;
	pthread_mutex_unlock(&worker->lock);
	as_worker_wake(worker);
}

unsigned as_worker_count(struct as_worker *worker)
{
	pthread_mutex_lock(&worker->lock);
	const unsigned count = worker->claimed_count;
	pthread_mutex_unlock(&worker->lock);
	return count;
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
	as_store_watch(worker->config.store, NULL);
	free_worker(worker);
}
