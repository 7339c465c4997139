/* SPDX-License-Identifier: MIT */
#include "private.h"

#include <pthread.h>
#include <sys/resource.h>
#include <sys/syscall.h>

/* More log-ins at once are refused, and tried again by people. */
#define MOST_WAITING 4000
#define LOWEST_PRIORITY 19

struct task {
	void (*run)(void *context);
	void *context;
	struct task *next;
};

struct hasher {
	pthread_mutex_t mutex;
	pthread_cond_t changed;
	struct task *first, **last;
	size_t waiting;
	bool is_closing;
	unsigned thread_count;
	pthread_t threads[];
};

static struct task *take(struct hasher *hasher)
{
	pthread_mutex_lock(&hasher->mutex);
	while (!hasher->first && !hasher->is_closing)
		pthread_cond_wait(&hasher->changed, &hasher->mutex);
	struct task *task = hasher->first;
	if (task) {
		hasher->first = task->next;
		if (!hasher->first)
			hasher->last = &hasher->first;
		hasher->waiting--;
	}
	pthread_mutex_unlock(&hasher->mutex);
	return task;
}

static void *work(void *context)
{
	struct hasher *hasher = context;
	struct task *task;

	/* Linux has a priority for each thread. */
	(void)setpriority(PRIO_PROCESS, (id_t)syscall(SYS_gettid), LOWEST_PRIORITY);
	while ((task = take(hasher))) {
		task->run(task->context);
		free(task);
	}
	return NULL;
}

struct hasher *hasher_open(unsigned thread_count, struct as_error *error)
{
	struct hasher *hasher =
		calloc(1, sizeof(*hasher) + thread_count * sizeof(*hasher->threads));

	if (!hasher) {
		as_error_no_memory(error);
		return NULL;
	}
	pthread_mutex_init(&hasher->mutex, NULL);
	pthread_cond_init(&hasher->changed, NULL);
	hasher->last = &hasher->first;
	for (; hasher->thread_count < thread_count; hasher->thread_count++) {
		const int failed =
			pthread_create(&hasher->threads[hasher->thread_count], NULL, work, hasher);
		if (failed) {
			as_error_sys(error, AS_ERROR_MACHINE, failed, "cannot start a thread");
			hasher_close(hasher);
			return NULL;
		}
	}
	return hasher;
}

bool hasher_run(struct hasher *hasher, void (*run)(void *context), void *context)
{
	struct task *task = malloc(sizeof(*task));

	if (!task)
		return false;
	*task = (struct task){run, context, NULL};
	pthread_mutex_lock(&hasher->mutex);
	const bool accepted = hasher->waiting < MOST_WAITING && !hasher->is_closing;
	if (accepted) {
		*hasher->last = task;
		hasher->last = &task->next;
		hasher->waiting++;
		pthread_cond_signal(&hasher->changed);
	}
	pthread_mutex_unlock(&hasher->mutex);
	if (!accepted)
		free(task);
	return accepted;
}

void hasher_close(struct hasher *hasher)
{
	if (!hasher)
		return;
	pthread_mutex_lock(&hasher->mutex);
	hasher->is_closing = true;
	pthread_cond_broadcast(&hasher->changed);
	pthread_mutex_unlock(&hasher->mutex);
	for (unsigned i = 0; i < hasher->thread_count; i++)
		pthread_join(hasher->threads[i], NULL);
	pthread_cond_destroy(&hasher->changed);
	pthread_mutex_destroy(&hasher->mutex);
	free(hasher);
}
