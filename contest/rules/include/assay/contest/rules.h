/* SPDX-License-Identifier: MIT */
/**
 * rules: what a contest counts. The rules of a scoreboard and an incremental scoreboard
 * (rules/board.h), contest time and the contest's state (rules/clock.h), final ranks and awards
 * (rules/awards.h), the order of names (rules/collation.h).
 *
 * Nothing here reads a file or a clock: the same calls always give the same results. Teams and
 * problems are indexes from 0; only the caller knows their ids. The rules are those of "Scoring
 * Data Generation" in the Contest Control System Requirements (2026-01); a header says where a rule
 * comes from elsewhere.
 *
 * Units: an int64_t in milliseconds ends in _ms. Contest time counts from the start of the contest
 * and skips removed intervals; a time of the wall clock, in names with `wall`, counts from
 * 1970-01-01T00:00:00Z. A score is an int64_t in 1/1000000 of a point and ends in _e6.
 *
 * Threads: everything is safe from any thread on distinct objects, and from several threads on one
 * object that no thread changes. Only functions that take a `struct as_board *` without const
 * change a board.
 */
#ifndef ASSAY_CONTEST_RULES_H
#define ASSAY_CONTEST_RULES_H

#include <assay/base.h>

/** As a time: it does not happen, or it is not known when. */
#define AS_NEVER_MS INT64_MAX
/** The greatest length of a contest, of a penalty and of what a judge adds: 10 years. */
#define AS_CONTEST_MOST_MS (INT64_C(3660) * 24 * 3600 * 1000)
/** The greatest score of an attempt, of a group of tests and of a problem: 10^9 points. */
#define AS_SCORE_MOST_E6 INT64_C(1000000000000000)

/** What a team is ranked by. */
enum as_scoreboard_type {
	AS_SCOREBOARD_PASS_FAIL, /**< problems solved, then penalty time */
	AS_SCOREBOARD_SCORE,     /**< points */
};

/** The unit to which times are rounded down. */
enum as_penalty_rounding { AS_PENALTY_MINUTE, AS_PENALTY_SECOND, AS_PENALTY_MS };

/** What is rounded (ccs-specs #150). A team's time of the last solved problem always is. */
enum as_penalty_rounding_point {
	AS_PENALTY_ROUND_EACH,  /**< the time of each solved problem */
	AS_PENALTY_ROUND_TOTAL, /**< the total penalty time only; times of problems stay exact */
};

/** How the penalty times of problems make the total (ccs-specs #150). */
enum as_penalty_mode {
	AS_PENALTY_SUM,  /**< the sum of the times of all solved problems, and all penalties */
	AS_PENALTY_LAST, /**< the time of the last solved problem, and all penalties */
};

/** How the attempts at a problem make its score. A pending attempt never counts. */
enum as_score_mode {
	/** The sum over groups of the best score in any attempt; the best total where that is
	 * greater or attempts have no groups. */
	AS_SCORE_GROUPS,
	AS_SCORE_BEST, /**< the best total */
	/** The total of the last attempt in order of arrival. An attempt that was rejected without
	 * penalty, such as a compile error, does not take the place of an earlier one. */
	AS_SCORE_LAST,
};

/** Whether the time of the last improvement ranks teams of equal score. */
enum as_score_ties { AS_TIES_SHARED, AS_TIES_TIME };

/** The rules of a scoreboard. AS_RULES_ICPC and AS_RULES_IOI have the usual ones. */
struct as_rules {
	enum as_scoreboard_type type;
	/** In score contests, of the times of improvements. */
	enum as_penalty_rounding rounding;

	/* Of pass-fail contests. */
	int64_t penalty_ms; /**< of each rejected attempt, 0 to AS_CONTEST_MOST_MS / 1000 */
	enum as_penalty_rounding_point rounding_point;
	enum as_penalty_mode mode;
	bool compile_error_has_penalty; /**< used by as_board_state_of */

	/* Of score contests. */
	enum as_score_mode score_mode;
	enum as_score_ties ties;
};

#define AS_RULES_ICPC ((struct as_rules){.penalty_ms = INT64_C(20) * 60 * 1000})
#define AS_RULES_IOI ((struct as_rules){.type = AS_SCOREBOARD_SCORE, .rounding = AS_PENALTY_MS})

/** AS_ERROR_INPUT with what is out of range, else 0. */
int as_rules_check(const struct as_rules *rules, struct as_error *error) AS_MUST_USE AS_NONNULL(1);

/**
 * Converts points to a score, rounded to the nearest; a half goes away from 0. AS_ERROR_INPUT:
 * negative, not a number, or more than AS_SCORE_MOST_E6.
 */
int as_score_from_points(double points, int64_t *score_e6, struct as_error *error) AS_MUST_USE
	AS_NONNULL(2);
/** Large enough for every result of as_score_format. */
#define AS_SCORE_SIZE 32
/** Writes all digits and no others: "33.333333", "100", "0.5". Returns `text`. */
char *as_score_format(int64_t score_e6, char text[AS_SCORE_SIZE]) AS_NONNULL(2);

#include <assay/contest/rules/awards.h>
#include <assay/contest/rules/board.h>
#include <assay/contest/rules/clock.h>
#include <assay/contest/rules/collation.h>

#endif
