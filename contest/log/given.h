/* SPDX-License-Identifier: MIT */
/* Private header: time that the jury gives back (given.c). */
#ifndef CONTEST_LOG_GIVEN_H
#define CONTEST_LOG_GIVEN_H

#include "event.h"

/* [begin, end], and the number of a removal, which earlier versions ignore. NULL: out of memory. */
json_t *log_interval_json(const struct as_removed_interval *interval);
struct as_removed_interval log_read_interval(const json_t *list);

/* For an entry of the clock: what it removes and restores. */
uint32_t log_next_removal(const struct as_contest_log *log);
void log_entry_given(json_t **entry, const struct as_contest_clock_given *given);
/* False: an interval that an event gives or restores is out of range. */
bool log_reads_given(const struct event *event);
/* Keeps what an event of the clock removes or restores. */
int log_apply_given(struct as_contest_log *log, const struct event *event, struct as_error *error);
/* Fills the act of such an event. False: it neither removes nor restores. */
bool log_audit_given(
	const struct as_contest_log *log, const struct event *event, struct as_contest_act *act);

void log_given_clear(struct as_contest_given *items, size_t count);

#endif
