/* SPDX-License-Identifier: MIT */
/* Waits until an event is in the state. */
#include "opened.h"

#include <time.h>

/* Interval at which a waiting thread checks whether the journal is being closed. */
#define CHECK_INTERVAL_NS INT64_C(100000000)

int as_journal_await_until(
	struct as_journal *journal, int64_t number, int64_t until_ns, struct as_error *error)
{
	int result = 0;

	pthread_mutex_lock(&journal->progress.mutex);
	while (journal->progress.applied < number && !result && as_now_ns() < until_ns) {
		const int64_t check_ns = as_now_ns() + CHECK_INTERVAL_NS;
		const int64_t next_ns = check_ns < until_ns ? check_ns : until_ns;
		const struct timespec until = {next_ns / 1000000000, next_ns % 1000000000};
		/* Use the monotonic clock, since the system's time may be set meanwhile. */
		pthread_cond_clockwait(&journal->progress.changed, &journal->progress.mutex,
			CLOCK_MONOTONIC, &until);
		if (journal->progress.applied < number &&
			(journal->progress.following == JOURNAL_BROKEN ||
				as_now_ns() >= atomic_load(&journal->closing.wait_until_ns)))
			result = as_error_set(error, AS_ERROR_INTERNAL,
				"the server is stopping; the request was recorded");
	}
	pthread_mutex_unlock(&journal->progress.mutex);
	return result;
}

int as_journal_await(struct as_journal *journal, int64_t number, struct as_error *error)
{
	return as_journal_await_until(journal, number, INT64_MAX, error);
}

void as_journal_finish(struct as_journal *journal, unsigned grace_ms)
{
	atomic_store(&journal->closing.wait_until_ns, as_now_ns() + INT64_C(1000000) * grace_ms);
}

int64_t as_journal_last(struct as_journal *journal)
{
	pthread_mutex_lock(&journal->progress.mutex);
	const int64_t last = journal->progress.applied;
	pthread_mutex_unlock(&journal->progress.mutex);
	return last;
}
