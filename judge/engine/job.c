/* SPDX-License-Identifier: MIT */
/*
 * Theory of operation: one thread of the engine, the driver, handles a job from its start to its
 * end. The driver
 * 1. compiles the package's programs, unless another job has done so or is doing so;
 * 2. compiles the submission, on a core on which no submission is measured
 * (as_open_package_borrow_core), and waits for the package's programs;
 * 3. queues its tests for the workers (run/schedule.c) and waits for them;
 * 4. makes the result.
 *
 * The driver alone calls the job's callbacks, without the lock. Workers store finished tests in the
 * judging, and the driver reports them. A driver thread is started if a job finds none idle;
 * queue.c limits how many jobs run at once, and so the number of drivers. For other work the driver
 * only calls the caller's function.
 *
 * Each job has its own cancel flag. A signal handler may set the flag of the configuration. A
 * watcher thread copies it to the flags of all jobs, so that a run checks only one flag.
 */
#include "compiled.h"
#include "judging.h"
#include "queue.h"

#include <string.h>
#include <time.h>

#define CLASS_COUNT (AS_JOB_BACKGROUND - AS_JOB_URGENT + 1)
#define WATCH_NS INT64_C(20000000)

/* ---- copies of the order ---- */

static int copy_text(const char **text, struct as_error *error)
{
	if (!*text)
		return 0;
	*text = strdup(*text);
	return *text ? 0 : as_error_no_memory(error);
}

static void free_texts(struct as_job_order *order)
{
	as_submission_clear(&order->submission);
	free((void *)order->keep_dir);
	free((void *)order->owner);
	free((void *)order->test);
	free((void *)order->group);
}

static int copy_texts(struct as_job_order *order, struct as_error *error)
{
	const struct as_submission original = order->submission;
	const char **const texts[] = {&order->keep_dir, &order->owner, &order->test, &order->group};
	const size_t count = sizeof(texts) / sizeof(*texts);
	size_t i = 0;

	while (i < count && copy_text(texts[i], error) == 0)
		i++;
	/* Pointers that were not copied still belong to the caller. */
	for (size_t rest = i; rest < count; rest++)
		*texts[rest] = NULL;
	return as_submission_copy(&order->submission, &original, error) || i < count ? -1 : 0;
}

static void free_job(struct as_job *job)
{
	as_result_clear(&job->result);
	as_compiled_free(job->compiled);
	as_compiled_free(job->order.compiled);
	free_texts(&job->order);
	free(job);
}

static int check_group(const struct as_package *package, const char *group, struct as_error *error)
{
	if (!group || as_package_find_group(package, group))
		return 0;
	if (!package->group_count)
		return as_error_set(error, AS_ERROR_USAGE,
			"unknown group '%s': the package %s has no groups", group,
			package->short_name);
	AS_AUTO_FREE const char **names = calloc(package->group_count, sizeof(*names));
	if (!names)
		return as_error_no_memory(error);
	for (size_t i = 0; i < package->group_count; i++)
		names[i] = package->groups[i].name;
	return as_error_set(error, AS_ERROR_USAGE,
		"unknown group '%s'%s the last group of %s is %s", group,
		AS_SUGGESTION(group, names, package->group_count), package->short_name,
		names[package->group_count - 1]);
}

static int check_order(const struct as_job_order *order, struct as_error *error)
{
	const struct as_open_package *opened = order->package;

	return check_group(opened->package, order->group, error) ||
			       as_open_package_check_test(opened, order->test, error) ||
			       as_open_package_check_language(
				       opened, order->submission.language, error)
		       ? -1
		       : 0;
}

static struct as_job *new_job(
	struct as_engine *engine, const struct as_job_order *order, struct as_error *error)
{
	struct as_job *job = calloc(1, sizeof(*job));

	if (!job) {
		as_error_no_memory(error);
		return NULL;
	}
	job->engine = engine;
	job->order = *order;
	job->group =
		order->group ? as_package_find_group(order->package->package, order->group) : NULL;
	as_compiled_share(job->order.compiled);
	if (copy_texts(&job->order, error) == 0)
		return job;
	free_job(job);
	return NULL;
}

/* ---- the end of a job ---- */

/* Without the lock, on a started job that no other thread works on. Once this returns, another
 * thread may free the job at any time. */
static void finish(struct as_job *job)
{
	const struct as_job_calls *calls = &job->order.calls;
	struct as_engine *engine = job->engine;

	if (calls->finished)
		calls->finished(calls->context, job->failed ? NULL : &job->result, &job->error);
	pthread_mutex_lock(&engine->lock);
	as_queue_remove(job);
	job->state = AS_JOB_FINISHED;
	pthread_cond_broadcast(&engine->changed);
	pthread_cond_broadcast(&engine->queue.changed);
	pthread_mutex_unlock(&engine->lock);
}

/* ---- threads ---- */

static void *drive(void *argument)
{
	struct as_engine *engine = argument;

	pthread_mutex_lock(&engine->lock);
	while (!engine->closing) {
		struct as_job *job = as_queue_start(engine);
		if (!job) {
			engine->queue.idle_count++;
			pthread_cond_wait(&engine->queue.changed, &engine->lock);
			engine->queue.idle_count--;
			continue;
		}
		pthread_mutex_unlock(&engine->lock);
		engine->queue.run_job(job);
		finish(job);
		pthread_mutex_lock(&engine->lock);
	}
	pthread_mutex_unlock(&engine->lock);
	return NULL;
}

/* Call it with the lock held; it is released in between. */
static void cancel(struct as_job *job)
{
	const bool is_queued = job->state == AS_JOB_QUEUED;
	struct as_engine *engine = job->engine;

	atomic_store(&job->cancel, true);
	if (!is_queued)
		return;
	job->state = AS_JOB_STARTED;
	pthread_mutex_unlock(&engine->lock);
	as_job_fail_cancelled(job);
	finish(job);
	pthread_mutex_lock(&engine->lock);
}

static struct as_job *first_uncancelled(struct as_engine *engine)
{
	struct as_job *job = engine->queue.first;

	while (job && as_is_cancelled(&job->cancel))
		job = job->next;
	return job;
}

static void *watch(void *argument)
{
	struct as_engine *engine = argument;
	struct as_job *job;

	pthread_mutex_lock(&engine->lock);
	while (!engine->closing) {
		/* The lock is released in between, so the engine may be closing afterwards. */
		if (as_is_cancelled(engine->config.cancel) && (job = first_uncancelled(engine))) {
			cancel(job);
			continue;
		}
		if (!engine->queue.first) {
			pthread_cond_wait(&engine->queue.changed, &engine->lock);
			continue;
		}
		const int64_t until_ns = as_now_ns() + WATCH_NS;
		const struct timespec until = {until_ns / 1000000000, until_ns % 1000000000};
		pthread_cond_clockwait(
			&engine->queue.changed, &engine->lock, CLOCK_MONOTONIC, &until);
	}
	pthread_mutex_unlock(&engine->lock);
	return NULL;
}

static size_t count_queued(const struct as_engine *engine)
{
	size_t count = 0;

	for (const struct as_job *job = engine->queue.first; job; job = job->next)
		count += job->state == AS_JOB_QUEUED;
	return count;
}

/* Call it with the lock held. */
static int require_threads(struct as_engine *engine, struct as_error *error)
{
	const size_t max = 2 * CLASS_COUNT * (engine->worker_count + 1);
	int cause = 0;

	if (!engine->queue.drivers &&
		!(engine->queue.drivers = calloc(max, sizeof(*engine->queue.drivers))))
		return as_error_no_memory(error);
	if (engine->config.cancel && !engine->queue.is_watched) {
		cause = pthread_create(&engine->queue.watcher, NULL, watch, engine);
		engine->queue.is_watched = cause == 0;
	}
	if (cause == 0 && engine->queue.idle_count <= count_queued(engine) &&
		engine->queue.driver_count < max) {
		cause = pthread_create(
			&engine->queue.drivers[engine->queue.driver_count], NULL, drive, engine);
		engine->queue.driver_count += cause == 0;
	}
	/* If the machine has no more threads, fewer drivers are enough. */
	if (engine->queue.driver_count == 0 || (engine->config.cancel && !engine->queue.is_watched))
		return as_error_sys(error, AS_ERROR_INTERNAL, cause, "cannot start a thread");
	return 0;
}

void as_drivers_end(struct as_engine *engine)
{
	pthread_mutex_lock(&engine->lock);
	engine->closing = true;
	pthread_cond_broadcast(&engine->queue.changed);
	pthread_mutex_unlock(&engine->lock);
	for (size_t i = 0; i < engine->queue.driver_count; i++)
		pthread_join(engine->queue.drivers[i], NULL);
	if (engine->queue.is_watched)
		pthread_join(engine->queue.watcher, NULL);
	free(as_steal(engine->queue.drivers));
	as_queue_clear(engine);
}

/* ---- the public interface ---- */

/* Takes ownership of the job. */
static struct as_job *enqueue(struct as_engine *engine, struct as_job *job, struct as_error *error)
{
	pthread_mutex_lock(&engine->lock);
	int failed = require_threads(engine, error) || as_queue_add(engine, job, error);
	pthread_cond_broadcast(&engine->queue.changed);
	pthread_mutex_unlock(&engine->lock);
	if (!failed)
		return job;
	free_job(job);
	return NULL;
}

struct as_job *as_engine_submit(
	struct as_engine *engine, const struct as_job_order *order, struct as_error *error)
{
	struct as_job *job = check_order(order, error) ? NULL : new_job(engine, order, error);

	return job ? enqueue(engine, job, error) : NULL;
}

struct as_job *as_engine_submit_work(
	struct as_engine *engine, const struct as_work_order *order, struct as_error *error)
{
	const struct as_job_order no_submission = {.class = order->class};
	struct as_job *job = new_job(engine, &no_submission, error);

	if (!job)
		return NULL;
	job->work = *order;
	return enqueue(engine, job, error);
}

void as_engine_cancel(struct as_job *job)
{
	struct as_engine *engine = job->engine;

	pthread_mutex_lock(&engine->lock);
	cancel(job);
	pthread_mutex_unlock(&engine->lock);
}

static void wait_for(struct as_job *job)
{
	pthread_mutex_lock(&job->engine->lock);
	while (job->state != AS_JOB_FINISHED)
		pthread_cond_wait(&job->engine->changed, &job->engine->lock);
	pthread_mutex_unlock(&job->engine->lock);
}

int as_engine_wait(struct as_job *job, struct as_result *result, struct as_error *error)
{
	wait_for(job);
	pthread_mutex_lock(&job->engine->lock);
	*result = job->result;
	job->result = (struct as_result){0};
	pthread_mutex_unlock(&job->engine->lock);
	if (job->failed && error)
		*error = job->error;
	return job->failed ? -1 : 0;
}

struct as_compiled *as_job_compiled(struct as_job *job)
{
	wait_for(job);
	return as_compiled_share(job->compiled);
}

void as_job_free(struct as_job *job)
{
	if (!job)
		return;
	as_engine_cancel(job);
	wait_for(job);
	free_job(job);
}
