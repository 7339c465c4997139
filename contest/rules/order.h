/* SPDX-License-Identifier: MIT */
/*
 * Private header of the board. `order` has the visible teams, sorted by rank, then by the caller's
 * key. No two teams are equal in this order, so a team's place is not stored but found by
 * bisection. A change removes the team from its old place and inserts it at its new one.
 */
#ifndef ASSAY_CONTEST_RULES_ORDER_H
#define ASSAY_CONTEST_RULES_ORDER_H

#include "cell.h"

/* The rank of a team, packed so that it is compared as integers. Less is better. */
struct as_rank_key {
	uint64_t high; /* missing problems or points */
	uint64_t middle;
	uint64_t low;
};

struct as_board_team {
	struct as_rank_key key;
	unsigned char *name; /* orders teams of equal rank */
	size_t name_size;
	int64_t total_ms;
	int64_t score_e6;
	int64_t time_ms; /* AS_NEVER_MS: none */
	uint32_t solved;
	bool hidden;
};

/* The first attempt of a visible team at a problem that is accepted or pending. */
struct as_first_attempt {
	uint64_t arrival; /* 0: none */
	int64_t time_ms;  /* contest time of the team, exact */
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
	uint32_t *order;                 /* capacity: all teams */
};

static inline struct as_cell *as_board_cell_at(
	const struct as_board *board, uint32_t team, uint32_t problem)
{
	return &board->cells[(size_t)team * board->problem_count + problem];
}

/* Less than 0: `a` is better. */
int as_rank_key_compare(const struct as_rank_key *a, const struct as_rank_key *b);
/* Removes a visible team; nothing for a hidden one. Call it before the team's key changes, because
 * bisection needs the old key. */
void as_order_remove(struct as_board *board, uint32_t team);
void as_order_insert(struct as_board *board, uint32_t team);

#endif
