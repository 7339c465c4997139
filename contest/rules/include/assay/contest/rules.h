/* SPDX-License-Identifier: MIT */
/**
 * rules: the scoring of a contest. Parts: the rules of a scoreboard and an incremental scoreboard
 * (rules/board.h), contest time and the contest's state (rules/clock.h), final ranks and awards
 * (rules/awards.h), the order of names (rules/collation.h), the comparison of boards
 * (rules/compare.h), and the steps of the ceremony after a freeze (rules/resolve.h).
 *
 * Nothing here reads a file or a clock: the same calls always give the same results. Teams and
 * problems are indexes from 0; only the caller knows their ids. The rules are those of "Scoring
 * Data Generation" in the Contest Control System Requirements (2026-01); a header names any other
 * source.
 *
 * Units: an int64_t in milliseconds ends in _ms. Contest time counts from the start of the contest
 * and skips removed intervals. Wall time, in names with `wall`, counts from 1970-01-01T00:00:00Z. A
 * score is an int64_t in 1/1000000 of a point and ends in _e6.
 *
 * Threads: distinct objects can be used from any threads, and one object from several threads if
 * none of them changes it. Only functions that take a `struct as_board *` without const change a
 * board.
 */
#ifndef ASSAY_CONTEST_RULES_H
#define ASSAY_CONTEST_RULES_H

#include <assay/base.h>

/** A time that never comes, or is not known. */
#define AS_NEVER_MS INT64_MAX
/** Upper bound of the duration of a contest, of a penalty and of added penalty time: 10 years. */
#define AS_CONTEST_MAX_MS (INT64_C(3660) * 24 * 3600 * 1000)
/** Upper bound of the score of an attempt, of a group of tests and of a problem: 10^9 points. */
#define AS_SCORE_MAX_E6 INT64_C(1000000000000000)

/** The criterion that ranks teams. */
enum as_scoreboard_type {
	AS_SCOREBOARD_PASS_FAIL, /**< problems solved, then penalty time */
	AS_SCOREBOARD_SCORE,     /**< points */
};

/** The unit to which times are rounded down. */
enum as_penalty_rounding { AS_PENALTY_MINUTE, AS_PENALTY_SECOND, AS_PENALTY_MS };

/** The point of rounding (ccs-specs issue 150). A team's time of the last solved problem is always
 * rounded. */
enum as_penalty_rounding_point {
	AS_PENALTY_ROUND_EACH,  /**< the time of each solved problem */
	AS_PENALTY_ROUND_TOTAL, /**< only the total penalty time; times of problems are exact */
};

/** The composition of the total penalty time (ccs-specs issue 150). */
enum as_penalty_mode {
	AS_PENALTY_SUM,  /**< the sum of the times of all solved problems, and all penalties */
	AS_PENALTY_LAST, /**< the time of the last solved problem, and all penalties */
};

/** The composition of the score of a problem from its attempts. A pending attempt never counts. */
enum as_score_mode {
	/** The sum over groups of the best score in any attempt; or the best total, if that is
	 * greater or attempts have no groups. */
	AS_SCORE_GROUPS,
	AS_SCORE_BEST, /**< the best total */
	/** The total of the last attempt in order of arrival. An attempt that was rejected without
	 * penalty, such as a compile error, does not replace an earlier one. */
	AS_SCORE_LAST,
};

/** AS_TIES_TIME: the time of the last improvement orders teams of equal score. */
enum as_score_ties { AS_TIES_SHARED, AS_TIES_TIME };

/** The rules of a scoreboard. AS_RULES_ICPC and AS_RULES_IOI are the usual ones. */
struct as_rules {
	enum as_scoreboard_type type;
	/** In score contests it applies to the times of improvements. */
	enum as_penalty_rounding rounding;

	/* For pass-fail contests. */
	int64_t penalty_ms; /**< of each rejected attempt, 0 to AS_CONTEST_MAX_MS / 1000 */
	enum as_penalty_rounding_point rounding_point;
	enum as_penalty_mode mode;
	bool compile_error_has_penalty; /**< used by as_board_state_of */

	/* For score contests. */
	enum as_score_mode score_mode;
	enum as_score_ties ties;
};

#define AS_RULES_ICPC ((struct as_rules){.penalty_ms = INT64_C(20) * 60 * 1000})
#define AS_RULES_IOI ((struct as_rules){.type = AS_SCOREBOARD_SCORE, .rounding = AS_PENALTY_MS})

/** 0, or -1 with AS_ERROR_INPUT naming the value that is out of range. */
int as_rules_check(const struct as_rules *rules, struct as_error *error) AS_MUST_USE AS_NONNULL(1);

/** Large enough for every result of as_score_format. */
#define AS_SCORE_SIZE 32
/** Writes all significant digits and no others: "33.333333", "100", "0.5". Returns `text`. */
char *as_score_format(int64_t score_e6, char text[AS_SCORE_SIZE]) AS_NONNULL(2);

#include <assay/contest/rules/awards.h>
#include <assay/contest/rules/board.h>
#include <assay/contest/rules/clock.h>
#include <assay/contest/rules/collation.h>
#include <assay/contest/rules/compare.h>
#include <assay/contest/rules/resolve.h>

#endif
