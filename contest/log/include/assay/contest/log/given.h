/* SPDX-License-Identifier: MIT */
/**
 * given: time that the jury gives back, to all or to one team. Included by log.h. The rules and
 * their sources are in rules/removal.h.
 *
 * Time given to all is a removed interval of the clock, so as_contest_log_change_clock gives and
 * restores it. Time given to a team is part of as_contest_log_team_clock.
 */
#ifndef ASSAY_CONTEST_LOG_GIVEN_H
#define ASSAY_CONTEST_LOG_GIVEN_H

#include <assay/contest/log.h>

struct as_contest_given {
	size_t team; /**< AS_CONTEST_NONE: all */
	struct as_removed_interval interval;
	bool is_start;  /**< a late start of the team */
	bool is_ended;  /**< it was taken back */
	char *reason;   /**< untrusted */
	size_t account; /**< that gave it; AS_CONTEST_NONE: unknown */
	int64_t wall_ms;
};
/** In the order of the events. Need the lock. */
size_t as_contest_log_given_count(const struct as_contest_log *log) AS_NONNULL(1);
const struct as_contest_given *as_contest_log_given(const struct as_contest_log *log, size_t given)
	AS_NONNULL(1);

struct as_contest_entry_given {
	size_t team;
	struct as_removed_interval interval;
	bool is_start;
	const char *reason; /**< at most AS_CONTEST_REASON_MAX_BYTES */
	struct as_contest_decision by;
};
/** Checks time for a team: 0, or -1 with AS_ERROR_USAGE: as as_contest_interval_check; the interval
 * overlaps another one of the team; all its time is more than the duration of the contest; the
 * reason. Needs the lock. */
int as_contest_log_check_given(const struct as_contest_log *log,
	const struct as_contest_entry_given *entry, int64_t now_ms,
	struct as_error *error) AS_MUST_USE AS_NONNULL(1, 2);
/** Gives time to a team, by compare and append; without the lock. AS_ERROR_USAGE: likewise, or the
 * results are final. AS_ERROR_MACHINE with EBUSY: other events came first for 10 seconds. */
int as_contest_log_give(struct as_contest_log *log, const struct as_contest_entry_given *entry,
	struct as_error *error) AS_MUST_USE AS_NONNULL(1, 2);
/** Takes back time that was given to a team, as as_contest_log_give does. AS_ERROR_USAGE: it was
 * already taken back. */
int as_contest_log_give_end(struct as_contest_log *log, size_t given, struct as_contest_decision by,
	struct as_error *error) AS_MUST_USE AS_NONNULL(1);

/** Another clock of the contest, or other time of a team. */
struct as_contest_other_time {
	const struct as_contest_clock *clock;    /**< NULL: that of the contest */
	size_t team;                             /**< AS_CONTEST_NONE: none has other time */
	const struct as_removed_interval *given; /**< all that the team has then; ascending */
	size_t given_count;
};
/** The time that a team would have with `more` (or NULL), without the item `less` (or
 * AS_CONTEST_NONE). Free `intervals`; NULL: out of memory. Needs the lock. */
struct as_contest_team_time {
	struct as_removed_interval *intervals; /**< ascending */
	size_t count;
};
struct as_contest_team_time as_contest_log_team_time(const struct as_contest_log *log, size_t team,
	const struct as_removed_interval *more, size_t less) AS_NONNULL(1);
/** The final board with other times. Close the board. NULL: out of memory. Needs the lock. */
struct as_board *as_contest_log_time_board(const struct as_contest_log *log,
	const struct as_contest_other_time *other, struct as_error *error) AS_MUST_USE
	AS_NONNULL(1, 2);

#endif
