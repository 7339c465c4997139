/* SPDX-License-Identifier: MIT */
/* The players of the interactive coin packages, compared with the reference solvers. */
#include "problems/shared/opponents.h"

#include <assay/reference.h>
#include <criterion/criterion.h>

#define LONG 2000

static int64_t optimal_first(const int64_t *values, size_t n)
{
	struct as_totals totals;
	cr_assert_eq(as_reference_optimal(values, n, AS_ALGORITHM_DP, &totals, NULL), 0);
	return totals.first;
}

/* The lead of the player to move; 0 for an empty row. */
static int64_t lead_of(const int64_t *values, size_t n)
{
	struct as_totals totals = {0};
	if (n)
		cr_assert_eq(as_reference_optimal(values, n, AS_ALGORITHM_DP, &totals, NULL), 0);
	return totals.first - totals.second;
}

static void draw(int64_t *values, size_t n, uint64_t seed, int64_t min, int64_t max)
{
	for (size_t i = 0; i < n; i++) {
		seed = seed * UINT64_C(6364136223846793005) + 1442695040888963407U;
		values[i] = min + (int64_t)((seed >> 33) % (uint64_t)(max - min + 1));
	}
}

/* Plays a whole game and returns the first player's total; `moves` has space for n + 1 letters. */
static int64_t play(const int64_t *values, size_t n, enum opponent_kind first,
	enum opponent_kind second, uint64_t seed, char *moves)
{
	struct opponent players[2];
	int64_t totals[2] = {0, 0};
	cr_assert(opponent_start(&players[0], first, values, n, seed));
	cr_assert(opponent_start(&players[1], second, values, n, seed + 1));
	for (size_t turn = 0; opponent_left(&players[0]) > 0; turn++) {
		char move = opponent_choose(&players[turn % 2]);
		cr_assert(move == 'L' || move == 'R');
		int64_t value = opponent_play(&players[0], move);
		cr_assert_eq(value, opponent_play(&players[1], move));
		totals[turn % 2] += value;
		*moves++ = move;
	}
	*moves = '\0';
	opponent_end(&players[0]);
	opponent_end(&players[1]);
	return totals[0];
}

static void expect_nothing_lost(const int64_t *values, size_t n)
{
	struct opponent player;
	cr_assert(opponent_start(&player, OPPONENT_OPTIMAL, values, n, 0));
	int64_t lead = lead_of(values, n);
	int64_t left = values[0] - lead_of(values + 1, n - 1);
	int64_t right = values[n - 1] - lead_of(values, n - 1);
	cr_assert_eq(opponent_lead(&player), lead);
	cr_assert_eq(opponent_loss(&player, 'L'), lead - left);
	cr_assert_eq(opponent_loss(&player, 'R'), lead - right);
	cr_assert_eq(opponent_loss(&player, opponent_choose(&player)), 0);
	opponent_end(&player);
}

/* Every position of a game is a row of its own, so that every small row is every small game. */
Test(opponents, the_optimal_player_gets_the_optimum_of_every_small_row)
{
	int64_t values[7];
	for (size_t n = 1, end = 4; n <= 7; n++, end *= 4)
		for (size_t code = 0; code < end; code++) {
			size_t rest = code;
			for (size_t i = 0; i < n; i++, rest /= 4)
				values[i] = (int64_t)(rest % 4) - 1;
			expect_nothing_lost(values, n);
		}
}

/* The game's value is a lower bound for an optimal first player against every opponent, and an
 * upper bound for every first player against an optimal second player. */
static void expect_optimal_totals(const int64_t *values, size_t n)
{
	char moves[LONG + 1];
	int64_t best = optimal_first(values, n);
	for (int kind = 0; kind < OPPONENT_KINDS; kind++) {
		int64_t as_first = play(values, n, OPPONENT_OPTIMAL, kind, 7, moves);
		int64_t as_second = play(values, n, kind, OPPONENT_OPTIMAL, 7, moves);
		cr_assert(as_first >= best, "n = %zu against %s", n, opponent_names[kind]);
		cr_assert(as_second <= best, "n = %zu against %s", n, opponent_names[kind]);
		if (kind == OPPONENT_OPTIMAL)
			cr_assert_eq(as_first, best);
	}
}

Test(opponents, the_optimal_player_gets_the_value_of_the_game)
{
	int64_t values[LONG];
	draw(values, 501, 1, -1000000000, 1000000000);
	expect_optimal_totals(values, 501);
	draw(values, 500, 2, 0, 3);
	expect_optimal_totals(values, 500);
	draw(values, LONG, 3, 1, 1000000000);
	expect_optimal_totals(values, LONG);
}

Test(opponents, odd_even_gets_at_least_its_guarantee)
{
	int64_t values[40];
	char moves[41];
	struct as_totals totals;
	for (uint64_t seed = 0; seed < 200; seed++) {
		size_t n = 2 + seed % 20 * 2;
		draw(values, n, seed, -3, seed % 3 ? 9 : 1000000);
		cr_assert_eq(as_reference_parity(values, n, &totals, NULL), 0);
		for (int kind = 0; kind < OPPONENT_KINDS; kind++)
			cr_assert(play(values, n, OPPONENT_ODD_EVEN, kind, seed, moves) >=
					  totals.first,
				"seed %d against %s", (int)seed, opponent_names[kind]);
	}
}

/* With an odd number of coins it looks one coin ahead: with 1 9 2 every move lets the opponent take
 * 9; 5 1 9 9 1 is better begun at the left. */
Test(opponents, odd_even_considers_the_rest_of_an_odd_row)
{
	char moves[6];
	play((const int64_t[]){2, 9, 1}, 3, OPPONENT_ODD_EVEN, OPPONENT_GREEDY, 0, moves);
	cr_expect_str_eq(moves, "LLL");
	play((const int64_t[]){5, 1, 9, 9, 1}, 5, OPPONENT_ODD_EVEN, OPPONENT_MIRROR, 0, moves);
	cr_expect_eq(moves[0], 'L', "5 - |10 - 10| against 1 - |14 - 10|");
	play((const int64_t[]){1, 9, 9, 1, 5}, 5, OPPONENT_ODD_EVEN, OPPONENT_MIRROR, 0, moves);
	cr_expect_eq(moves[0], 'R');
}

Test(opponents, two_greedy_players_play_the_greedy_game)
{
	int64_t values[101];
	char expected[102], moves[102];
	struct as_totals totals;
	for (uint64_t seed = 0; seed < 20; seed++) {
		size_t n = 90 + seed % 12;
		draw(values, n, seed, 0, 4);
		cr_assert_eq(as_reference_greedy(values, n, expected, &totals, NULL), 0);
		cr_expect_eq(
			play(values, n, OPPONENT_GREEDY, OPPONENT_GREEDY, 0, moves), totals.first);
		cr_expect_str_eq(moves, expected);
	}
}

Test(opponents, the_random_player_is_a_function_of_its_seed)
{
	const int64_t values[24] = {0};
	char moves[25], again[25], other[25];
	play(values, 24, OPPONENT_RANDOM, OPPONENT_RANDOM, 1, moves);
	play(values, 24, OPPONENT_RANDOM, OPPONENT_RANDOM, 1, again);
	play(values, 24, OPPONENT_RANDOM, OPPONENT_RANDOM, 3, other);
	cr_expect_str_eq(moves, "LLLLLLRLRRLRLLLLRRLLRRLR", "the same on every machine");
	cr_expect_str_eq(again, moves);
	cr_expect_str_neq(other, moves);
}

Test(opponents, the_mirror_takes_the_other_end)
{
	char moves[7];
	play((const int64_t[]){9, 8, 7, 1, 2, 3}, 6, OPPONENT_GREEDY, OPPONENT_MIRROR, 0, moves);
	cr_expect_str_eq(moves, "LRLRLR");
	play((const int64_t[]){1, 2, 3, 7, 8, 9}, 6, OPPONENT_GREEDY, OPPONENT_MIRROR, 0, moves);
	cr_expect_str_eq(moves, "RLRLRL");
	play((const int64_t[]){1, 2}, 2, OPPONENT_MIRROR, OPPONENT_MIRROR, 0, moves);
	cr_expect_str_eq(moves, "LR", "it begins at the left");
}

Test(opponents, each_opponent_is_found_by_its_name)
{
	enum opponent_kind kind;
	for (int i = 0; i < OPPONENT_KINDS; i++)
		cr_expect(opponent_find(opponent_names[i], &kind) && (int)kind == i);
	cr_expect_not(opponent_find("nobody", &kind));
}

/* Other judges compile interactors, too, with their own flags. */
Test(opponents, the_header_compiles_as_strict_c11)
{
	const char *command =
		"echo '#include \"opponents.h\"' | cc -std=c11 -pedantic -Wall -Wextra "
		"-Wconversion "
		"-Wshadow -Werror -Wno-sign-conversion -fsyntax-only -x c -I " ASSAY_SOURCE_DIR
		"/problems/shared -";
	cr_expect_eq(system(command), 0);
}
