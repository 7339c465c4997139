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

/* ---- decisions with a check ---- */

struct checked_entry {
	json_t *body;
	const struct as_store_order *order;
	int64_t again;
	struct log_check check;
	struct as_store_appended *appended;
};

static int try_checked(
	struct as_contest_log *log, const void *context, int64_t *last, struct as_error *error)
{
	const struct checked_entry *entry = context;

	as_contest_log_lock(log);
	*last = as_contest_log_last(log);
	const int refused = entry->check.function(log, entry->check.context, error);
	as_contest_log_unlock(log);
	return refused ? -1
		       : log_append(log, *last, json_incref(entry->body), entry->order,
				 entry->again, entry->appended, error);
}

/* Takes the body. */
static int put_checked(
	struct as_contest_log *log, struct checked_entry *entry, struct as_error *error)
{
	AS_AUTO_JSON json_t *owned = entry->body;
	const int result = log_decide(log, try_checked, entry, error);

	if (result > 0)
		return log_await(log, entry->appended->number, error);
	return result < 0 ? -1 : log_refuse_busy("nothing was changed", error);
}

int log_put_checked(struct as_contest_log *log, json_t *body, struct log_check check,
	int64_t *number, struct as_error *error)
{
	struct as_store_appended appended = {0};

	if (!body)
		return as_error_no_memory(error);
	const int failed = put_checked(log,
		&(struct checked_entry){.body = body, .check = check, .appended = &appended},
		error);
	*number = appended.number;
	return failed;
}

/* ---- decisions that final results forbid ---- */

int log_check_not_final(const struct as_contest_log *log, struct as_error *error)
{
	return as_contest_log_clock(log)->finalized_wall_ms == AS_NEVER_MS
		       ? 0
		       : as_error_set(error, AS_ERROR_USAGE,
				 "the results are final, and this action can change them; confirm "
				 "the action");
}

static int check_not_final(
	const struct as_contest_log *log, const void *context, struct as_error *error)
{
	(void)context;
	return log_check_not_final(log, error);
}

/* Takes the body. */
int log_put_decision(struct as_contest_log *log, json_t *body, const struct as_store_order *order,
	int64_t again, bool unless_final, struct as_error *error)
{
	struct as_store_appended appended = {0};

	if (!unless_final || !body)
		return log_put(log, body, order, again, &appended, error);
	return put_checked(log,
		&(struct checked_entry){body, order, again, {check_not_final, NULL}, &appended},
		error);
}
