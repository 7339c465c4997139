/* SPDX-License-Identifier: MIT */
/* Changes of a board. Each updates the cell, the team's sums, the team's place, and the first team
 * to solve the problem. */
#include "order.h"

#include <string.h>

#define MAX_ARRIVAL (UINT64_C(1) << 62)

/* ---- a team's sums ---------------------------------------------------------------------- */

static void add_cell(struct as_board_team *team, const struct as_rules *rules,
	const struct as_cell *cell, int64_t *last_ms)
{
	team->solved += cell->solved;
	team->score_e6 += cell->score_e6;
	if (!cell->has_time)
		return;
	if (rules->mode == AS_PENALTY_SUM)
		team->total_ms += cell->penalty_ms;
	else
		team->total_ms += cell->penalty_ms - cell->time_ms;
	if (cell->time_ms > *last_ms)
		*last_ms = cell->time_ms;
}

/* The total penalty time; `last_ms` is -1 if nothing was solved. */
static int64_t total_of(const struct as_rules *rules, int64_t sum_ms, int64_t last_ms)
{
	if (rules->mode == AS_PENALTY_LAST && last_ms >= 0)
		sum_ms += last_ms;
	return rules->rounding_point == AS_PENALTY_ROUND_TOTAL ? as_cell_round(rules, sum_ms)
							       : sum_ms;
}

static struct as_rank_key key_of(const struct as_rules *rules, const struct as_board_team *team)
{
	const uint64_t time_ms = team->time_ms == AS_NEVER_MS ? 0 : (uint64_t)team->time_ms;

	if (rules->type == AS_SCOREBOARD_SCORE)
		return (struct as_rank_key){
			.high = UINT64_MAX - (uint64_t)team->score_e6,
			.middle = rules->ties == AS_TIES_TIME ? time_ms : 0,
		};
	return (struct as_rank_key){
		.high = UINT64_MAX - team->solved,
		/* Flips the sign bit, so that negative totals come first as unsigned numbers. */
		.middle = (uint64_t)team->total_ms ^ (UINT64_C(1) << 63),
		.low = time_ms,
	};
}

static struct as_rank_key key_of_row(const struct as_rules *rules, const struct as_board_row *row)
{
	return key_of(rules, &(struct as_board_team){.total_ms = row->total_ms,
				     .score_e6 = row->score_e6,
				     .time_ms = row->time_ms,
				     .solved = row->solved});
}

int as_board_row_compare(
	const struct as_rules *rules, const struct as_board_row *a, const struct as_board_row *b)
{
	const struct as_rank_key of_a = key_of_row(rules, a), of_b = key_of_row(rules, b);

	return as_rank_key_compare(&of_a, &of_b);
}

/* Returns the team with its sums and its key recomputed. */
static struct as_board_team add_up(const struct as_board *board, uint32_t team)
{
	const struct as_rules *rules = &board->rules;
	struct as_board_team sums = board->teams[team];
	int64_t last_ms = -1;

	sums.solved = 0;
	sums.score_e6 = 0;
	sums.total_ms = 0;
	for (uint32_t i = 0; i < board->problem_count; i++)
		add_cell(&sums, rules, as_board_cell_at(board, team, i), &last_ms);
	sums.time_ms = last_ms < 0 ? AS_NEVER_MS : as_cell_round(rules, last_ms);
	sums.total_ms = rules->type == AS_SCOREBOARD_PASS_FAIL
				? total_of(rules, sums.total_ms, last_ms)
				: 0;
	sums.key = key_of(rules, &sums);
	return sums;
}

static void rank_again(struct as_board *board, uint32_t team)
{
	const struct as_board_team sums = add_up(board, team);

	if (as_rank_key_compare(&sums.key, &board->teams[team].key) == 0) {
		board->teams[team] = sums;
		return;
	}
	as_order_remove(board, team);
	board->teams[team] = sums;
	as_order_insert(board, team);
}

/* ---- first to solve --------------------------------------------------------------------- */

/* Teams can have clocks of their own, so the contest time decides. */
static bool is_earlier(const struct as_first_attempt *a, const struct as_first_attempt *b)
{
	if (a->arrival == 0 || b->arrival == 0)
		return a->arrival != 0;
	if (a->time_ms != b->time_ms)
		return a->time_ms < b->time_ms;
	return a->arrival != b->arrival ? a->arrival < b->arrival : a->team < b->team;
}

static struct as_first_attempt first_of(
	const struct as_board *board, uint32_t team, uint32_t problem)
{
	const struct as_cell *cell = as_board_cell_at(board, team, problem);

	if (board->teams[team].hidden)
		return (struct as_first_attempt){0};
	return (struct as_first_attempt){.arrival = cell->decisive,
		.time_ms = cell->decisive_ms,
		.team = team,
		.accepted = cell->decisive_accepted};
}

/* Called after a change of the team's cell, or of `hidden`. Other teams are searched only if the
 * first team loses its place. */
static void find_first(struct as_board *board, uint32_t team, uint32_t problem)
{
	struct as_first_attempt *first = &board->firsts[problem];
	const struct as_first_attempt own = first_of(board, team, problem);
	const bool was_first = first->arrival != 0 && first->team == team;

	if (!is_earlier(first, &own)) {
		*first = own;
		return;
	}
	if (!was_first)
		return;
	*first = own;
	for (uint32_t i = 0; i < board->team_count; i++) {
		const struct as_first_attempt other = first_of(board, i, problem);
		if (is_earlier(&other, first))
			*first = other;
	}
}

/* ---- life cycle ------------------------------------------------------------------------- */

static void *grow_zeroed(
	void *items, size_t count, size_t new_count, size_t item_bytes, struct as_error *error)
{
	char *grown = reallocarray(items, new_count ? new_count : 1, item_bytes);

	if (!grown) {
		as_error_no_memory(error);
		return NULL;
	}
	memset(grown + count * item_bytes, 0, (new_count - count) * item_bytes);
	return grown;
}

static int grow_arrays(struct as_board *board, uint32_t team_count, struct as_error *error)
{
	struct as_board_team *teams =
		grow_zeroed(board->teams, board->team_count, team_count, sizeof(*teams), error);
	if (!teams)
		return -1;
	board->teams = teams;
	struct as_cell *cells =
		grow_zeroed(board->cells, (size_t)board->team_count * board->problem_count,
			(size_t)team_count * board->problem_count, sizeof(*cells), error);
	if (!cells)
		return -1;
	board->cells = cells;
	uint32_t *order =
		grow_zeroed(board->order, board->team_count, team_count, sizeof(*order), error);
	if (!order)
		return -1;
	board->order = order;
	return 0;
}

static int check_counts(uint32_t team_count, uint32_t problem_count, struct as_error *error)
{
	if (team_count > AS_BOARD_MAX_TEAMS)
		return as_error_set(error, AS_ERROR_INPUT, "%u teams: a contest has at most %u",
			(unsigned)team_count, (unsigned)AS_BOARD_MAX_TEAMS);
	if (problem_count > AS_BOARD_MAX_PROBLEMS)
		return as_error_set(error, AS_ERROR_INPUT, "%u problems: a contest has at most %u",
			(unsigned)problem_count, (unsigned)AS_BOARD_MAX_PROBLEMS);
	return 0;
}

int as_board_grow(struct as_board *board, uint32_t team_count, struct as_error *error)
{
	if (check_counts(team_count, board->problem_count, error) < 0)
		return -1;
	if (team_count <= board->team_count)
		return 0;
	if (grow_arrays(board, team_count, error) < 0)
		return -1;
	while (board->team_count < team_count) {
		const uint32_t team = board->team_count++;
		board->teams[team] = add_up(board, team);
		as_order_insert(board, team);
	}
	return 0;
}

struct as_board *as_board_open(const struct as_rules *rules, uint32_t team_count,
	uint32_t problem_count, struct as_error *error)
{
	if (as_rules_check(rules, error) < 0 || check_counts(team_count, problem_count, error) < 0)
		return NULL;
	struct as_board *board = calloc(1, sizeof(*board));
	if (!board) {
		as_error_no_memory(error);
		return NULL;
	}
	board->rules = *rules;
	board->problem_count = problem_count;
	board->firsts = grow_zeroed(NULL, 0, problem_count, sizeof(*board->firsts), error);
	if (!board->firsts || as_board_grow(board, team_count, error) < 0) {
		as_board_close(board);
		return NULL;
	}
	return board;
}

void as_board_close(struct as_board *board)
{
	if (!board)
		return;
	for (uint32_t i = 0; i < board->team_count; i++)
		free(board->teams[i].name);
	for (size_t i = 0; i < (size_t)board->team_count * board->problem_count; i++)
		as_cell_clear(&board->cells[i]);
	free(board->teams);
	free(board->cells);
	free(board->firsts);
	free(board->order);
	free(board);
}

/* ---- changes ---------------------------------------------------------------------------- */

static int check_team(const struct as_board *board, uint32_t team, struct as_error *error)
{
	if (team >= board->team_count)
		return as_error_set(error, AS_ERROR_INPUT, "team %u: the board has %u teams",
			(unsigned)team, (unsigned)board->team_count);
	return 0;
}

static bool is_score(int64_t score_e6)
{
	return score_e6 >= 0 && score_e6 <= AS_SCORE_MAX_E6;
}

static int check_scores(const struct as_board_attempt *attempt, struct as_error *error)
{
	if (attempt->group_count > AS_BOARD_MAX_GROUPS)
		return as_error_set(error, AS_ERROR_INPUT, "%u groups: the board counts at most %u",
			(unsigned)attempt->group_count, (unsigned)AS_BOARD_MAX_GROUPS);
	bool fits = is_score(attempt->score_e6);
	for (uint32_t i = 0; i < attempt->group_count; i++)
		fits &= is_score(attempt->groups_e6[i]);
	if (!fits)
		return as_error_set(error, AS_ERROR_INPUT,
			"a score of the attempt that arrived as number %ju is negative or too "
			"large",
			(uintmax_t)attempt->arrival);
	return 0;
}

static int check_attempt(const struct as_board *board, const struct as_board_attempt *attempt,
	struct as_error *error)
{
	if (check_team(board, attempt->team, error) < 0)
		return -1;
	if (attempt->problem >= board->problem_count)
		return as_error_set(error, AS_ERROR_INPUT, "problem %u: the board has %u problems",
			(unsigned)attempt->problem, (unsigned)board->problem_count);
	if (attempt->arrival == 0 || attempt->arrival > MAX_ARRIVAL)
		return as_error_set(error, AS_ERROR_INPUT, "order of arrival %ju: it is 1 to 2^62",
			(uintmax_t)attempt->arrival);
	if (attempt->time_ms < 0 || attempt->time_ms > AS_CONTEST_MAX_MS)
		return as_error_set(error, AS_ERROR_INPUT,
			"contest time of %jd ms: it is before the start or too large",
			(intmax_t)attempt->time_ms);
	if (attempt->state > AS_BOARD_REJECTED_FREE)
		return as_error_set(error, AS_ERROR_INPUT, "unknown state of an attempt");
	return check_scores(attempt, error);
}

/* Most changes of a cell, such as a pending attempt, change neither the team's sums nor the first
 * team. */
static void update(
	struct as_board *board, uint32_t team, uint32_t problem, const struct as_cell *before)
{
	const struct as_cell *cell = as_board_cell_at(board, team, problem);

	if (cell->solved != before->solved || cell->has_time != before->has_time ||
		cell->time_ms != before->time_ms || cell->penalty_ms != before->penalty_ms ||
		cell->score_e6 != before->score_e6)
		rank_again(board, team);
	if (cell->decisive != before->decisive || cell->decisive_ms != before->decisive_ms ||
		cell->decisive_accepted != before->decisive_accepted)
		find_first(board, team, problem);
}

int as_board_set(
	struct as_board *board, const struct as_board_attempt *attempt, struct as_error *error)
{
	if (check_attempt(board, attempt, error) < 0)
		return -1;
	struct as_cell *cell = as_board_cell_at(board, attempt->team, attempt->problem);
	const struct as_cell before = *cell;
	if (as_cell_set(cell, &board->rules, attempt, error) < 0)
		return -1;
	update(board, attempt->team, attempt->problem, &before);
	return 0;
}

bool as_board_remove(struct as_board *board, uint32_t team, uint32_t problem, uint64_t arrival)
{
	if (team >= board->team_count || problem >= board->problem_count)
		return false;
	struct as_cell *cell = as_board_cell_at(board, team, problem);
	const struct as_cell before = *cell;
	if (!as_cell_remove(cell, &board->rules, arrival))
		return false;
	update(board, team, problem, &before);
	return true;
}

int as_board_set_hidden(struct as_board *board, uint32_t team, bool hidden, struct as_error *error)
{
	if (check_team(board, team, error) < 0)
		return -1;
	as_order_remove(board, team);
	board->teams[team].hidden = hidden;
	as_order_insert(board, team);
	for (uint32_t i = 0; i < board->problem_count; i++)
		find_first(board, team, i);
	return 0;
}

int as_board_set_key(
	struct as_board *board, uint32_t team, const void *key, size_t size, struct as_error *error)
{
	if (check_team(board, team, error) < 0)
		return -1;
	unsigned char *name = malloc(size ? size : 1);
	if (!name)
		return as_error_no_memory(error);
	if (size)
		memcpy(name, key, size);
	as_order_remove(board, team);
	free(board->teams[team].name);
	board->teams[team].name = name;
	board->teams[team].name_size = size;
	as_order_insert(board, team);
	return 0;
}
