/* SPDX-License-Identifier: MIT */
/* A slot from the claim to its end: submits the claimed job to the engine, receives the engine's
 * callbacks, and frees the job. */
#include "worker_state.h"

/* ---- callbacks of the engine ---- */

static unsigned index_of(const struct as_worker_slot *slot)
{
	return (unsigned)(slot - slot->worker->slots);
}

static void finished(void *context, const struct as_result *result, const struct as_error *cause)
{
	struct as_worker_slot *slot = context;
	struct as_worker *worker = slot->worker;

	as_worker_runs_end(&worker->runs, index_of(slot));
	as_worker_end_claim(slot, result, cause);
	pthread_mutex_lock(&worker->lock);
	slot->is_finished = true;
	pthread_mutex_unlock(&worker->lock);
	as_worker_wake(worker);
}

static void compiled(void *context, enum as_verdict verdict)
{
	const struct as_job_calls *calls =
		&((struct as_worker_slot *)context)->worker->config.calls;

	calls->compiled(calls->context, verdict);
}

static void test(void *context, const struct as_job_test *done)
{
	const struct as_worker_slot *slot = context;
	struct as_worker *worker = slot->worker;
	const struct as_job_calls *calls = &worker->config.calls;
	const struct as_worker_news *news = &worker->config.news;

	as_worker_runs_add(&worker->runs, index_of(slot), done);
	if (calls->test)
		calls->test(calls->context, done);
	if (news->tested)
		news->tested(news->context, slot->claim.job, done);
}

/* ---- the start and the end ---- */

static int read_submitted(
	struct as_worker_slot *slot, struct as_submitted *submitted, struct as_error *error)
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

/* A class that this version does not know is one of a later version, at the end. */
static enum as_job_class engine_class(enum as_store_class class)
{
	if (class == AS_STORE_CONTEST)
		return AS_JOB_URGENT;
	return class < AS_STORE_REJUDGING ? AS_JOB_USUAL : AS_JOB_BACKGROUND;
}

static struct as_job *submit(struct as_worker_slot *slot, const struct as_submitted *submitted,
	const struct as_worker_options *options, struct as_error *error)
{
	const struct as_worker_config *config = &slot->worker->config;
	const struct as_job_order order = {.package = as_worker_opened(slot),
		.submission = {.path = slot->claim.path,
			.language = slot->claim.language,
			.entry_point = slot->claim.entry_point,
			.submitted = submitted},
		.test = options->test,
		.group = options->group,
		.run_all = options->run_all,
		.lenient = options->lenient,
		.time_limit_ns = options->time_limit_ns,
		.margin_time_ns = options->margin_time_ns,
		.margin_once = options->margin_once,
		.keep_disturbed = options->keep_disturbed,
		.reruns = options->reruns,
		.owner = config->owner,
		.class = engine_class(slot->claim.class),
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

/* Only `assay grade` queues such jobs, for itself. */
static int check_level(const struct as_worker_slot *slot, const struct as_worker_options *options,
	struct as_error *error)
{
	if (options->weak_sandbox != AS_WEAK_PROCESS || slot->worker->config.package)
		return 0;
	return as_error_set(error, AS_ERROR_INTERNAL,
		"the job was queued with --weak-sandbox=process, at which workers do not judge");
}

static struct as_job *start_job(struct as_worker_slot *slot, struct as_error *error)
{
	AS_AUTO(as_submitted_clear) struct as_submitted submitted = {0};
	AS_AUTO(as_worker_options_clear) struct as_worker_options options = {0};

	if (read_submitted(slot, &submitted, error) ||
		as_worker_options_read(&slot->claim.options, &options, error) ||
		check_level(slot, &options, error))
		return NULL;
	return submit(slot, &submitted, &options, error);
}

void as_worker_free_slot(struct as_worker_slot *slot)
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

void as_worker_give_up(struct as_worker_slot *slot, const struct as_error *why)
{
	as_worker_end_claim(slot, NULL, why);
	as_worker_free_slot(slot);
}

/* The package is open. The claim may have been lost before there was a job to cancel. */
void as_worker_start_slot(struct as_worker_slot *slot)
{
	struct as_worker *worker = slot->worker;
	struct as_error error = {0};
	struct as_job *job = NULL;

	if (slot->package && as_packages_check(&worker->packages, slot->package, &error) < 0) {
		as_worker_give_up(slot, &error);
		return;
	}
	if (!as_worker_get(worker, &slot->is_lost))
		job = start_job(slot, &error);
	if (!job) {
		as_worker_give_up(slot, &error);
		return;
	}
	pthread_mutex_lock(&worker->job_lock);
	slot->job = job;
	if (as_worker_get(worker, &slot->is_lost))
		as_engine_cancel(job);
	pthread_mutex_unlock(&worker->job_lock);
}
