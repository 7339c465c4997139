/* SPDX-License-Identifier: MIT */
/* Private header: the rows of a board (board_row.c). */
#ifndef ASSAY_CONTEST_PAGES_BOARD_ROW_H
#define ASSAY_CONTEST_PAGES_BOARD_ROW_H

#include "page.h"

/* The input of a fragment. */
struct page_board {
	FILE *out;
	const struct as_contest_log *log;
	const struct as_contest *contest;
	const struct as_board *board;
	const struct as_board *counted; /* the main board: for ranks and first solves */
	const struct as_rules *rules;
	const char *base;
	uint8_t *medals; /* by team: enum page_medal; NULL: not shown */
	uint32_t *ranks; /* final ranks by team, 0: none; NULL: those of the board */
	const struct as_contest_board_filter *filter; /* NULL: all teams, filtered by a script */
	size_t group;          /* whose teams are ranked and counted; AS_CONTEST_NONE: all */
	uint32_t *group_ranks; /* by team: ranks in the group; NULL: ranks among all teams */
	/* The board of one team, which has index 0 there: its team and its rank. */
	bool is_own;
	size_t own;
	uint32_t own_rank;
};

/* The row of scores at a place, and the head of the table. `are_shown`: the problems are public. */
void page_board_row(const struct page_board *view, uint32_t place);
void page_board_head(const struct page_board *view, bool are_shown);
/* Guests, disqualified teams and, for the jury, hidden ones are shown, but neither ranked nor
 * counted. */
bool page_board_is_apart(const struct page_board *view, uint32_t team);
bool page_board_is_in_view(const struct page_board *view, uint32_t team);
/* Ranks the group's teams (rules/board.h), as in the Contest API and in board.js. */
void page_board_rank_group(struct page_board *view);

#endif
