/* SPDX-License-Identifier: MIT */
/* The clock, which never goes back. */
#include "opened.h"

#include <time.h>

#define NS_PER_MS INT64_C(1000000)
#define MS_PER_S 1000

static int64_t clock_ms(clockid_t clock)
{
	struct timespec now;

	clock_gettime(clock, &now);
	return (int64_t)now.tv_sec * MS_PER_S + now.tv_nsec / NS_PER_MS;
}

/* If the system's time is set, the clock is slewed by 10 ms per second, so that times of the owner
 * neither jump nor stand still. If the system's time was set back before a restart, or another
 * server is ahead, an event can have a later time than this clock. The clock then continues from
 * that time, and is slewed back. */
static int64_t advance_clock(struct journal_clock *clock)
{
	const int64_t steady_ms = clock_ms(CLOCK_BOOTTIME);
	const int64_t wanted_ms = clock_ms(CLOCK_REALTIME) - steady_ms;

	if (clock->asked_ms == 0) {
		clock->offset_ms = wanted_ms;
		clock->asked_ms = steady_ms;
	}
	const int64_t max_ms = (steady_ms - clock->asked_ms) / 100;
	const int64_t off_ms = wanted_ms - clock->offset_ms;
	if (max_ms > 0) {
		clock->offset_ms += off_ms > max_ms ? max_ms : off_ms < -max_ms ? -max_ms : off_ms;
		clock->asked_ms = steady_ms;
	}
	if (steady_ms + clock->offset_ms < clock->latest_wall_ms)
		clock->offset_ms = clock->latest_wall_ms - steady_ms;
	clock->latest_wall_ms = steady_ms + clock->offset_ms;
	return clock->latest_wall_ms;
}

int64_t as_journal_now_ms(struct as_journal *journal)
{
	pthread_mutex_lock(&journal->clock.mutex);
	const int64_t now_ms = advance_clock(&journal->clock);
	pthread_mutex_unlock(&journal->clock.mutex);
	return now_ms;
}

void as_journal_saw_ms(struct as_journal *journal, int64_t wall_ms)
{
	pthread_mutex_lock(&journal->clock.mutex);
	if (wall_ms > journal->clock.latest_wall_ms)
		journal->clock.latest_wall_ms = wall_ms;
	pthread_mutex_unlock(&journal->clock.mutex);
}
