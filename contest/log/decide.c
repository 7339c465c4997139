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
#include "decide.h"
#include "append.h"
#include "state.h"

#include <errno.h>

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

int log_decide_or_refuse(struct as_contest_log *log, log_attempt attempt, const void *context,
	struct as_error *error)
{
	const int result = log_decide(log, attempt, context, error);

	if (result == 0)
		return log_refuse_busy("nothing was changed", error);
	return result < 0 ? -1 : 0;
}

int log_refuse_busy(const char *what, struct as_error *error)
{
	as_error_set(error, AS_ERROR_MACHINE, "the contest is busy, and %s; try again in a minute",
		what);
	if (error)
		error->sys_errno = EBUSY;
	return -1;
}

/* ---- decisions that final results forbid ---- */

struct result_change {
	json_t *body;
	const struct as_store_order *order;
	int64_t again;
	struct as_store_appended *appended;
};

static int try_unless_final(
	struct as_contest_log *log, const void *context, int64_t *last, struct as_error *error)
{
	const struct result_change *change = context;

	as_contest_log_lock(log);
	*last = as_contest_log_last(log);
	const bool is_final = as_contest_log_clock(log)->finalized_wall_ms != AS_NEVER_MS;
	as_contest_log_unlock(log);
	if (is_final)
		return as_error_set(error, AS_ERROR_USAGE,
			"the results are final, and this action can change them; confirm the "
			"action");
	return log_append(log, *last, json_incref(change->body), change->order, change->again,
		change->appended, error);
}

/* Takes the body. */
int log_put_decision(struct as_contest_log *log, json_t *body, const struct as_store_order *order,
	int64_t again, bool unless_final, struct as_error *error)
{
	struct as_store_appended appended;

	if (!unless_final || !body)
		return log_put(log, body, order, again, &appended, error);
	AS_AUTO_JSON json_t *owned = body;
	const struct result_change change = {body, order, again, &appended};
	const int result = log_decide(log, try_unless_final, &change, error);
	if (result > 0)
		return log_await(log, appended.number, error);
	return result < 0 ? -1 : log_refuse_busy("nothing was changed", error);
}
