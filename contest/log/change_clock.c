/* SPDX-License-Identifier: MIT */
/* Changes of the clock, by compare and append (decide.c): copies the clock, makes the change,
 * checks it, and appends the new clock. */
#include "private.h"

#include <string.h>

struct changer {
	as_contest_clock_changer change;
	void *context;
	size_t account;
};

/* The removed intervals of both clocks are one array. */
struct attempt {
	struct as_contest_clock was;
	struct as_contest_clock_change change;
	struct as_removed_interval *intervals;
	int64_t last;
};

static int attempt_begin(
	struct as_contest_log *log, struct attempt *attempt, struct as_error *error)
{
	struct as_contest_clock_change *change = &attempt->change;

	as_contest_log_lock(log);
	const struct as_contest_clock *clock = as_contest_log_clock(log);
	const size_t count = clock->removed_count;
	attempt->intervals = calloc(2 * count + 1, sizeof(*attempt->intervals));
	attempt->was = change->clock = *clock;
	change->countdown_ms = as_contest_log_countdown_ms(log);
	change->work = as_contest_log_open_work(log);
	if (attempt->intervals && count) {
		memcpy(attempt->intervals, clock->removed, count * sizeof(*clock->removed));
		memcpy(attempt->intervals + count, clock->removed, count * sizeof(*clock->removed));
	}
	/* The number is set after the state, so it is never that of a later event. */
	attempt->last = as_contest_log_last(log);
	as_contest_log_unlock(log);
	if (!attempt->intervals)
		return as_error_no_memory(error);
	attempt->was.removed = attempt->intervals;
	change->clock.removed = change->removed = attempt->intervals + count;
	change->now_ms = as_contest_log_now_ms(log);
	return 0;
}

static int attempt_check(struct attempt *attempt, struct as_error *error)
{
	struct as_contest_clock_change *change = &attempt->change;
	struct as_error why = {0};

	if ((!change->is_whole && as_contest_clock_keep_freeze(
					  &attempt->was, change->now_ms, &change->clock, &why)) ||
		as_contest_clock_check(&change->clock, &why))
		return as_error_set(error, AS_ERROR_USAGE, "%s", why.text);
	if (!change->may_publish &&
		as_contest_clock_publishes(&attempt->was, change->now_ms, &change->clock))
		return as_error_set(error, AS_ERROR_USAGE,
			"this makes results public that the freeze hides: tick \"I am sure\"");
	return 0;
}

/* 1: done. 0: another event came first. */
static int attempt_append(struct as_contest_log *log, const struct attempt *attempt, size_t account,
	struct as_error *error)
{
	const struct as_contest_clock_change *change = &attempt->change;
	struct as_store_appended appended;
	json_t *body = log_entry_clock(&change->clock, change->countdown_ms);

	log_entry_set(&body, "wall_ms", json_integer(change->now_ms));
	log_entry_account(log, &body, account);
	const int result = log_append(log, attempt->last, body, NULL, 0, &appended, error);
	if (result <= 0)
		return result;
	return log_await(log, appended.number, error) ? -1 : 1;
}

static int try_change(
	struct as_contest_log *log, const void *context, int64_t *last, struct as_error *error)
{
	const struct changer *by = context;
	struct attempt attempt = {0};
	int result = attempt_begin(log, &attempt, error);

	*last = attempt.last;
	if (!result)
		result = by->change(&attempt.change, by->context, error);
	if (!result)
		result = attempt_check(&attempt, error);
	if (!result)
		result = attempt_append(log, &attempt, by->account, error);
	free(attempt.intervals);
	return result;
}

int as_contest_log_change_clock(struct as_contest_log *log, as_contest_clock_changer changer,
	void *context, size_t account, struct as_error *error)
{
	const struct changer by = {changer, context, account};
	const int result = log_decide(log, try_change, &by, error);

	return result ? (result < 0 ? -1 : 0)
		      : as_error_set(error, AS_ERROR_MACHINE,
				"the contest is too busy to change the clock: try again");
}

/* ---- a whole clock ---- */

struct whole {
	const struct as_contest_clock *clock;
	int64_t countdown_ms;
};

static int replace(struct as_contest_clock_change *change, void *context, struct as_error *error)
{
	const struct whole *whole = context;

	(void)error;
	change->clock = *whole->clock;
	change->countdown_ms = whole->countdown_ms;
	change->may_publish = change->is_whole = true;
	return 0;
}

int as_contest_log_set_clock(struct as_contest_log *log, const struct as_contest_clock *clock,
	int64_t countdown_ms, size_t account, struct as_error *error)
{
	struct whole whole = {clock, countdown_ms};

	return as_contest_log_change_clock(log, replace, &whole, account, error);
}
