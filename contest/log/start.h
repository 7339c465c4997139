/* SPDX-License-Identifier: MIT */
/* Private header: the starts of teams (start.c, start_state.c). */
#ifndef CONTEST_LOG_START_H
#define CONTEST_LOG_START_H

#include <assay/contest/log.h>

/* Sets the contest time of a submission by the team's clock, and whether it is practice. */
void log_set_time(const struct as_contest_log *log, struct as_contest_submission *submission);
/* The same by a clock of the team. */
void log_set_time_by(const struct as_contest_log *log, const struct as_contest_clock *clock,
	struct as_contest_submission *submission);
/* True if a team with given time sent it after the freeze began, whatever its own time is. */
bool log_is_in_freeze(
	const struct as_contest_log *log, const struct as_contest_submission *submission);
/* The time that a team has, if the contest has the clock `of`. */
int64_t log_whole_time(const struct as_contest_log *log, const struct as_contest_clock *of);
/* The clock of a team that starts at a time. */
struct as_contest_clock log_clock_from(const struct as_contest_log *log,
	const struct as_contest_clock *of, int64_t start_ms, bool is_virtual);
/* The start of a team, to be set; NULL: out of memory. */
struct log_start *log_start_at(struct as_contest_log *log, size_t team, struct as_error *error);
/* Notes that a team registered after the contest, for virtual participation. */
int log_start_late(struct as_contest_log *log, size_t team, struct as_error *error) AS_MUST_USE;

#endif
