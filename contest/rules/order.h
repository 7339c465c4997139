/* SPDX-License-Identifier: MIT */
/*
 * A board from inside. `order` has the visible teams, sorted by rank, then by the key of the
 * caller. No two teams are equal in this order, so the place of a team is found by bisection, and
 * is nowhere stored. A change takes the team out at its old place and puts it in at its new one.
 */
#ifndef ASSAY_CONTEST_RULES_ORDER_H
#define ASSAY_CONTEST_RULES_ORDER_H

#include "cell.h"

/* What teams are ranked by: packed, so that a comparison is one of integers. Less is better. */
struct as_rank_key {
	uint64_t high; /* problems or points that are missing */
	uint64_t middle;
	uint64_t low;
};

struct as_board_team {
	struct as_rank_key key;
	unsigned char *name; /* orders teams of equal rank */
	size_t name_size;
	int64_t added_ms;
	int64_t total_ms;
	int64_t score_e6;
	int64_t time_ms; /* AS_NEVER_MS: none */
	uint32_t solved;
	bool hidden;
};

/* The first attempt at a problem, among those of visible teams, that is accepted or pending. */
struct as_first_attempt {
	uint64_t arrival; /* 0: none */
	uint32_t team;
	bool accepted;
};

struct as_board {
	struct as_rules rules;
	uint32_t team_count;
	uint32_t problem_count;
	uint32_t row_count;
	struct as_board_team *teams;
	struct as_cell *cells;           /* of the first team, then of the second, ... */
	struct as_first_attempt *firsts; /* one for each problem */
	uint32_t *order;                 /* room for all teams */
};

static inline struct as_cell *as_board_cell_at(
	const struct as_board *board, uint32_t team, uint32_t problem)
{
	return &board->cells[(size_t)team * board->problem_count + problem];
}

/* Less than 0: `a` is better. */
int as_rank_key_compare(const struct as_rank_key *a, const struct as_rank_key *b);
/* Of a visible team; before anything changes by which it is found. Nothing for a hidden one. */
void as_order_take_out(struct as_board *board, uint32_t team);
void as_order_put_in(struct as_board *board, uint32_t team);

#endif
