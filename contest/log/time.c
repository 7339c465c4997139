/* SPDX-License-Identifier: MIT */
/* The clock, which never goes back. */
#include "state.h"

#include <time.h>

#define NS_PER_MS INT64_C(1000000)
#define MS_PER_S 1000

static int64_t clock_ms(clockid_t clock)
{
	struct timespec now;

	clock_gettime(clock, &now);
	return (int64_t)now.tv_sec * MS_PER_S + now.tv_nsec / NS_PER_MS;
}

/* If the system's time is set during a contest, the clock is slewed by 10 ms per second, so that
 * contest time neither jumps nor stands still. If the log has a later time than this clock (the
 * system's time was set back before a restart, or another server is ahead), the clock goes on from
 * that time, and is slewed back. */
int64_t as_contest_log_now_ms(struct as_contest_log *log)
{
	pthread_mutex_lock(&log->time);
	const int64_t steady_ms = clock_ms(CLOCK_BOOTTIME);
	const int64_t wanted_ms = clock_ms(CLOCK_REALTIME) - steady_ms;
	if (log->asked_ms == 0) {
		log->offset_ms = wanted_ms;
		log->asked_ms = steady_ms;
	}
	const int64_t max_ms = (steady_ms - log->asked_ms) / 100;
	const int64_t off_ms = wanted_ms - log->offset_ms;
	if (max_ms > 0) {
		log->offset_ms += off_ms > max_ms ? max_ms : off_ms < -max_ms ? -max_ms : off_ms;
		log->asked_ms = steady_ms;
	}
	if (steady_ms + log->offset_ms < log->latest_wall_ms)
		log->offset_ms = log->latest_wall_ms - steady_ms;
	log->latest_wall_ms = steady_ms + log->offset_ms;
	const int64_t now_ms = log->latest_wall_ms;
	pthread_mutex_unlock(&log->time);
	return now_ms;
}
