/* SPDX-License-Identifier: MIT */
/*
 * Theory of operation:
 * 1. The worker's thread lists the lanes of queued jobs, selects those that its machine can judge,
 *    and claims jobs from them up to its maximum.
 * 2. An opener (worker_packages.c) opens the package of a claim while other jobs run. One job more
 *    than can run is claimed, so that its package is fetched in advance.
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
#include "worker.h"

#include <string.h>
#include <time.h>

/* Interval of checks of claims, and of heartbeats. */
#define BEAT_NS INT64_C(2000000000)
/* A busy worker lists the lanes this often: an urgent job may wait in a new one. */
#define LANES_NS INT64_C(1000000000)

/* A claimed job. */
struct slot {
	struct as_worker *worker;
	struct as_store_claim claim;
	bool is_claimed;                 /* or the slot is free */
	struct as_open_package *package; /* NULL: that of the configuration */
	struct as_job *job;              /* NULL: its package is not open yet */
	bool is_finished;
	bool is_lost; /* the claim is lost, and the job was cancelled */
};

struct as_worker {
	struct as_worker_config config;
	char *offer; /* NULL: it claims all jobs */
	struct as_packages packages;
	struct as_worker_runs runs;
	struct slot *slots;
	char **lanes; /* of queued jobs that it can judge */
	size_t lane_count;
	char **served; /* the lanes that this session has registered */
	size_t served_count;
	pthread_t thread;
	int64_t beat_ns, lanes_ns; /* the times of the last heartbeat, and of the last list */
	bool is_idle;              /* nothing could be claimed from the lanes */
	/* Guards `job` of the slots while jobs are cancelled; locked before `lock`. */
	pthread_mutex_t job_lock;
	pthread_mutex_t lock; /* guards the rest, and is_finished and is_lost of the slots */
	pthread_cond_t changed;
	bool has_news;    /* there is something to do */
	bool is_new;      /* a new session, which has registered no lane yet */
	bool is_draining; /* nothing more is claimed */
	bool stopping;
	unsigned claimed_count;
	struct as_error error; /* why it ended */
};

/* ---- state ---- */

static void wake(struct as_worker *worker)
{
	pthread_mutex_lock(&worker->lock);
	worker->has_news = true;
	pthread_cond_broadcast(&worker->changed);
	pthread_mutex_unlock(&worker->lock);
}

static void record_error(struct as_worker *worker, const struct as_error *error)
{
	if (worker->config.is_patient && as_store_is_away(error))
		return;
	pthread_mutex_lock(&worker->lock);
	if (worker->error.kind == AS_ERROR_NONE)
		worker->error = *error;
	/* Otherwise the worker would never end. */
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

static bool get(struct as_worker *worker, const bool *flag)
{
	pthread_mutex_lock(&worker->lock);
	const bool value = *flag;
	pthread_mutex_unlock(&worker->lock);
	return value;
}

/* ---- the end of a job ---- */

static void tell_end(
	struct slot *slot, const struct as_result *result, const struct as_error *cause)
{
	const struct as_worker_news *news = &slot->worker->config.news;

	if (news->ended)
		news->ended(news->context, slot->claim.job, result, cause);
}

/* The job is not at fault: another machine may judge it. */
static bool is_of_machine(const struct as_worker *worker, const struct as_error *cause)
{
	return !worker->config.package && cause->kind == AS_ERROR_MACHINE;
}

static int hand_back(struct slot *slot, struct as_error *error)
{
	tell_end(slot, NULL, NULL);
	return as_store_release(slot->worker->config.store, &slot->claim, error);
}

static int fail(struct slot *slot, const struct as_error *cause, struct as_error *error)
{
	const int ended = as_store_fail(slot->worker->config.store, &slot->claim, cause, error);

	if (ended >= 0)
		tell_end(slot, NULL, ended ? cause : NULL);
	return ended;
}

/* Sets the owner, which the engine does not know. */
static int complete(struct slot *slot, const struct as_result *result, struct as_error *error)
{
	const struct as_worker_config *config = &slot->worker->config;
	struct as_result named = *result;

	named.worker = (char *)config->name;
	return as_store_complete(config->store, &slot->claim, &named, error);
}

/* A lost claim is not an error: another attempt counts. */
static void end_claim(
	struct slot *slot, const struct as_result *result, const struct as_error *cause)
{
	struct as_worker *worker = slot->worker;
	struct as_error why = {0}, error = {0};
	int ended;

	if (get(worker, &slot->is_lost)) {
		tell_end(slot, NULL, NULL);
		return;
	}
	/* If a result cannot be stored, only its job fails, provided that the store can still be
	 * written. */
	if (result && (ended = complete(slot, result, &why)) >= 0) {
		tell_end(slot, ended ? result : NULL, NULL);
		return;
	}
	if (result && as_store_is_away(&why)) {
		ended = -1;
		error = why;
	} else if (!result && (is_ending(worker) || is_of_machine(worker, cause))) {
		if (is_of_machine(worker, cause))
			record_error(worker, cause);
		ended = hand_back(slot, &error);
	} else {
		ended = fail(slot, result ? &why : cause, &error);
	}
	if (ended < 0)
		record_error(worker, &error);
}

static unsigned index_of(const struct slot *slot)
{
	return (unsigned)(slot - slot->worker->slots);
}

static void finished(void *context, const struct as_result *result, const struct as_error *cause)
{
	struct slot *slot = context;
	struct as_worker *worker = slot->worker;

	as_worker_runs_end(&worker->runs, index_of(slot));
	end_claim(slot, result, cause);
	pthread_mutex_lock(&worker->lock);
	slot->is_finished = true;
	pthread_mutex_unlock(&worker->lock);
	wake(worker);
}

static void compiled(void *context, enum as_verdict verdict)
{
	const struct as_job_calls *calls = &((struct slot *)context)->worker->config.calls;

	calls->compiled(calls->context, verdict);
}

static void test(void *context, const struct as_job_test *done)
{
	const struct slot *slot = context;
	struct as_worker *worker = slot->worker;
	const struct as_job_calls *calls = &worker->config.calls;
	const struct as_worker_news *news = &worker->config.news;

	as_worker_runs_add(&worker->runs, index_of(slot), done);
	if (calls->test)
		calls->test(calls->context, done);
	if (news->tested)
		news->tested(news->context, slot->claim.job, done);
}

/* ---- the start of a job ---- */

static int read_submitted(struct slot *slot, struct as_submitted *submitted, struct as_error *error)
{
	struct as_store *store = slot->worker->config.store;
	const char *digest = slot->claim.files;
	AS_AUTO_BYTES struct as_bytes bytes = {0};
	int found = as_store_blob_read(store, digest, AS_RECORD_MAX_BYTES, &bytes, error);

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
	const struct as_job_order order = {
		.package = slot->package ? slot->package->judge : config->package,
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
			.test = config->calls.test || config->news.tested || config->tells_runs
					? test
					: NULL,
			.finished = finished,
			.context = slot}};

	if (config->news.began)
		config->news.began(config->news.context, slot->claim.job);
	as_worker_runs_begin(&slot->worker->runs, index_of(slot), &slot->claim);
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
	struct as_worker *worker = slot->worker;

	pthread_mutex_lock(&worker->job_lock);
	struct as_job *job = as_steal(slot->job);
	pthread_mutex_unlock(&worker->job_lock);
	as_job_free(job);
	as_worker_runs_end(&worker->runs, index_of(slot));
	if (slot->package)
		as_packages_give(&worker->packages, as_steal(slot->package));
	as_store_claim_clear(&slot->claim);
	pthread_mutex_lock(&worker->lock);
	worker->claimed_count -= slot->is_claimed;
	slot->is_claimed = slot->is_finished = slot->is_lost = false;
	pthread_mutex_unlock(&worker->lock);
}

static void give_up(struct slot *slot, const struct as_error *why)
{
	end_claim(slot, NULL, why);
	free_slot(slot);
}

/* The package is open. The claim may have been lost before there was a job to cancel. */
static void start(struct slot *slot)
{
	struct as_worker *worker = slot->worker;
	struct as_error error = {0};
	struct as_job *job = NULL;

	if (slot->package && as_packages_check(&worker->packages, slot->package, &error) < 0) {
		give_up(slot, &error);
		return;
	}
	if (!get(worker, &slot->is_lost))
		job = start_job(slot, &error);
	if (!job) {
		give_up(slot, &error);
		return;
	}
	pthread_mutex_lock(&worker->job_lock);
	slot->job = job;
	if (get(worker, &slot->is_lost))
		as_engine_cancel(job);
	pthread_mutex_unlock(&worker->job_lock);
}

/* True if a job was claimed. */
static bool fill(struct as_worker *worker, struct slot *slot)
{
	const struct as_store_wanted wanted = {.lanes = (const char *const *)worker->lanes,
		.lane_count = worker->lane_count,
		.classes = worker->config.classes,
		.package = worker->config.package_digest};
	struct as_error error = {0};
	const int found =
		as_store_claim_wanted(worker->config.store, &wanted, &slot->claim, &error);

	if (found < 0)
		record_error(worker, &error);
	if (found != 1)
		return false;
	pthread_mutex_lock(&worker->lock);
	slot->is_claimed = true;
	worker->claimed_count++;
	pthread_mutex_unlock(&worker->lock);
	if (!worker->config.package && worker->config.engine) {
		slot->package = as_packages_take(&worker->packages, slot->claim.package, &error);
		if (!slot->package)
			give_up(slot, &error);
	} else {
		start(slot);
	}
	return true;
}

/* ---- lanes ---- */

static bool is_served(const struct as_worker *worker, const char *lane)
{
	for (size_t i = 0; i < worker->served_count; i++)
		if (strcmp(worker->served[i], lane) == 0)
			return true;
	return false;
}

static void forget_served(struct as_worker *worker)
{
	as_names_free(as_steal(worker->served));
	worker->served_count = 0;
}

/* Registers one lane more. */
static int note_served(struct as_worker *worker, const char *lane, struct as_error *error)
{
	const size_t count = worker->served_count;
	char **served = reallocarray(worker->served, count + 2, sizeof(*served));

	if (!served)
		return as_error_no_memory(error);
	worker->served = served;
	served[count] = strdup(lane);
	served[count + 1] = NULL;
	if (!served[count])
		return as_error_no_memory(error);
	worker->served_count++;
	return 0;
}

static int serve(struct as_worker *worker, struct as_error *error)
{
	pthread_mutex_lock(&worker->lock);
	const bool is_new = worker->is_new;
	worker->is_new = false;
	pthread_mutex_unlock(&worker->lock);
	if (is_new) {
		forget_served(worker);
		/* Registers the lane of jobs without needs, so that the store has an entry for this
		 * worker. */
		if (as_store_serve(worker->config.store, &(const char *){""}, 1, error))
			return -1;
	}
	for (size_t i = 0; i < worker->lane_count; i++) {
		const char *lane = worker->lanes[i];
		if (!is_served(worker, lane) &&
			(as_store_serve(worker->config.store, &lane, 1, error) ||
				note_served(worker, lane, error)))
			return -1;
	}
	return 0;
}

/* Keeps the lanes that this machine can judge. */
static void choose_lanes(struct as_worker *worker)
{
	size_t count = 0;

	for (char **lane = worker->lanes; *lane; lane++) {
		if (worker->offer && !as_lane_suits(*lane, worker->offer))
			free(*lane);
		else
			worker->lanes[count++] = *lane;
	}
	worker->lanes[count] = NULL;
	worker->lane_count = count;
}

static void list_lanes(struct as_worker *worker)
{
	struct as_error error = {0};

	as_names_free(as_steal(worker->lanes));
	worker->lane_count = 0;
	worker->lanes_ns = as_now_ns();
	worker->lanes = as_store_lanes_read(worker->config.store, &error);
	if (worker->lanes) {
		choose_lanes(worker);
		if (serve(worker, &error) == 0)
			return;
	}
	record_error(worker, &error);
}

/* ---- the thread ---- */

static struct slot *find_free(struct as_worker *worker)
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
		struct slot *slot = &worker->slots[i];
		if (!slot->is_claimed)
			continue;
		if (get(worker, &slot->is_finished))
			free_slot(slot);
		else if (!slot->job &&
			 as_packages_check(&worker->packages, slot->package, NULL) != 0)
			start(slot);
	}
}

static void beat(struct as_worker *worker, struct slot *slot)
{
	struct as_error error = {0};
	const int stands = as_store_beat(worker->config.store, &slot->claim, &error);

	if (stands < 0)
		record_error(worker, &error);
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
		if (worker->slots[i].is_claimed && !get(worker, &worker->slots[i].is_lost))
			beat(worker, &worker->slots[i]);
}

/* True if it did something; then more work may be ready. */
static bool claim_more(struct as_worker *worker)
{
	struct slot *slot = find_free(worker);

	if (!slot || get(worker, &worker->is_draining))
		return false;
	if (worker->is_idle || as_now_ns() - worker->lanes_ns >= LANES_NS)
		list_lanes(worker);
	worker->is_idle = !fill(worker, slot);
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
		struct slot *slot = &worker->slots[i];
		if (slot->is_claimed && !slot->job)
			end_claim(slot, NULL, &stopped);
		free_slot(slot);
	}
}

static void *work(void *argument)
{
	struct as_worker *worker = argument;

	while (!is_ending(worker)) {
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
	wake(context);
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
		struct slot *slot = &worker->slots[i];
		pthread_mutex_lock(&worker->lock);
		slot->is_lost |= slot->is_claimed;
		pthread_mutex_unlock(&worker->lock);
		if (slot->job)
			as_engine_cancel(slot->job);
	}
	pthread_mutex_unlock(&worker->job_lock);
	wake(worker);
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
	wake(worker);
}

static void hear_opened(void *context)
{
	wake(context);
}

/* ---- for callers ---- */

static void free_worker(struct as_worker *worker)
{
	as_packages_clear(&worker->packages);
	as_worker_runs_clear(&worker->runs);
	pthread_cond_destroy(&worker->changed);
	pthread_mutex_destroy(&worker->lock);
	pthread_mutex_destroy(&worker->job_lock);
	as_names_free(worker->lanes);
	as_names_free(worker->served);
	free(worker->slots);
	free(worker->offer);
	free(worker);
}

static void prepare(struct as_worker *worker, const struct as_worker_config *config)
{
	worker->config = *config;
	worker->config.jobs = config->jobs ? config->jobs : 1;
	worker->config.look_ns = config->look_ns ? config->look_ns : AS_WORKER_LOOK_NS;
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
	worker->offer = config->offer ? strdup(config->offer) : NULL;
	worker->slots = calloc(worker->config.jobs, sizeof(*worker->slots));
	for (unsigned i = 0; worker->slots && i < worker->config.jobs; i++)
		worker->slots[i].worker = worker;
	const int failed = as_worker_runs_init(
		&worker->runs, config->tells_runs ? worker->config.jobs : 0, error);
	if (!failed && worker->slots && (worker->offer || !config->offer))
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
	as_store_watch(config->store, &(struct as_store_watch){.queued = hear_queued,
					      .lost = on_lost,
					      .back = hear_back,
					      .context = worker});
	cause = pthread_create(&worker->thread, NULL, work, worker);
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
	wake(worker);
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
