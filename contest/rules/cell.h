/* SPDX-License-Identifier: MIT */
/* The attempts of a team at a problem, and their sum. */
#ifndef ASSAY_CONTEST_RULES_CELL_H
#define ASSAY_CONTEST_RULES_CELL_H

#include <assay/contest/rules.h>

struct as_cell_attempt {
	uint64_t arrival;
	int64_t time_ms;
	int64_t score_e6;
	int64_t *groups_e6;
	uint32_t group_count;
	enum as_board_state state;
	bool in_freeze;
};

/* All zeros: no attempts. So a new board is zeroed memory, and only used cells cost time. */
struct as_cell {
	struct as_cell_attempt *attempts; /* ascending by arrival */
	size_t count;
	uint32_t judged;
	uint32_t pending;
	uint32_t penalised;
	bool solved;
	bool has_time;
	int64_t time_ms; /* rounded, unless the rules round only the total */
	int64_t penalty_ms;
	int64_t score_e6;
	/* Arrival and exact time of the first attempt that is accepted or pending, which decide who
	 * was first to solve. 0: none. */
	uint64_t decisive;
	int64_t decisive_ms;
	bool decisive_accepted;
};

/* Rounds down to the unit of the rules, also negative times. */
int64_t as_cell_round(const struct as_rules *rules, int64_t time_ms);
/* Sets an attempt, which has been checked, and sums up again. On failure the cell is unchanged. */
int as_cell_set(struct as_cell *cell, const struct as_rules *rules,
	const struct as_board_attempt *attempt, struct as_error *error) AS_MUST_USE;
/* Removes an attempt and sums up again. False: there is no such attempt. */
bool as_cell_remove(struct as_cell *cell, const struct as_rules *rules, uint64_t arrival);
void as_cell_clear(struct as_cell *cell);

#endif
