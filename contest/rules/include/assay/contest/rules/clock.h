/* SPDX-License-Identifier: MIT */
/**
 * clock: contest time, and the state of a contest at a time. Part of rules.h.
 *
 * A wall time here is in milliseconds since 1970-01-01T00:00:00Z, without leap seconds.
 */
#ifndef ASSAY_CONTEST_RULES_CLOCK_H
#define ASSAY_CONTEST_RULES_CLOCK_H

#include <assay/contest/rules.h>

/** A removed interval of wall time, in which contest time stands still. */
struct as_removed_interval {
	int64_t begin_wall_ms;
	int64_t end_wall_ms; /**< AS_NEVER_MS: open, it has not ended */
	uint32_t removal; /**< a number of rules/removal.h; 0: a pause, or time given to a team */
};

/** The times of a contest. All of them may change at any time, also for the past. */
struct as_contest_clock {
	int64_t start_wall_ms; /**< AS_NEVER_MS: not set, or the countdown is paused */
	int64_t duration_ms;   /**< of contest time, 1 to AS_CONTEST_MAX_MS */
	/** Contest time between the freeze and the end, at most `duration_ms`. 0: no freeze. A
	 * manual freeze at contest time T is `duration_ms - T`. */
	int64_t freeze_duration_ms;
	int64_t thaw_wall_ms;      /**< the thaw, planned or manual; AS_NEVER_MS: none yet */
	int64_t finalized_wall_ms; /**< AS_NEVER_MS: not yet */
	const struct as_removed_interval *removed; /**< borrowed; ascending and not overlapping */
	size_t removed_count;
	/** Time given to the team whose clock this is (rules/removal.h): further intervals in which
	 * its contest time stands still; borrowed, likewise, closed. In a contest's clock: none. */
	const struct as_removed_interval *given;
	size_t given_count;
};

/** 0, or -1 with AS_ERROR_INPUT naming the value that is out of range or order. The functions below
 * need a clock that passes. */
int as_contest_clock_check(const struct as_contest_clock *clock, struct as_error *error) AS_MUST_USE
	AS_NONNULL(1);

/** True if contest time stands still: the last removed interval is open. */
bool as_contest_is_paused(const struct as_contest_clock *clock) AS_NONNULL(1);
/** The contest time at a wall time, exact; negative before the start (removed intervals before the
 * start have no effect). AS_NEVER_MS: the start is not set. It continues after the end of the
 * contest. */
int64_t as_contest_time_ms(const struct as_contest_clock *clock, int64_t wall_ms) AS_NONNULL(1);
/** The first wall time with that contest time, which is 0 or more. AS_NEVER_MS: the start is not
 * set, or an open removed interval comes before. */
int64_t as_contest_wall_ms(const struct as_contest_clock *clock, int64_t time_ms) AS_NONNULL(1);
/** The contest time of the freeze: attempts from then on are hidden (as_board_attempt_public).
 * AS_NEVER_MS: no freeze. */
int64_t as_contest_freeze_ms(const struct as_contest_clock *clock) AS_NONNULL(1);

/**
 * Keeps the freeze of a clock that is changed; call it for each change from `was` to `clock` at a
 * time.
 *
 * If the change sets `freeze_duration_ms` to another value, that is the freeze. Otherwise:
 *   - Until the freeze begins, its start moves with the end, but never into the past: results that
 *     were public stay public.
 *   - Once it has begun, that moment stays, and the freeze duration follows from the end.
 *   - If a thawed contest continues, there is no freeze: nothing that was public is hidden again.
 * A planned thaw that would come before the new end is removed, so that the contest does not thaw
 * at its end without a decision.
 *
 * 0, or -1 with AS_ERROR_INPUT: the contest would end, or start, after the freeze began.
 */
int as_contest_clock_keep_freeze(const struct as_contest_clock *was, int64_t wall_ms,
	struct as_contest_clock *clock, struct as_error *error) AS_MUST_USE AS_NONNULL(1, 3);
/** True if a change of `was` to `clock` at a time makes results public that the freeze hides. */
bool as_contest_clock_publishes(const struct as_contest_clock *was, int64_t wall_ms,
	const struct as_contest_clock *clock) AS_NONNULL(1, 3);

/** Large enough for every result of as_span_text. */
#define AS_SPAN_TEXT_SIZE 40
/** A span as a person types it: whole minutes as "90 minutes", others as "37:54" or, with
 * milliseconds, as "37:54.321". Returns `text`. */
char *as_span_text(int64_t span_ms, char text[AS_SPAN_TEXT_SIZE]) AS_NONNULL(2);

/**
 * The state of a contest as in the Contest API: the wall times at which it changed, AS_NEVER_MS
 * (null) for changes that have not happened. Each is at least 1 ms later than those that the
 * specification orders before it: started < frozen < ended < thawed < end_of_updates and ended <
 * finalized < end_of_updates.
 */
struct as_contest_state {
	int64_t started_wall_ms;
	int64_t frozen_wall_ms; /**< never without a freeze */
	int64_t ended_wall_ms;
	int64_t thawed_wall_ms; /**< never before the end: to show everything during the contest,
				   remove the freeze */
	int64_t finalized_wall_ms;
	/** 1 ms after the later of thaw (if there was a freeze) and finalisation. */
	int64_t end_of_updates_wall_ms;
};
struct as_contest_state as_contest_state_at(const struct as_contest_clock *clock, int64_t wall_ms)
	AS_NONNULL(1);
/** The next wall time after `wall_ms` at which the state changes, as the clock is set now;
 * AS_NEVER_MS: it does not change. */
int64_t as_contest_next_wall_ms(const struct as_contest_clock *clock, int64_t wall_ms)
	AS_NONNULL(1);

/** Large enough for every result of as_freeze_text. */
#define AS_FREEZE_TEXT_SIZE 256
/**
 * The phrase for a frozen scoreboard that the Contest Control System Requirements prescribe: "The
 * scoreboard was frozen with 60 minutes remaining - ...". The seconds of a freeze duration are
 * shown if they are not 0, rounded up. Returns `text`.
 */
char *as_freeze_text(const struct as_contest_clock *clock, char text[AS_FREEZE_TEXT_SIZE])
	AS_NONNULL(1, 2);

/** Reasons why a contest cannot be finalised. */
enum as_obstacle {
	AS_OBSTACLE_RUNNING,        /**< the contest is not over */
	AS_OBSTACLE_UNJUDGED,       /**< submissions without a judgement */
	AS_OBSTACLE_JUDGING_ERRORS, /**< submissions judged as judging error */
	AS_OBSTACLE_CLARIFICATIONS, /**< requests that were not answered */
	AS_OBSTACLE_REJUDGINGS,     /**< rejudgings that are neither applied nor cancelled */
};
#define AS_OBSTACLE_COUNT 5

/** Counts that can prevent finalisation; of all teams, including hidden ones. */
struct as_open_work {
	uint64_t unjudged;
	uint64_t judging_errors;
	uint64_t unanswered;
	uint64_t rejudgings;
	/** The last end of a team with a time of its own; 0: no such team. Until then the contest
	 * is running. */
	int64_t last_end_wall_ms;
};
/** Writes the obstacles to finalisation at a time, in the order of the enum. Returns their number;
 * 0: the contest can be finalised. */
size_t as_contest_obstacles(const struct as_contest_clock *clock, int64_t wall_ms,
	const struct as_open_work *work, enum as_obstacle obstacles[AS_OBSTACLE_COUNT])
	AS_NONNULL(1, 3, 4);

#endif
