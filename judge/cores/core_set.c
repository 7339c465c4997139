/* SPDX-License-Identifier: MIT */
/* The cores of a process, and the state of each: core.c has the theory of operation. */
#include "core_set.h"

#include "core_list.h"

#include <poll.h>
#include <pthread.h>

/* How long a failed wait for a core is remembered at most. */
#define STUCK_MEMORY_NS INT64_C(3600000000000)
#define YIELD_NS INT64_C(5000000)

struct item {
	int number;
	int64_t yield_until_ns; /* until then other users may take it */
	/* Waiting failed; do not wait again before this time or a hang-up of the watch. 0: it did
	 * not fail. */
	int64_t stuck_until_ns;
	int watch_fd; /* or -1 */
};

struct as_cores {
	pthread_mutex_t lock; /* guards the items */
	size_t count;
	struct item items[];
};

struct as_cores *as_cores_open_numbers(const int *numbers, size_t count, struct as_error *error)
{
	struct as_cores *cores = calloc(1, sizeof(*cores) + count * sizeof(*cores->items));

	if (!cores) {
		as_error_no_memory(error);
		return NULL;
	}
	pthread_mutex_init(&cores->lock, NULL);
	cores->count = count;
	for (size_t i = 0; i < count; i++)
		cores->items[i] = (struct item){.number = numbers[i], .watch_fd = -1};
	return cores;
}

struct as_cores *as_cores_open(struct as_error *error)
{
	int numbers[CPU_SETSIZE];
	size_t count = 0;
	cpu_set_t set;

	if (as_core_list_usable(&set, error))
		return NULL;
	for (int core = CPU_SETSIZE; core-- > 0;)
		if (CPU_ISSET((size_t)core, &set))
			numbers[count++] = core;
	return as_cores_open_numbers(numbers, count, error);
}

void as_cores_close(struct as_cores *cores)
{
	if (!cores)
		return;
	for (size_t i = 0; i < cores->count; i++)
		as_auto_fd(&cores->items[i].watch_fd);
	pthread_mutex_destroy(&cores->lock);
	free(cores);
}

size_t as_cores_count(const struct as_cores *cores)
{
	return cores->count;
}

int as_cores_number(const struct as_cores *cores, size_t index)
{
	return cores->items[index].number;
}

/* ---- state of a core ---- */

static bool has_hung_up(int fd)
{
	struct pollfd wait = {.fd = fd};

	return poll(&wait, 1, 0) == 1;
}

bool as_cores_is_stuck(struct as_cores *cores, size_t index)
{
	struct item *item = &cores->items[index];

	pthread_mutex_lock(&cores->lock);
	if (item->stuck_until_ns <= as_now_ns() ||
		(item->watch_fd >= 0 && has_hung_up(item->watch_fd))) {
		as_auto_fd(&item->watch_fd);
		item->watch_fd = -1;
		item->stuck_until_ns = 0;
	}
	bool vain = item->stuck_until_ns != 0;
	pthread_mutex_unlock(&cores->lock);
	return vain;
}

void as_cores_set_stuck(struct as_cores *cores, size_t index, int watch_fd)
{
	struct item *item = &cores->items[index];

	pthread_mutex_lock(&cores->lock);
	as_auto_fd(&item->watch_fd);
	item->watch_fd = watch_fd;
	item->stuck_until_ns = as_now_ns() + STUCK_MEMORY_NS;
	pthread_mutex_unlock(&cores->lock);
}

int64_t as_cores_yield_until_ns(struct as_cores *cores, size_t index)
{
	pthread_mutex_lock(&cores->lock);
	int64_t until_ns = cores->items[index].yield_until_ns;
	pthread_mutex_unlock(&cores->lock);
	return until_ns;
}

void as_cores_yield(struct as_cores *cores, int number)
{
	pthread_mutex_lock(&cores->lock);
	for (size_t i = 0; i < cores->count; i++)
		if (cores->items[i].number == number)
			cores->items[i].yield_until_ns = as_now_ns() + YIELD_NS;
	pthread_mutex_unlock(&cores->lock);
}
