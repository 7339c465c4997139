/* SPDX-License-Identifier: MIT */
/* The order of a board, and functions that read it. */
#include "order.h"

#include <string.h>

int as_rank_key_compare(const struct as_rank_key *a, const struct as_rank_key *b)
{
	if (a->high != b->high)
		return a->high < b->high ? -1 : 1;
	if (a->middle != b->middle)
		return a->middle < b->middle ? -1 : 1;
	return (a->low > b->low) - (a->low < b->low);
}

static int compare_names(const struct as_board_team *a, const struct as_board_team *b)
{
	const size_t size = a->name_size < b->name_size ? a->name_size : b->name_size;
	const int order = size ? memcmp(a->name, b->name, size) : 0;

	return order ? order : (a->name_size > b->name_size) - (a->name_size < b->name_size);
}

static bool is_before(const struct as_board *board, uint32_t a, uint32_t b)
{
	int order = as_rank_key_compare(&board->teams[a].key, &board->teams[b].key);

	if (order == 0)
		order = compare_names(&board->teams[a], &board->teams[b]);
	return order ? order < 0 : a < b;
}

/* The first place whose team does not precede this one. */
static uint32_t find_place(const struct as_board *board, uint32_t team)
{
	uint32_t low = 0;

	for (uint32_t high = board->row_count; low < high;) {
		const uint32_t middle = low + (high - low) / 2;
		if (is_before(board, board->order[middle], team))
			low = middle + 1;
		else
			high = middle;
	}
	return low;
}

void as_order_remove(struct as_board *board, uint32_t team)
{
	if (board->teams[team].hidden)
		return;
	uint32_t *at = &board->order[find_place(board, team)];
	board->row_count--;
	memmove(at, at + 1, (size_t)(&board->order[board->row_count] - at) * sizeof(*at));
}

void as_order_insert(struct as_board *board, uint32_t team)
{
	if (board->teams[team].hidden)
		return;
	uint32_t *at = &board->order[find_place(board, team)];
	memmove(at + 1, at, (size_t)(&board->order[board->row_count] - at) * sizeof(*at));
	*at = team;
	board->row_count++;
}

uint32_t as_board_row_count(const struct as_board *board)
{
	return board->row_count;
}

/* One more than the number of better teams. */
static uint32_t rank_of(const struct as_board *board, const struct as_rank_key *key)
{
	uint32_t low = 0;

	for (uint32_t high = board->row_count; low < high;) {
		const uint32_t middle = low + (high - low) / 2;
		if (as_rank_key_compare(&board->teams[board->order[middle]].key, key) < 0)
			low = middle + 1;
		else
			high = middle;
	}
	return low + 1;
}

struct as_board_row as_board_row(const struct as_board *board, uint32_t place)
{
	const uint32_t index = board->order[place];
	const struct as_board_team *team = &board->teams[index];

	return (struct as_board_row){
		.team = index,
		.rank = rank_of(board, &team->key),
		.solved = team->solved,
		.total_ms = team->total_ms,
		.score_e6 = team->score_e6,
		.time_ms = team->time_ms,
	};
}

uint32_t as_board_place(const struct as_board *board, uint32_t team)
{
	if (team >= board->team_count || board->teams[team].hidden)
		return UINT32_MAX;
	return find_place(board, team);
}

struct as_board_cell as_board_cell(const struct as_board *board, uint32_t team, uint32_t problem)
{
	static const struct as_cell empty;
	const bool known = team < board->team_count && problem < board->problem_count;
	const struct as_cell *cell = known ? as_board_cell_at(board, team, problem) : &empty;

	return (struct as_board_cell){
		.judged = cell->judged,
		.pending = cell->pending,
		.penalised = cell->penalised,
		.solved = cell->solved,
		.first = known && as_board_first(board, problem) == team,
		.time_ms = cell->has_time ? cell->time_ms : AS_NEVER_MS,
		.penalty_ms = cell->penalty_ms,
		.score_e6 = cell->score_e6,
	};
}

uint32_t as_board_first(const struct as_board *board, uint32_t problem)
{
	if (problem >= board->problem_count)
		return UINT32_MAX;
	const struct as_first_attempt *first = &board->firsts[problem];
	return first->arrival != 0 && first->accepted ? first->team : UINT32_MAX;
}

const struct as_rules *as_board_rules(const struct as_board *board)
{
	return &board->rules;
}

uint32_t as_board_problem_count(const struct as_board *board)
{
	return board->problem_count;
}

uint32_t as_board_team_count(const struct as_board *board)
{
	return board->team_count;
}
