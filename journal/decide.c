/* SPDX-License-Identifier: MIT */
/*
 * Decisions by the state, by compare and append:
 *   1. Read the state, and the number of the last event that it is made of.
 *   2. Make the entry, and check it.
 *   3. Append it if that event is still the last one of the store. Otherwise wait until the later
 *      events are in the state, and begin again.
 * Meanwhile the follower of this server appends only rare events: frequent ones, as while many
 * submissions are judged, would often come first.
 */
#include "opened.h"

#include <errno.h>

#define PATIENCE_NS INT64_C(10000000000)

int as_journal_decide(struct as_journal *journal, as_journal_attempt attempt, const void *context,
	struct as_error *error)
{
	const int64_t until_ns = as_now_ns() + PATIENCE_NS;
	int result = 0;

	atomic_fetch_add(&journal->deciding, 1);
	while (!result && as_now_ns() < until_ns) {
		int64_t last;
		result = attempt(context, &last, error);
		if (!result && as_journal_await_until(journal, last + 1, until_ns, error))
			result = -1;
	}
	atomic_fetch_sub(&journal->deciding, 1);
	return result;
}

int as_journal_refuse_busy(
	const struct as_journal *journal, const char *what, struct as_error *error)
{
	as_error_set(error, AS_ERROR_MACHINE, "the %s is busy, and %s; try again in a minute",
		journal->noun, what);
	if (error)
		error->sys_errno = EBUSY;
	return -1;
}

/* ---- decisions with a condition ---- */

struct conditional {
	struct as_journal *journal;
	json_t *body;
	struct as_journal_extras extras;
	struct as_journal_condition condition;
	struct as_store_appended *appended;
};

static int try_conditional(const void *context, int64_t *last, struct as_error *error)
{
	const struct conditional *entry = context;
	struct as_journal *journal = entry->journal;

	as_journal_lock(journal);
	*last = as_journal_last(journal);
	const int refused = entry->condition.check(entry->condition.context, error);
	as_journal_unlock(journal);
	return refused ? -1
		       : as_journal_append(journal, *last, json_incref(entry->body), entry->extras,
				 entry->appended, error);
}

int as_journal_put_if(struct as_journal *journal, json_t *body, struct as_journal_extras extras,
	struct as_journal_condition condition, struct as_store_appended *appended,
	struct as_error *error)
{
	AS_AUTO_JSON json_t *owned = body;
	const struct conditional entry = {journal, body, extras, condition, appended};

	if (!owned)
		return as_error_no_memory(error);
	const int result = as_journal_decide(journal, try_conditional, &entry, error);
	if (result > 0)
		return as_journal_await(journal, appended->number, error);
	return result < 0 ? -1 : as_journal_refuse_busy(journal, "nothing was changed", error);
}
