/* SPDX-License-Identifier: MIT */
/**
 * clock: contest time, and the state of a contest at a time. Part of rules.h.
 *
 * A wall time here is in milliseconds since 1970-01-01T00:00:00Z, without leap seconds.
 */
#ifndef ASSAY_CONTEST_RULES_CLOCK_H
#define ASSAY_CONTEST_RULES_CLOCK_H

#include <assay/contest/rules.h>

/** A removed interval of wall time: contest time stands still in it. */
struct as_removed_interval {
	int64_t begin_wall_ms;
	int64_t end_wall_ms; /**< AS_NEVER_MS: it goes on */
};

/** When a contest happens. All of it may change at any time, also in retrospect. */
struct as_contest_clock {
	int64_t start_wall_ms; /**< AS_NEVER_MS: not set, or the countdown is paused */
	int64_t duration_ms;   /**< of contest time, 1 to AS_CONTEST_MOST_MS */
	/** Before the end, in contest time, at most `duration_ms`. 0: no freeze. A freeze by hand
	 * at contest time T is `duration_ms - T`. */
	int64_t freeze_duration_ms;
	int64_t thaw_wall_ms;      /**< the thaw, planned or by hand; AS_NEVER_MS: none yet */
	int64_t finalized_wall_ms; /**< AS_NEVER_MS: not yet */
	const struct as_removed_interval *removed; /**< borrowed; ascending and not overlapping */
	size_t removed_count;
};

/** AS_ERROR_INPUT with what is out of range or order, else 0. The functions below need a clock that
 * passes. */
int as_contest_clock_check(const struct as_contest_clock *clock, struct as_error *error) AS_MUST_USE
	AS_NONNULL(1);

/** The contest time at a wall time, exact; negative before the start (removed intervals before the
 * start change nothing). AS_NEVER_MS: the start is not set. The end of the contest does not stop
 * it. */
int64_t as_contest_time_ms(const struct as_contest_clock *clock, int64_t wall_ms) AS_NONNULL(1);
/** The first wall time with that contest time, which is 0 or more. AS_NEVER_MS: the start is not
 * set, or a removed interval that goes on comes before. */
int64_t as_contest_wall_ms(const struct as_contest_clock *clock, int64_t time_ms) AS_NONNULL(1);
/** The contest time of the freeze: attempts from then on are hidden (as_board_attempt_public).
 * AS_NEVER_MS: no freeze. */
int64_t as_contest_freeze_ms(const struct as_contest_clock *clock) AS_NONNULL(1);

/**
 * The state of a contest as the Contest API has it: the wall times at which it changed, AS_NEVER_MS
 * (null) for changes that have not happened. Each is later than those that the specification orders
 * before it, at least by 1 ms: started < frozen < ended < thawed < end_of_updates and
 * ended < finalized < end_of_updates.
 */
struct as_contest_state {
	int64_t started_wall_ms;
	int64_t frozen_wall_ms; /**< never without a freeze */
	int64_t ended_wall_ms;
	int64_t thawed_wall_ms; /**< never before the end: to show all during the contest, remove
				    the freeze */
	int64_t finalized_wall_ms;
	/** 1 ms after the thaw (if there was a freeze) and the finalisation. */
	int64_t end_of_updates_wall_ms;
};
struct as_contest_state as_contest_state_at(const struct as_contest_clock *clock, int64_t wall_ms)
	AS_NONNULL(1);
/** The next wall time after `wall_ms` at which the state changes; AS_NEVER_MS: it does not, as the
 * clock is set now. */
int64_t as_contest_next_wall_ms(const struct as_contest_clock *clock, int64_t wall_ms)
	AS_NONNULL(1);

/** Large enough for every result of as_freeze_text. */
#define AS_FREEZE_TEXT_SIZE 192
/**
 * The exact phrase of the requirements for a frozen scoreboard: "The scoreboard was frozen with 60
 * minutes remaining - ...". The minutes are the freeze duration, rounded down. Returns `text`.
 */
char *as_freeze_text(const struct as_contest_clock *clock, char text[AS_FREEZE_TEXT_SIZE])
	AS_NONNULL(1, 2);

/** What stands against finalising a contest. */
enum as_obstacle {
	AS_OBSTACLE_RUNNING,        /**< the contest is not over */
	AS_OBSTACLE_UNJUDGED,       /**< submissions without a judgement */
	AS_OBSTACLE_JUDGING_ERRORS, /**< submissions judged as judging error */
	AS_OBSTACLE_CLARIFICATIONS, /**< requests that were not answered */
};
#define AS_OBSTACLE_COUNT 4
/** "running", "unjudged", "judging_errors", "clarifications". */
const char *as_obstacle_name(enum as_obstacle obstacle);

/** The counts that can stand against finalising; of all teams, hidden ones too. */
struct as_open_work {
	uint64_t unjudged;
	uint64_t judging_errors;
	uint64_t unanswered;
};
/** Writes what stands against finalising at a time, in the order of the enum. Returns the number of
 * obstacles; 0: the contest may be finalised. */
size_t as_contest_obstacles(const struct as_contest_clock *clock, int64_t wall_ms,
	const struct as_open_work *work, enum as_obstacle obstacles[AS_OBSTACLE_COUNT])
	AS_NONNULL(1, 3, 4);

#endif
