/* SPDX-License-Identifier: MIT */
/* The bell wakes threads that wait for events. Writes of this process ring it, and the tender rings
 * it for those of other processes. */
#include "session.h"

#include <errno.h>
#include <sys/eventfd.h>
#include <time.h>

int as_pg_bell_init(struct as_pg_bell *bell, struct as_error *error)
{
	*bell = (struct as_pg_bell){.wake_fd = eventfd(0, EFD_CLOEXEC | EFD_NONBLOCK)};
	pthread_mutex_init(&bell->lock, NULL);
	pthread_cond_init(&bell->rung, NULL);
	as_watcher_init(&bell->watcher);
	return bell->wake_fd >= 0
		       ? 0
		       : as_error_sys(error, AS_ERROR_INTERNAL, errno, "cannot make an eventfd");
}

void as_pg_bell_clear(struct as_pg_bell *bell)
{
	as_auto_fd(&bell->wake_fd);
	as_watcher_clear(&bell->watcher);
	pthread_cond_destroy(&bell->rung);
	pthread_mutex_destroy(&bell->lock);
}

static void wake_tender(const struct as_pg_bell *bell)
{
	/* It fails only if billions of rings were not read. */
	(void)!eventfd_write(bell->wake_fd, 1);
}

void as_pg_bell_ring(struct as_pg_bell *bell, bool here)
{
	pthread_mutex_lock(&bell->lock);
	if (here && !bell->is_unsent) {
		bell->is_unsent = true;
		wake_tender(bell);
	}
	bell->count++;
	pthread_cond_broadcast(&bell->rung);
	pthread_mutex_unlock(&bell->lock);
}

void as_pg_bell_queued(struct as_pg_bell *bell)
{
	pthread_mutex_lock(&bell->lock);
	bell->is_job_unsent = true;
	wake_tender(bell);
	pthread_mutex_unlock(&bell->lock);
	as_pg_bell_ring(bell, true);
	as_watcher_queued(&bell->watcher);
}

void as_pg_bell_watch(struct as_pg_bell *bell, const struct as_store_watch *watch)
{
	as_watcher_set(&bell->watcher, watch);
	pthread_mutex_lock(&bell->lock);
	bell->is_job_wanted |= watch && watch->queued;
	wake_tender(bell);
	pthread_mutex_unlock(&bell->lock);
}

uint64_t as_pg_bell_count(struct as_pg_bell *bell)
{
	pthread_mutex_lock(&bell->lock);
	if (!bell->is_wanted) {
		bell->is_wanted = true;
		wake_tender(bell);
	}
	const uint64_t count = bell->count;
	pthread_mutex_unlock(&bell->lock);
	return count;
}

void as_pg_bell_wait(struct as_pg_bell *bell, uint64_t count, int64_t until_ns)
{
	const struct timespec until = {until_ns / 1000000000, until_ns % 1000000000};
	int late = 0;

	pthread_mutex_lock(&bell->lock);
	while (bell->count == count && late == 0)
		late = pthread_cond_clockwait(&bell->rung, &bell->lock, CLOCK_MONOTONIC, &until);
	pthread_mutex_unlock(&bell->lock);
}

void as_pg_bell_close(struct as_pg_bell *bell)
{
	pthread_mutex_lock(&bell->lock);
	bell->is_closing = true;
	wake_tender(bell);
	pthread_mutex_unlock(&bell->lock);
}

struct as_pg_wish as_pg_bell_wish(struct as_pg_bell *bell)
{
	uint64_t woken;

	(void)!eventfd_read(bell->wake_fd, &woken);
	pthread_mutex_lock(&bell->lock);
	const struct as_pg_wish wish = {.notify = bell->is_unsent,
		.notify_jobs = bell->is_job_unsent,
		.listen = bell->is_wanted,
		.listen_jobs = bell->is_job_wanted,
		.close = bell->is_closing};
	pthread_mutex_unlock(&bell->lock);
	return wish;
}

void as_pg_bell_sent(struct as_pg_bell *bell)
{
	pthread_mutex_lock(&bell->lock);
	bell->is_unsent = bell->is_job_unsent = false;
	pthread_mutex_unlock(&bell->lock);
}
