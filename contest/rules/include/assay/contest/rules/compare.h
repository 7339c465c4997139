/* SPDX-License-Identifier: MIT */
/**
 * compare: what differs between two boards of the same teams and problems, such as before and after
 * a rejudging. Part of rules.h.
 *
 * Life cycle: as_board_copy; as_board_set on the copy; as_board_compare; as_board_changes_clear;
 * as_board_close.
 */
#ifndef ASSAY_CONTEST_RULES_COMPARE_H
#define ASSAY_CONTEST_RULES_COMPARE_H

#include <assay/contest/rules/awards.h>
#include <assay/contest/rules/board.h>

/** A board with the same teams and attempts; close it. NULL: out of memory. */
struct as_board *as_board_copy(const struct as_board *board, struct as_error *error) AS_MUST_USE
	AS_NONNULL(1);

/** A team on a board. */
struct as_standing {
	uint32_t rank; /**< 0: hidden */
	enum as_medal { AS_MEDAL_NONE, AS_MEDAL_GOLD, AS_MEDAL_SILVER, AS_MEDAL_BRONZE } medal;
	uint32_t solved;
	int64_t total_ms, score_e6; /**< as in struct as_board_row */
};
struct as_standing_change {
	uint32_t team;
	struct as_standing was, is;
};
/** The first team to solve a problem; UINT32_MAX: none, as from as_board_first. */
struct as_first_change {
	uint32_t problem;
	uint32_t was, is;
};
struct as_board_changes {
	struct as_standing_change *teams; /**< visible teams, in the order of the board after */
	size_t team_count;
	struct as_first_change *firsts; /**< ascending by problem */
	size_t first_count;
};
/** Finds the teams whose standing differs, and the problems whose first team does. `rules` gives
 * the medals. Clear `changes`, which is empty on failure. Fails like as_awards_make. */
int as_board_compare(const struct as_board *before, const struct as_board *after,
	const struct as_award_rules *rules, struct as_board_changes *changes,
	struct as_error *error) AS_MUST_USE AS_NONNULL(1, 2, 3, 4);
void as_board_changes_clear(struct as_board_changes *changes);

#endif
