/* SPDX-License-Identifier: MIT */
/*
 * Theory of operation: the thread that runs validators records the start and the end of each run. A
 * run that waits for its core has not started. A second thread sleeps until a run has lasted for
 * LONG_NS, and reports the run once. Each package that is verified has one such thread, while its
 * data are checked.
 */
#include "watch.h"

#include <time.h>

#define LONG_NS INT64_C(10000000000)
/* A package with slow validators and many tests needs no line for each test. */
#define MAX_TOLD 4

struct as_watch {
	struct as_verify *verify;
	pthread_t thread;
	pthread_mutex_t lock; /* guards the members below */
	pthread_cond_t changed;
	bool closing;
	bool is_announced; /* a run was announced and not reported yet */
	bool is_running;   /* the run has its core */
	int64_t due_ns;    /* when the run is reported */
	char text[512];
	unsigned told_count;
};

static void tell(struct as_watch *watch)
{
	const struct as_verify_config *config = watch->verify->config;

	watch->is_running = watch->is_announced = false;
	watch->told_count++;
	if (config->slow)
		config->slow(config->progress_context, watch->text);
}

static void wait_until(struct as_watch *watch, int64_t time_ns)
{
	const struct timespec until = {
		.tv_sec = time_ns / 1000000000, .tv_nsec = (long)(time_ns % 1000000000)};

	pthread_cond_clockwait(&watch->changed, &watch->lock, CLOCK_MONOTONIC, &until);
}

static void *run_watch(void *context)
{
	struct as_watch *watch = context;

	pthread_mutex_lock(&watch->lock);
	while (!watch->closing) {
		if (!watch->is_running)
			pthread_cond_wait(&watch->changed, &watch->lock);
		else if (as_now_ns() >= watch->due_ns)
			tell(watch);
		else
			wait_until(watch, watch->due_ns);
	}
	pthread_mutex_unlock(&watch->lock);
	return NULL;
}

struct as_watch *as_watch_open(struct as_verify *verify)
{
	struct as_watch *watch = calloc(1, sizeof(*watch));

	if (!watch)
		return NULL;
	watch->verify = verify;
	pthread_mutex_init(&watch->lock, NULL);
	pthread_cond_init(&watch->changed, NULL);
	if (pthread_create(&watch->thread, NULL, run_watch, watch) == 0)
		return watch;
	pthread_cond_destroy(&watch->changed);
	pthread_mutex_destroy(&watch->lock);
	free(watch);
	return NULL;
}

void as_watch_begin(
	struct as_watch *watch, const char *program, const char *file, int64_t cpu_time_ns)
{
	if (!watch)
		return;
	pthread_mutex_lock(&watch->lock);
	snprintf(watch->text, sizeof(watch->text),
		"%.160s has been running on %.160s for %s s; its limit is %s s of CPU time",
		program, file, AS_NUMBER((double)LONG_NS / 1e9),
		AS_NUMBER((double)cpu_time_ns / 1e9));
	watch->is_announced = watch->told_count < MAX_TOLD;
	pthread_mutex_unlock(&watch->lock);
}

void as_watch_begun(void *context)
{
	struct as_watch *watch = context;

	pthread_mutex_lock(&watch->lock);
	watch->is_running = watch->is_announced;
	watch->due_ns = as_now_ns() + LONG_NS;
	pthread_cond_signal(&watch->changed);
	pthread_mutex_unlock(&watch->lock);
}

void as_watch_end(struct as_watch *watch)
{
	if (!watch)
		return;
	pthread_mutex_lock(&watch->lock);
	watch->is_running = watch->is_announced = false;
	pthread_mutex_unlock(&watch->lock);
}

void as_watch_close(struct as_watch *watch)
{
	if (!watch)
		return;
	pthread_mutex_lock(&watch->lock);
	watch->closing = true;
	pthread_cond_signal(&watch->changed);
	pthread_mutex_unlock(&watch->lock);
	pthread_join(watch->thread, NULL);
	pthread_cond_destroy(&watch->changed);
	pthread_mutex_destroy(&watch->lock);
	free(watch);
}
