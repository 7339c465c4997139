/* SPDX-License-Identifier: MIT */
/**
 * board: a scoreboard that is kept up attempt by attempt. Part of rules.h.
 *
 * Life cycle: as_board_open; as_board_set_key for each team; as_board_set and as_board_remove as
 * attempts arrive and are judged; as_board_row and as_board_cell; as_board_close.
 *
 * A board does not depend on the order of the calls: after any of them it is the board of the
 * attempts that it then has. A change costs the attempts of that team at that problem, and if it
 * counts, the problems of the team and a move among the rows: about a microsecond with 1,000 teams,
 * less than ten in a score contest with 30 attempts and ten groups. A caller that reads a long log
 * saves time if it sets each attempt once, in its last state.
 *
 * A caller with a freeze keeps two boards, and gives one of them what as_board_attempt_public
 * returns. The board of a group of teams needs none of its own: the rows of its teams are in order.
 * The rank of each is that of the one before it if both have the same `rank` here, else its place
 * among them, from 1.
 */
#ifndef ASSAY_CONTEST_RULES_BOARD_H
#define ASSAY_CONTEST_RULES_BOARD_H

#include <assay/contest/rules.h>

/** What an attempt counts as. */
enum as_board_state {
	AS_BOARD_PENDING, /**< not judged, a judging error, or hidden by a freeze */
	AS_BOARD_ACCEPTED,
	AS_BOARD_REJECTED,      /**< with penalty */
	AS_BOARD_REJECTED_FREE, /**< without penalty */
};
/** "pending", "accepted", "rejected", "rejected_free". */
const char *as_board_state_name(enum as_board_state state);

/** What a judgement says, for as_board_state_of. */
enum as_board_verdict {
	AS_BOARD_UNJUDGED,
	AS_BOARD_JUDGING_ERROR,
	AS_BOARD_AC,
	AS_BOARD_CE,
	AS_BOARD_OTHER, /**< every other: wrong answer, time limit, ... */
};
enum as_board_state as_board_state_of(const struct as_rules *rules, enum as_board_verdict verdict)
	AS_NONNULL(1);

/** A submission, as the board counts it. Submissions after the end of the contest are not given to
 * a board. */
struct as_board_attempt {
	uint32_t team;
	uint32_t problem;
	/** The place in the order of arrival, from 1 to 2^62, different for each attempt of the
	 * contest: it identifies the attempt. Only this decides which of two attempts was earlier,
	 * also if both have the same time. */
	uint64_t arrival;
	int64_t time_ms; /**< contest time, exact, 0 to AS_CONTEST_MOST_MS */
	enum as_board_state state;

	/* Of score contests; 0 in others. */
	int64_t score_e6;         /**< total, 0 to AS_SCORE_MOST_E6; ignored while pending */
	const int64_t *groups_e6; /**< borrowed during the call; each as score_e6 */
	uint32_t group_count;     /**< at most AS_BOARD_MOST_GROUPS; 0: without groups */
};
#define AS_BOARD_MOST_GROUPS 1000
#define AS_BOARD_MOST_TEAMS 100000
#define AS_BOARD_MOST_PROBLEMS 1000

/**
 * The attempt as it counts for people who must not see past a freeze: pending and without scores if
 * it is not thawed and the attempt's time is `freeze_ms` or later, else unchanged. `freeze_ms` is
 * contest time; AS_NEVER_MS: the contest has no freeze.
 */
struct as_board_attempt as_board_attempt_public(
	const struct as_board_attempt *attempt, int64_t freeze_ms, bool thawed) AS_NONNULL(1);

struct as_board;

/** Returns a board without attempts on which all teams are visible; close it. `rules` is copied.
 * NULL: AS_ERROR_INPUT if a rule or a count is out of range, or out of memory. */
struct as_board *as_board_open(const struct as_rules *rules, uint32_t team_count,
	uint32_t problem_count, struct as_error *error) AS_MUST_USE AS_NONNULL(1);
void as_board_close(struct as_board *board);
/** Adds teams to the `team_count` that there are (registration during the contest); never fewer. On
 * failure the board is as before. */
int as_board_grow(struct as_board *board, uint32_t team_count, struct as_error *error) AS_MUST_USE
	AS_NONNULL(1);

/**
 * Sets an attempt: a new one, or another state, time or score of the one with that team, problem
 * and arrival (a judgement, a rejudging, a removed interval). The groups are copied. On failure the
 * board is as before: AS_ERROR_INPUT if a member is out of range, or out of memory.
 */
int as_board_set(struct as_board *board, const struct as_board_attempt *attempt,
	struct as_error *error) AS_MUST_USE AS_NONNULL(1, 2);
/** Removes an attempt (an ignored submission). Returns false if there is none, also for a team or
 * problem that the board does not have. */
bool as_board_remove(struct as_board *board, uint32_t team, uint32_t problem, uint64_t arrival)
	AS_NONNULL(1);
/** Sets the penalty time that judges added for a team, at first 0; may be negative. It counts in
 * pass-fail contests, also while the team has solved nothing. AS_ERROR_INPUT: beyond
 * +-AS_CONTEST_MOST_MS, or an unknown team. */
int as_board_set_penalty(struct as_board *board, uint32_t team, int64_t added_ms,
	struct as_error *error) AS_MUST_USE AS_NONNULL(1);
/** Hides a team or shows it. A hidden team has no row and no rank, is never first to solve and
 * keeps no other team from being so; its cells can be read. AS_ERROR_INPUT: an unknown team. */
int as_board_set_hidden(struct as_board *board, uint32_t team, bool hidden,
	struct as_error *error) AS_MUST_USE AS_NONNULL(1);
/**
 * Sets the key by which rows of equal rank are ordered: bytes, compared as memcmp does, a prefix
 * first; that of the team's or university's name (as_collation_key).
 * Copied. Teams with equal keys, at first all, are in the order of their indexes.
 */
int as_board_set_key(struct as_board *board, uint32_t team, const void *key, size_t size,
	struct as_error *error) AS_MUST_USE AS_NONNULL(1);

/** A team. */
struct as_board_row {
	uint32_t team;
	uint32_t rank; /**< from 1; equal teams share it, and the ranks after it are skipped */
	uint32_t solved;
	int64_t total_ms; /**< total penalty time; 0 in score contests */
	int64_t score_e6; /**< 0 in pass-fail contests */
	/** The latest `time_ms` of the cells, always rounded; AS_NEVER_MS: nothing was solved, in
	 * score contests: the score is 0. */
	int64_t time_ms;
};
/** The number of visible teams. */
uint32_t as_board_row_count(const struct as_board *board) AS_NONNULL(1);
/** The row at a place in the order of the board, from 0 to as_board_row_count - 1. */
struct as_board_row as_board_row(const struct as_board *board, uint32_t place) AS_NONNULL(1);
/** The place of a team's row; UINT32_MAX: hidden or unknown. */
uint32_t as_board_place(const struct as_board *board, uint32_t team) AS_NONNULL(1);

/** A team's attempts at a problem. */
struct as_board_cell {
	/** In pass-fail contests up to and with the first accepted attempt, else all. */
	uint32_t judged;
	/** In pass-fail contests those before the first accepted attempt, else all. A cell may be
	 * solved and pending. */
	uint32_t pending;
	uint32_t penalised; /**< rejected with penalty before the first accepted attempt */
	bool solved;        /**< an attempt was accepted */
	bool first;         /**< this team was first to solve the problem */
	/** Contest time of the first accepted attempt, in score contests of the last improvement
	 * (AS_SCORE_LAST: of the attempt that counts), rounded as the rules say; AS_NEVER_MS: not
	 * solved, or a score of 0. */
	int64_t time_ms;
	/** time_ms and the penalties; 0: not solved, or a score contest. */
	int64_t penalty_ms;
	int64_t score_e6; /**< 0 in pass-fail contests */
};
/** The cell of a team, hidden or not, and a problem; one without attempts if the board does not
 * have them. */
struct as_board_cell as_board_cell(const struct as_board *board, uint32_t team, uint32_t problem)
	AS_NONNULL(1);
/**
 * The visible team that was first to solve a problem, in order of arrival. UINT32_MAX: none yet, or
 * an earlier attempt of a visible team is pending, so that it is not certain (awards of the
 * Contest API).
 */
uint32_t as_board_first(const struct as_board *board, uint32_t problem) AS_NONNULL(1);
const struct as_rules *as_board_rules(const struct as_board *board) AS_NONNULL(1);
uint32_t as_board_problem_count(const struct as_board *board) AS_NONNULL(1);
uint32_t as_board_team_count(const struct as_board *board) AS_NONNULL(1);

#endif
