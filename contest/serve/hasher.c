/* SPDX-License-Identifier: MIT */
/*
 * A task has two parts. The costly one runs at the lowest priority: beside load its thread may be
 * kept from the processor for seconds, so it must hold no lock that others wait for, and answer
 * nobody. What follows from it runs in another thread, of the usual priority.
 */
#include "private.h"

#include <pthread.h>
#include <sys/resource.h>
#include <sys/syscall.h>

/* More log-ins at once are refused, and tried again by people. */
#define MOST_WAITING 4000
#define LOWEST_PRIORITY 19

struct task {
	struct hasher_task what;
	struct task *next;
};

/* Tasks in order, and the threads that take them. */
struct queue {
	struct task *first, **last;
	pthread_cond_t changed;
	size_t waiting;
	bool is_closing;
	unsigned thread_count;
	pthread_t threads[HASHER_MOST_THREADS];
};

struct hasher {
	pthread_mutex_t mutex;
	struct queue costly, rest;
};

/* ---- queues: with the mutex ---- */

static void put(struct queue *queue, struct task *task)
{
	task->next = NULL;
	*queue->last = task;
	queue->last = &task->next;
	queue->waiting++;
	pthread_cond_signal(&queue->changed);
}

/* Waits for one; NULL: it is closing, and none is left. */
static struct task *take(struct hasher *hasher, struct queue *queue)
{
	while (!queue->first && !queue->is_closing)
		pthread_cond_wait(&queue->changed, &hasher->mutex);
	struct task *task = queue->first;
	if (!task)
		return NULL;
	queue->first = task->next;
	if (!queue->first)
		queue->last = &queue->first;
	queue->waiting--;
	return task;
}

/* ---- threads ---- */

static void *run_costly(void *context)
{
	struct hasher *hasher = context;
	struct task *task;

	/* Linux has a priority for each thread. */
	(void)setpriority(PRIO_PROCESS, (id_t)syscall(SYS_gettid), LOWEST_PRIORITY);
	pthread_mutex_lock(&hasher->mutex);
	while ((task = take(hasher, &hasher->costly))) {
		pthread_mutex_unlock(&hasher->mutex);
		task->what.run(task->what.context);
		pthread_mutex_lock(&hasher->mutex);
		put(&hasher->rest, task);
	}
	pthread_mutex_unlock(&hasher->mutex);
	return NULL;
}

static void *run_rest(void *context)
{
	struct hasher *hasher = context;
	struct task *task;

	pthread_mutex_lock(&hasher->mutex);
	while ((task = take(hasher, &hasher->rest))) {
		pthread_mutex_unlock(&hasher->mutex);
		task->what.finish(task->what.context);
		free(task);
		pthread_mutex_lock(&hasher->mutex);
	}
	pthread_mutex_unlock(&hasher->mutex);
	return NULL;
}

static int start(struct hasher *hasher, struct queue *queue, unsigned thread_count,
	void *(*run)(void *context), struct as_error *error)
{
	for (; queue->thread_count < thread_count; queue->thread_count++) {
		const int failed =
			pthread_create(&queue->threads[queue->thread_count], NULL, run, hasher);
		if (failed)
			return as_error_sys(
				error, AS_ERROR_MACHINE, failed, "cannot start a thread");
	}
	return 0;
}

static void stop(struct hasher *hasher, struct queue *queue)
{
	pthread_mutex_lock(&hasher->mutex);
	queue->is_closing = true;
	pthread_cond_broadcast(&queue->changed);
	pthread_mutex_unlock(&hasher->mutex);
	for (unsigned i = 0; i < queue->thread_count; i++)
		pthread_join(queue->threads[i], NULL);
	pthread_cond_destroy(&queue->changed);
}

/* ---- the hasher ---- */

struct hasher *hasher_open(unsigned thread_count, struct as_error *error)
{
	struct hasher *hasher = calloc(1, sizeof(*hasher));

	if (!hasher) {
		as_error_no_memory(error);
		return NULL;
	}
	pthread_mutex_init(&hasher->mutex, NULL);
	pthread_cond_init(&hasher->costly.changed, NULL);
	pthread_cond_init(&hasher->rest.changed, NULL);
	hasher->costly.last = &hasher->costly.first;
	hasher->rest.last = &hasher->rest.first;
	if (start(hasher, &hasher->costly, thread_count, run_costly, error) ||
		start(hasher, &hasher->rest, thread_count, run_rest, error)) {
		hasher_close(hasher);
		return NULL;
	}
	return hasher;
}

bool hasher_run(struct hasher *hasher, const struct hasher_task *what)
{
	struct task *task = malloc(sizeof(*task));

	if (!task)
		return false;
	task->what = *what;
	pthread_mutex_lock(&hasher->mutex);
	const bool accepted =
		hasher->costly.waiting < MOST_WAITING && !hasher->costly.is_closing;
	if (accepted)
		put(&hasher->costly, task);
	pthread_mutex_unlock(&hasher->mutex);
	if (!accepted)
		free(task);
	return accepted;
}

size_t hasher_waiting(struct hasher *hasher)
{
	pthread_mutex_lock(&hasher->mutex);
	const size_t waiting = hasher->costly.waiting;
	pthread_mutex_unlock(&hasher->mutex);
	return waiting;
}

void hasher_close(struct hasher *hasher)
{
	if (!hasher)
		return;
	stop(hasher, &hasher->costly);
	stop(hasher, &hasher->rest);
	pthread_mutex_destroy(&hasher->mutex);
	free(hasher);
}
