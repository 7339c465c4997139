/* SPDX-License-Identifier: MIT */
/**
 * board: a scoreboard that is updated attempt by attempt. Part of rules.h.
 *
 * Life cycle: as_board_open; as_board_set_key for each team; as_board_set and as_board_remove as
 * attempts arrive and are judged; as_board_row and as_board_cell; as_board_close.
 *
 * A board depends only on its current attempts, not on the order of the calls. The time of a change
 * is proportional to the number of attempts of that team at that problem. If their sum changes, the
 * problems of the team are added up again, and its row is moved. That is about a microsecond with
 * 1,000 teams, and less than ten in a score contest with 30 attempts and ten groups. A caller that
 * replays a long log saves time if it sets each attempt only once, in its final state.
 *
 * A caller with a freeze keeps two boards, and passes attempts through as_board_attempt_public for
 * the public one. The board of a group of teams needs no board of its own: the rows of its teams
 * are in order. A team's rank in the group is that of the row before it if both have the same
 * `rank` here, else its place in the group, from 1.
 */
#ifndef ASSAY_CONTEST_RULES_BOARD_H
#define ASSAY_CONTEST_RULES_BOARD_H

#include <assay/contest/rules.h>

/** The result of an attempt. */
enum as_board_state {
	AS_BOARD_PENDING, /**< not judged, a judging error, or hidden by a freeze */
	AS_BOARD_ACCEPTED,
	AS_BOARD_REJECTED,      /**< with penalty */
	AS_BOARD_REJECTED_FREE, /**< without penalty */
};

/** The verdict of a judgement, for as_board_state_of. */
enum as_board_verdict {
	AS_BOARD_UNJUDGED,
	AS_BOARD_JUDGING_ERROR,
	AS_BOARD_AC,
	AS_BOARD_CE,
	AS_BOARD_OTHER, /**< any other: wrong answer, time limit, ... */
};
enum as_board_state as_board_state_of(const struct as_rules *rules, enum as_board_verdict verdict)
	AS_NONNULL(1);

/** A submission, as the board counts it. The caller leaves out submissions after the end of the
 * contest. */
struct as_board_attempt {
	uint32_t team;
	uint32_t problem;
	/** The attempt's place in the order of arrival, from 1 to 2^62, unique in the contest: it
	 * identifies the attempt. It alone decides which of two attempts of a team was earlier. Of
	 * two teams, the one with less contest time solved a problem first, and of equal times the
	 * attempt that arrived first. */
	uint64_t arrival;
	int64_t time_ms; /**< contest time, exact, 0 to AS_CONTEST_MAX_MS */
	enum as_board_state state;

	/* For score contests; 0 in others. */
	int64_t score_e6;         /**< total, 0 to AS_SCORE_MAX_E6; ignored while pending */
	const int64_t *groups_e6; /**< borrowed during the call; each as score_e6 */
	uint32_t group_count;     /**< at most AS_BOARD_MAX_GROUPS; 0: without groups */

	/** Received after the freeze began, although its time is earlier, because the team has time
	 * of its own. */
	bool in_freeze;
};
#define AS_BOARD_MAX_GROUPS 1000
#define AS_BOARD_MAX_TEAMS 100000
#define AS_BOARD_MAX_PROBLEMS 1000

/**
 * The attempt as the public sees it. If it is not thawed and its time is `freeze_ms` or later, or
 * `in_freeze`, it
 * is pending and without scores; else it is unchanged. `freeze_ms` is contest time; AS_NEVER_MS:
 * the contest has no freeze.
 */
struct as_board_attempt as_board_attempt_public(
	const struct as_board_attempt *attempt, int64_t freeze_ms, bool thawed) AS_NONNULL(1);

struct as_board;

/** Returns a board without attempts on which all teams are visible; close it. `rules` is copied.
 * NULL: AS_ERROR_INPUT if a rule or a count is out of range, or out of memory. */
struct as_board *as_board_open(const struct as_rules *rules, uint32_t team_count,
	uint32_t problem_count, struct as_error *error) AS_MUST_USE AS_NONNULL(1);
void as_board_close(struct as_board *board);
/** Sets the number of teams to `team_count` (registration during the contest); it never decreases.
 * On failure the board is unchanged. */
int as_board_grow(struct as_board *board, uint32_t team_count, struct as_error *error) AS_MUST_USE
	AS_NONNULL(1);

/**
 * Sets an attempt: a new one, or a new state, time or score of the one with that team, problem and
 * arrival (a judgement, a rejudging, a removed interval). The groups are copied. On failure the
 * board is unchanged: AS_ERROR_INPUT if a member is out of range, or out of memory.
 */
int as_board_set(struct as_board *board, const struct as_board_attempt *attempt,
	struct as_error *error) AS_MUST_USE AS_NONNULL(1, 2);
/** Removes an attempt (an ignored submission). Returns false if there is no such attempt, also for
 * an unknown team or problem. */
bool as_board_remove(struct as_board *board, uint32_t team, uint32_t problem, uint64_t arrival)
	AS_NONNULL(1);
/** Hides a team or shows it. A hidden team has no row and no rank, and is ignored when the first to
 * solve is decided; its cells can be read. AS_ERROR_INPUT: an unknown team. */
int as_board_set_hidden(struct as_board *board, uint32_t team, bool hidden,
	struct as_error *error) AS_MUST_USE AS_NONNULL(1);
/**
 * Sets the key that orders rows of equal rank: bytes, compared as memcmp does, a prefix first;
 * usually of the team's or university's name (as_collation_key). The key is copied. Teams with
 * equal keys, initially all, are ordered by index.
 */
int as_board_set_key(struct as_board *board, uint32_t team, const void *key, size_t size,
	struct as_error *error) AS_MUST_USE AS_NONNULL(1);

/** The row of a team. */
struct as_board_row {
	uint32_t team;
	uint32_t rank; /**< from 1; equal teams share it, and the ranks after it are skipped */
	uint32_t solved;
	int64_t total_ms; /**< total penalty time; 0 in score contests */
	int64_t score_e6; /**< 0 in pass-fail contests */
	/** The latest `time_ms` of the cells, always rounded; AS_NEVER_MS: nothing was solved, or
	 * the score is 0. */
	int64_t time_ms;
};
/** The number of visible teams. */
uint32_t as_board_row_count(const struct as_board *board) AS_NONNULL(1);
/** The row at a place of the board, from 0 to as_board_row_count - 1. */
struct as_board_row as_board_row(const struct as_board *board, uint32_t place) AS_NONNULL(1);
/** Compares the ranks of two rows, which may be of different boards with these rules. Less than 0:
 * `a` is better. */
int as_board_row_compare(const struct as_rules *rules, const struct as_board_row *a,
	const struct as_board_row *b) AS_NONNULL(1, 2, 3);
/** The place of a team's row; UINT32_MAX: hidden or unknown. */
uint32_t as_board_place(const struct as_board *board, uint32_t team) AS_NONNULL(1);

/** The sum of a team's attempts at a problem. */
struct as_board_cell {
	/** In pass-fail contests up to the first accepted attempt, inclusive; else all. */
	uint32_t judged;
	/** In pass-fail contests before the first accepted attempt, else all. A cell can be solved
	 * and have pending attempts. */
	uint32_t pending;
	uint32_t penalised; /**< rejected with penalty before the first accepted attempt */
	bool solved;        /**< an attempt was accepted */
	bool first;         /**< this team was first to solve the problem */
	/** Contest time of the first accepted attempt; in score contests of the last improvement
	 * (AS_SCORE_LAST: of the attempt that counts). Rounded as the rules say; AS_NEVER_MS: not
	 * solved, or a score of 0. */
	int64_t time_ms;
	/** time_ms plus the penalties; 0: not solved, or a score contest. */
	int64_t penalty_ms;
	int64_t score_e6; /**< 0 in pass-fail contests */
};
/** The cell of a team, hidden or not, and a problem. For an unknown team or problem: a cell without
 * attempts. */
struct as_board_cell as_board_cell(const struct as_board *board, uint32_t team, uint32_t problem)
	AS_NONNULL(1);
/**
 * The visible team that was first to solve a problem: with the least contest time, then in order of
 * arrival. UINT32_MAX: no team yet, or uncertain because an earlier attempt of a visible team is
 * pending (awards of the Contest API).
 */
uint32_t as_board_first(const struct as_board *board, uint32_t problem) AS_NONNULL(1);
const struct as_rules *as_board_rules(const struct as_board *board) AS_NONNULL(1);
uint32_t as_board_problem_count(const struct as_board *board) AS_NONNULL(1);
uint32_t as_board_team_count(const struct as_board *board) AS_NONNULL(1);

#endif
