/* SPDX-License-Identifier: MIT */
/* assay solve --explain and --table. */
#include "solve.h"

#include <assay/base/fit.h>
#include <inttypes.h>
#include <stdio.h>
#include <string.h>

/* ---- a game, turn by turn ---- */

static const char *const players[2] = {"first", "second"};

struct game {
	const int64_t *values;
	size_t n;
	size_t coins_a_turn;
	const char *moves; /* one a turn */
};

/* Index of the first of n coins that a turn takes, if the row begins at `begin`. */
static size_t taken_at(const struct game *game, char move, size_t begin, size_t n)
{
	return move == 'L' ? begin : begin + n - game->coins_a_turn;
}

static void print_coins(const struct game *game, size_t at)
{
	for (size_t i = 0; i < game->coins_a_turn; i++)
		printf(" %" PRId64, game->values[at + i]);
}

static void print_turns(const struct game *game)
{
	int64_t totals[2] = {0, 0};
	size_t begin = 0;
	size_t turn = 0;
	for (size_t n = game->n; n > 0; n -= game->coins_a_turn, turn++) {
		char move = game->moves[turn];
		size_t at = taken_at(game, move, begin, n);
		for (size_t i = 0; i < game->coins_a_turn; i++)
			totals[turn % 2] += game->values[at + i];
		printf("%zu. %s takes", turn + 1, players[turn % 2]);
		print_coins(game, at);
		printf(" (%s): first %" PRId64 ", second %" PRId64 "\n",
			move == 'L' ? "left" : "right", totals[0], totals[1]);
		begin += move == 'L' ? game->coins_a_turn : 0;
	}
}

static void print_sum_of(const struct game *game, size_t player, int64_t total)
{
	size_t begin = 0;
	size_t turn = 0;
	printf("%s takes", players[player]);
	for (size_t n = game->n; n > 0; n -= game->coins_a_turn, turn++) {
		if (turn % 2 == player)
			print_coins(game, taken_at(game, game->moves[turn], begin, n));
		begin += game->moves[turn] == 'L' ? game->coins_a_turn : 0;
	}
	printf(": %" PRId64 "\n", total);
}

static void print_game(const struct game *game, const struct as_totals *totals)
{
	print_turns(game);
	print_sum_of(game, 0, totals->first);
	print_sum_of(game, 1, totals->second);
}

/* Names the winner as the variant does. The difference of two totals may exceed the range of a
 * signed number. */
static void print_winner(const struct as_totals *totals)
{
	uint64_t lead = (uint64_t)totals->first - (uint64_t)totals->second;
	if (lead == 0)
		puts("TIE");
	else if (totals->first > totals->second)
		printf("FIRST wins by %" PRIu64 "\n", lead);
	else
		printf("SECOND wins by %" PRIu64 "\n", -lead);
}

static int explain_play(const struct as_row *row, enum as_play play, enum as_algorithm algorithm,
	bool says_winner, struct as_error *error)
{
	struct as_totals totals;
	AS_AUTO_FREE char *moves = malloc(row->count + 1);
	const struct game game = {row->values, row->count, 1, moves};
	if (!moves)
		return as_error_no_memory(error);
	int failed =
		play == AS_PLAY_DUMB
			? as_reference_dumb(row->values, row->count, &totals, error)
			: as_reference_optimal(row->values, row->count, algorithm, &totals, error);
	if (failed || solve_find_moves(row->values, row->count, play, algorithm, moves, error))
		return -1;
	puts(play == AS_PLAY_DUMB ? "The second player helps the first:" : "Both play optimally:");
	print_game(&game, &totals);
	if (says_winner)
		print_winner(&totals);
	return 0;
}

static int explain_two(
	const struct as_row *row, enum as_algorithm algorithm, struct as_error *error)
{
	struct as_totals totals;
	if (as_reference_two(row->values, row->count, algorithm, &totals, error))
		return -1;
	size_t pair_count = row->count / 2;
	AS_AUTO_FREE int64_t *pairs = reallocarray(NULL, pair_count, sizeof *pairs);
	AS_AUTO_FREE char *moves = malloc(pair_count + 1);
	const struct game game = {row->values, row->count, 2, moves};
	if (!pairs || !moves)
		return as_error_no_memory(error);
	for (size_t i = 0; i < pair_count; i++)
		pairs[i] = row->values[2 * i] + row->values[2 * i + 1];
	if (solve_find_moves(pairs, pair_count, AS_PLAY_OPTIMAL, algorithm, moves, error))
		return -1;
	puts("Both play optimally, two coins per turn:");
	print_game(&game, &totals);
	return 0;
}

static int explain_greedy(const struct as_row *row, struct as_error *error)
{
	struct as_totals totals, best;
	AS_AUTO_FREE char *moves = malloc(row->count + 1);
	const struct game game = {row->values, row->count, 1, moves};
	if (!moves)
		return as_error_no_memory(error);
	if (as_reference_greedy(row->values, row->count, moves, &totals, error) ||
		as_reference_optimal(row->values, row->count, AS_ALGORITHM_LINEAR, &best, error))
		return -1;
	puts("Both take the larger end:");
	print_game(&game, &totals);
	printf("if both play optimally, first gets %" PRId64 "\n", best.first);
	return 0;
}

static int explain_parity(const struct as_row *row, struct as_error *error)
{
	static const char *const places[2] = {"odd", "even"};
	struct as_totals totals;
	if (as_reference_parity(row->values, row->count, &totals, error))
		return -1;
	int64_t odd_sum = 0;
	for (size_t parity = 0; parity < 2; parity++) {
		int64_t sum = 0;
		printf("%s places:", places[parity]);
		for (size_t i = parity; i < row->count; i += 2) {
			printf(" %" PRId64, row->values[i]);
			sum += row->values[i];
		}
		printf(": %" PRId64 "\n", sum);
		odd_sum = parity == 0 ? sum : odd_sum;
	}
	bool odd = odd_sum == totals.first;
	printf("first takes the %s end, then always the end that second has uncovered: the %s "
	       "places, %" PRId64 "\n",
		odd ? "left" : "right", places[!odd], totals.first);
	return 0;
}

int solve_replay(const struct as_row *row, const char *moves, struct as_error *error)
{
	const struct game game = {row->values, row->count, 1, moves};
	struct as_totals totals = {0};
	size_t begin = 0;

	if (strlen(moves) != row->count || strspn(moves, "LR") != row->count)
		return as_error_set(error, AS_ERROR_INPUT,
			"--replay: %zu coins need %zu moves, each L or R; got '%.*s'", row->count,
			row->count, as_text_fit(moves, 40), moves);
	for (size_t turn = 0; turn < row->count; turn++) {
		const size_t at = taken_at(&game, moves[turn], begin, row->count - turn);
		*(turn % 2 ? &totals.second : &totals.first) += row->values[at];
		begin += moves[turn] == 'L';
	}
	puts("The game of these moves:");
	print_game(&game, &totals);
	return 0;
}

int solve_explain(const struct as_row *row, enum solve_game game, enum as_algorithm algorithm,
	struct as_error *error)
{
	switch (game) {
	case SOLVE_GAME_OPTIMAL:
		return explain_play(row, AS_PLAY_OPTIMAL, algorithm, false, error);
	case SOLVE_GAME_WHO:
		return explain_play(row, AS_PLAY_OPTIMAL, algorithm, true, error);
	case SOLVE_GAME_DUMB:
		return explain_play(row, AS_PLAY_DUMB, algorithm, false, error);
	case SOLVE_GAME_BOTH:
		return explain_play(row, AS_PLAY_DUMB, algorithm, false, error) ||
				       explain_play(row, AS_PLAY_OPTIMAL, algorithm, false, error)
			       ? -1
			       : 0;
	case SOLVE_GAME_TWO:
		return explain_two(row, algorithm, error);
	case SOLVE_GAME_GREEDY:
		return explain_greedy(row, error);
	case SOLVE_GAME_PARITY:
		return explain_parity(row, error);
	}
	return -1;
}

int solve_totals(const int64_t *values, size_t n, enum solve_game game, enum as_algorithm algorithm,
	struct as_totals *totals, struct as_error *error)
{
	struct as_totals dumb;

	switch (game) {
	case SOLVE_GAME_OPTIMAL:
	case SOLVE_GAME_WHO:
		return as_reference_optimal(values, n, algorithm, totals, error);
	case SOLVE_GAME_DUMB:
		return as_reference_dumb(values, n, totals, error);
	case SOLVE_GAME_BOTH:
		if (as_reference_dumb(values, n, &dumb, error) ||
			as_reference_optimal(values, n, algorithm, totals, error))
			return -1;
		*totals = (struct as_totals){dumb.first, totals->first};
		return 0;
	case SOLVE_GAME_TWO:
		return as_reference_two(values, n, algorithm, totals, error);
	case SOLVE_GAME_GREEDY:
		return as_reference_greedy(values, n, NULL, totals, error);
	case SOLVE_GAME_PARITY:
		return as_reference_parity(values, n, totals, error);
	}
	return -1;
}

/* ---- the table ---- */

static int widest(int64_t cells[SOLVE_MAX_TABLE][SOLVE_MAX_TABLE], size_t n)
{
	int width = 2;
	for (size_t i = 0; i < n; i++)
		for (size_t j = i; j < n; j++) {
			int length = snprintf(NULL, 0, "%" PRId64, cells[i][j]);
			width = length > width ? length : width;
		}
	return width;
}

int solve_print_table(const struct as_row *row, enum solve_game game, enum as_algorithm algorithm,
	struct as_error *error)
{
	int64_t cells[SOLVE_MAX_TABLE][SOLVE_MAX_TABLE];
	struct as_totals totals;
	size_t n = row->count;
	if (n > SOLVE_MAX_TABLE)
		return as_error_set(error, AS_ERROR_INPUT,
			"--table shows at most %d coins, got n = %zu", SOLVE_MAX_TABLE, n);
	for (size_t i = 0; i < n; i++)
		for (size_t j = i; j < n; j++) {
			if (solve_totals(
				    row->values + i, j - i + 1, game, algorithm, &totals, error))
				return -1;
			cells[i][j] = totals.first;
		}
	int width = widest(cells, n);
	puts("Total of the player to move, for the coins from i (down) to j (across):");
	printf("%2s", "");
	for (size_t j = 0; j < n; j++)
		printf(" %*zu", width, j + 1);
	for (size_t i = 0; i < n; i++) {
		printf("\n%2zu%*s", i + 1, (int)i * (width + 1), "");
		for (size_t j = i; j < n; j++)
			printf(" %*" PRId64, width, cells[i][j]);
	}
	puts("");
	return 0;
}
