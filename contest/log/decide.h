/* SPDX-License-Identifier: MIT */
/* Private header: entries that depend on the state (decide.c). */
#ifndef CONTEST_LOG_DECIDE_H
#define CONTEST_LOG_DECIDE_H

#include "state.h"

/* Checks the state as of the event `*last`, which it sets, and appends an entry if no later one is
 * in the store. 1: done. 0: another event came first. */
typedef int (*log_attempt)(
	struct as_contest_log *log, const void *context, int64_t *last, struct as_error *error);
/* Tries until an attempt ends. 1: done. 0: other events came first for 10 seconds. */
int log_decide(struct as_contest_log *log, log_attempt attempt, const void *context,
	struct as_error *error) AS_MUST_USE;
/* 0, or -1 with the reason why the entry must not be appended. Called with the lock. */
struct log_check {
	int (*function)(
		const struct as_contest_log *log, const void *context, struct as_error *error);
	const void *context;
};
/* Takes and appends an entry if the check permits it and no event comes between, waits until it is
 * applied, and sets the number of its event. */
int log_put_checked(struct as_contest_log *log, json_t *body, struct log_check check,
	int64_t *number, struct as_error *error) AS_MUST_USE;
/* 0, or -1 with AS_ERROR_USAGE: the results are final. */
int log_check_not_final(const struct as_contest_log *log, struct as_error *error) AS_MUST_USE;
/* After 0: an AS_ERROR_MACHINE with EBUSY. `what`: "the team is not registered". -1. */
static inline int log_refuse_busy(
	const struct as_contest_log *log, const char *what, struct as_error *error)
{
	return as_journal_refuse_busy(log->journal, what, error);
}
/* Tries likewise. 0: done. -1: refused, also because the contest is busy. */
int log_decide_or_refuse(struct as_contest_log *log, log_attempt attempt, const void *context,
	struct as_error *error) AS_MUST_USE;

#endif
