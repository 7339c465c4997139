/* SPDX-License-Identifier: MIT */
/* Decisions by the state of a contest: as_journal_decide with the log. */
#include "decide.h"
#include "append.h"
#include "state.h"

struct attempted {
	struct as_contest_log *log;
	log_attempt attempt;
	const void *context;
};

static int try_attempt(const void *context, int64_t *last, struct as_error *error)
{
	const struct attempted *of = context;

	return of->attempt(of->log, of->context, last, error);
}

int log_decide(struct as_contest_log *log, log_attempt attempt, const void *context,
	struct as_error *error)
{
	const struct attempted of = {log, attempt, context};

	return as_journal_decide(log->journal, try_attempt, &of, error);
}

int log_decide_or_refuse(struct as_contest_log *log, log_attempt attempt, const void *context,
	struct as_error *error)
{
	const int result = log_decide(log, attempt, context, error);

	if (result == 0)
		return log_refuse_busy(log, "nothing was changed", error);
	return result < 0 ? -1 : 0;
}

/* ---- decisions with a check ---- */

struct checked {
	const struct as_contest_log *log;
	struct log_check check;
};

static int check_entry(const void *context, struct as_error *error)
{
	const struct checked *of = context;

	return of->check.function(of->log, of->check.context, error);
}

static int put_checked(struct as_contest_log *log, json_t *body, struct as_journal_extras extras,
	struct log_check check, int64_t *number, struct as_error *error)
{
	const struct checked of = {log, check};
	struct as_store_appended appended = {0};
	const int failed = as_journal_put_if(log->journal, body, extras,
		(struct as_journal_condition){check_entry, &of}, &appended, error);

	*number = appended.number;
	return failed;
}

int log_put_checked(struct as_contest_log *log, json_t *body, struct log_check check,
	int64_t *number, struct as_error *error)
{
	return put_checked(log, body, (struct as_journal_extras){0}, check, number, error);
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
	const struct as_journal_extras extras = {.order = order, .again = again};
	struct as_store_appended appended = {0};

	return unless_final
		       ? put_checked(log, body, extras, (struct log_check){check_not_final, NULL},
				 &appended.number, error)
		       : as_journal_put(log->journal, body, extras, &appended, error);
}
