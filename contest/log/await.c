/* SPDX-License-Identifier: MIT */
/* Waits until an event is in the state. */
#include "append.h"
#include "state.h"

#include <time.h>

/* Interval at which a waiting thread checks whether the log is being closed. */
#define CHECK_INTERVAL_NS INT64_C(100000000)

int log_await_until(
	struct as_contest_log *log, int64_t number, int64_t until_ns, struct as_error *error)
{
	int result = 0;

	pthread_mutex_lock(&log->progress);
	while (log->applied < number && !result && as_now_ns() < until_ns) {
		const int64_t check_ns = as_now_ns() + CHECK_INTERVAL_NS;
		const int64_t next_ns = check_ns < until_ns ? check_ns : until_ns;
		const struct timespec until = {next_ns / 1000000000, next_ns % 1000000000};
		/* Use the monotonic clock, since the system's time may be set meanwhile. */
		pthread_cond_clockwait(&log->progressed, &log->progress, CLOCK_MONOTONIC, &until);
		if (log->applied < number &&
			(log->following == LOG_BROKEN ||
				as_now_ns() >= atomic_load(&log->closing.wait_until_ns)))
			result = as_error_set(error, AS_ERROR_INTERNAL,
				"the server is stopping; the request was recorded");
	}
	pthread_mutex_unlock(&log->progress);
	return result;
}

int log_await(struct as_contest_log *log, int64_t number, struct as_error *error)
{
	return log_await_until(log, number, INT64_MAX, error);
}

void as_contest_log_finish(struct as_contest_log *log, unsigned grace_ms)
{
	atomic_store(&log->closing.wait_until_ns, as_now_ns() + INT64_C(1000000) * grace_ms);
}

int64_t as_contest_log_last(struct as_contest_log *log)
{
	pthread_mutex_lock(&log->progress);
	const int64_t last = log->applied;
	pthread_mutex_unlock(&log->progress);
	return last;
}
