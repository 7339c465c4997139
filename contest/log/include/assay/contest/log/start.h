/* SPDX-License-Identifier: MIT */
/**
 * start: teams that start when they like, and each team's own clock. Included by log.h.
 *
 * With `time_per_team` in contest.yaml a team starts during the contest, and then has that time.
 * With `virtual` a team that did not take part starts after the contest, and never is in its
 * results. In all other cases the clock of a team is that of the contest.
 */
#ifndef ASSAY_CONTEST_LOG_START_H
#define ASSAY_CONTEST_LOG_START_H

#include <assay/contest/log.h>

/** The start of a team. */
struct as_contest_start {
	int64_t wall_ms; /**< AS_NEVER_MS: it has not started by itself */
	bool is_virtual; /**< after the contest */
	size_t account;  /**< that started; AS_CONTEST_NONE: unknown */
};
struct as_contest_start as_contest_log_start_of(const struct as_contest_log *log, size_t team)
	AS_NONNULL(1);
/** True if the team takes part after the contest. Such a team is in no results. */
bool as_contest_log_is_virtual(const struct as_contest_log *log, size_t team) AS_NONNULL(1);
/** True if the clock of the team is not that of the contest; false for AS_CONTEST_NONE. */
bool as_contest_log_has_own_clock(const struct as_contest_log *log, size_t team) AS_NONNULL(1);
/**
 * The clock by which the contest times of a team count, if the contest has the clock `contest`: a
 * copy of that, or from the team's own start, with the time that it has. `start_wall_ms` is
 * AS_NEVER_MS until a team with `time_per_team` has started. Removed intervals are borrowed from
 * `contest`.
 */
struct as_contest_clock as_contest_log_team_clock(const struct as_contest_log *log, size_t team,
	const struct as_contest_clock *contest) AS_NONNULL(1, 3);
/** The clock that applies to a team (AS_CONTEST_NONE: everybody) at a time: that of the team; but
 * after the contest that of the contest, if the team has not started by then. */
struct as_contest_clock as_contest_log_clock_at(
	const struct as_contest_log *log, size_t team, int64_t wall_ms) AS_NONNULL(1);
/** The same as as_contest_log_clock_at, if the contest has the clock `contest`. */
struct as_contest_clock as_contest_log_clock_by(const struct as_contest_log *log, size_t team,
	const struct as_contest_clock *contest, int64_t wall_ms) AS_NONNULL(1, 3);

/** The time that a team gets if it starts at a moment. */
struct as_contest_turn {
	bool is_virtual;
	int64_t duration_ms; /**< less than `whole_ms` if the range ends before */
	int64_t whole_ms;
	int64_t end_wall_ms; /**< AS_NEVER_MS: the contest is paused */
};
/** 0, or -1 with AS_ERROR_USAGE: the reason why the team cannot start then. */
int as_contest_log_check_start(const struct as_contest_log *log, size_t team, int64_t wall_ms,
	struct as_contest_turn *turn, struct as_error *error) AS_MUST_USE AS_NONNULL(1, 4);

struct as_contest_entry_start {
	size_t team;
	size_t account;
	bool may_be_short; /**< the team accepts that it gets less than the whole time */
};
/** Starts the time of a team now, by compare and append: a team starts once. Call it without the
 * lock. AS_ERROR_USAGE: as as_contest_log_check_start, or the time is short without
 * `may_be_short`. AS_ERROR_MACHINE with EBUSY: other events came first for 10 seconds. */
int as_contest_log_start_team(struct as_contest_log *log,
	const struct as_contest_entry_start *entry, struct as_error *error) AS_MUST_USE
	AS_NONNULL(1, 2);
/** Takes back the start of a team: its submissions so far do not count any more, and it can start
 * again. Likewise; AS_ERROR_USAGE: it has not started, or `unless_final` and the results are final.
 */
int as_contest_log_reset_start(struct as_contest_log *log, size_t team,
	struct as_contest_decision decision, struct as_error *error) AS_MUST_USE AS_NONNULL(1);

/** Teams that still have time on a clock of their own. */
#define AS_CONTEST_LATE_NAMED 3
struct as_contest_late {
	size_t teams[AS_CONTEST_LATE_NAMED]; /**< the first teams */
	size_t count;                        /**< of all */
	int64_t end_wall_ms;                 /**< the last end; 0: no such teams */
};
/** The teams that have time left at `wall_ms` on a clock of their own, or because time was given
 * back. Teams that have not started, or take part after the contest, are not included. */
struct as_contest_late as_contest_log_late(const struct as_contest_log *log, int64_t wall_ms)
	AS_NONNULL(1);
/** "teams that still have time: A, B, C and 2 more; the last ends at 2030-01-31 10:00:00 UTC", or
 * "". Free it. NULL: out of memory. */
char *as_contest_log_late_text(const struct as_contest_log *log, int64_t wall_ms) AS_NONNULL(1);

/* ---- boards ---- */

/** The main board of the public as it was at a contest time: with what was submitted until then,
 * and the verdicts that count now. Close it. NULL: out of memory. */
struct as_board *as_contest_log_board_at(const struct as_contest_log *log, int64_t time_ms,
	struct as_error *error) AS_MUST_USE AS_NONNULL(1);
/** A board of one team, which has index 0 there, with all that it submitted in its own time. Close
 * it. NULL: out of memory. */
struct as_board *as_contest_log_own_board(const struct as_contest_log *log, size_t team,
	struct as_error *error) AS_MUST_USE AS_NONNULL(1);

/** True if a submission counts on the own board of its team. */
bool as_contest_log_is_in_own_time(const struct as_contest_log *log, size_t submission)
	AS_NONNULL(1);

/* ---- visibility ---- */

/** True in a contest in which teams start when they like, until its end: a team sees only its own
 * results, and sees problems only after its start. */
bool as_contest_log_hides_results(const struct as_contest_log *log) AS_NONNULL(1);
/** True if the reader may see the problems: after the start of the contest; while results are
 * hidden, only the jury and teams that have started. */
bool as_contest_log_sees_problems(
	const struct as_contest_log *log, const struct as_contest_reader *reader) AS_NONNULL(1, 2);

#endif
