/* SPDX-License-Identifier: MIT */
/*
 * Decisions by the state, by compare and append:
 *   1. Read the state, and the number of the last event that it is made of.
 *   2. Make the entry, and check it.
 *   3. Append it if that event is still the last one of the store. Otherwise wait until the later
 *      events are in the state, and begin again.
 * Meanwhile the follower of this server appends nothing, since it would often come first while many
 * submissions are judged.
 */
#include "private.h"

#define PATIENCE_NS INT64_C(10000000000)

int log_decide(struct as_contest_log *log, log_attempt attempt, const void *context,
	struct as_error *error)
{
	const int64_t until_ns = as_now_ns() + PATIENCE_NS;
	int result = 0;

	atomic_fetch_add(&log->deciding, 1);
	while (!result && as_now_ns() < until_ns) {
		int64_t last;
		result = attempt(log, context, &last, error);
		if (!result && log_await_until(log, last + 1, until_ns, error))
			result = -1;
	}
	atomic_fetch_sub(&log->deciding, 1);
	return result;
}
