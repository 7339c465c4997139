/* SPDX-License-Identifier: MIT */
/* The lock of the state. The follower writes the state under the lock, and reads it without. */
#include "state.h"

void as_contest_log_lock(struct as_contest_log *log)
{
	pthread_rwlock_rdlock(&log->lock);
}

void as_contest_log_unlock(struct as_contest_log *log)
{
	pthread_rwlock_unlock(&log->lock);
}

void as_contest_log_change(struct as_contest_log *log,
	void (*change)(void *context, struct as_contest_log *log), void *context)
{
	pthread_rwlock_wrlock(&log->lock);
	change(context, log);
	pthread_rwlock_unlock(&log->lock);
}
