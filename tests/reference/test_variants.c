/* SPDX-License-Identifier: MIT */
/* Everything except the optimal total, compared with brute force and with published rows. */
#include <assay/reference.h>
#include <criterion/criterion.h>
#include <inttypes.h>
#include <string.h>

/* ---- the rules, played out ---- */

struct game {
	int64_t first;
	int64_t second;
};

/* Plays out all moves: `first_moves` says whose turn it is, `helps` what the second player
 * wants. */
static struct game play_out(
	const int64_t *values, size_t n, size_t coins_a_turn, bool first_moves, bool helps)
{
	struct game ends[2];
	if (n == 0)
		return (struct game){0, 0};
	for (int right = 0; right < 2; right++) {
		const int64_t *taken = right ? values + n - coins_a_turn : values;
		ends[right] = play_out(right ? values : values + coins_a_turn, n - coins_a_turn,
			coins_a_turn, !first_moves, helps);
		for (size_t i = 0; i < coins_a_turn; i++)
			*(first_moves ? &ends[right].first : &ends[right].second) += taken[i];
	}
	bool first_decides = first_moves || helps;
	bool left =
		first_decides ? ends[0].first >= ends[1].first : ends[0].second >= ends[1].second;
	return left ? ends[0] : ends[1];
}

static void expect_totals(const struct as_totals *totals, struct game game, const char *what,
	const int64_t *values, size_t n)
{
	cr_assert(totals->first == game.first && totals->second == game.second,
		"%s, n = %zu, %" PRId64 " %" PRId64 " ...: %" PRId64 " %" PRId64
		" instead of %" PRId64 " %" PRId64,
		what, n, values[0], n > 1 ? values[1] : 0, totals->first, totals->second,
		game.first, game.second);
}

/* The totals of the game that the moves describe. */
static struct game replay(const int64_t *values, size_t n, const char *moves)
{
	struct game game = {0};
	cr_assert_eq(strlen(moves), n);
	for (size_t turn = 0, i = 0; turn < n; turn++) {
		size_t last = i + n - turn - 1;
		cr_assert(moves[turn] == 'L' || moves[turn] == 'R');
		*(turn % 2 ? &game.second : &game.first) += values[moves[turn] == 'L' ? i : last];
		i += moves[turn] == 'L';
	}
	return game;
}

/* Every move must preserve the value of the position, and be left if left preserves it. */
static void expect_best_moves(const int64_t *values, size_t n, const char *moves, bool helps)
{
	for (size_t turn = 0; n > 0; turn++, n--) {
		bool mine = turn % 2 == 0;
		struct game best = play_out(values, n, 1, mine, helps);
		struct game left = play_out(values + 1, n - 1, 1, !mine, helps);
		left.first += mine ? values[0] : 0;
		cr_assert_eq(moves[turn], left.first == best.first ? 'L' : 'R', "move %zu of %s",
			turn + 1, moves);
		values += moves[turn] == 'L';
	}
}

static void check_moves(const int64_t *values, size_t n)
{
	char dp[16], linear[16], dumb[16];
	cr_assert_eq(
		as_reference_moves(values, n, AS_PLAY_OPTIMAL, AS_ALGORITHM_DP, NULL, dp, NULL), 0);
	cr_assert_eq(as_reference_moves(
			     values, n, AS_PLAY_OPTIMAL, AS_ALGORITHM_LINEAR, NULL, linear, NULL),
		0);
	cr_assert_eq(
		as_reference_moves(values, n, AS_PLAY_DUMB, AS_ALGORITHM_LINEAR, NULL, dumb, NULL),
		0);
	cr_assert_str_eq(dp, linear);
	expect_best_moves(values, n, dp, false);
	expect_best_moves(values, n, dumb, true);
}

static void check_row(const int64_t *values, size_t n)
{
	struct as_totals totals;
	cr_assert_eq(as_reference_dumb(values, n, &totals, NULL), 0);
	expect_totals(&totals, play_out(values, n, 1, true, true), "dumb", values, n);
	for (int algorithm = 0; n % 2 == 0 && algorithm < 2; algorithm++) {
		cr_assert_eq(as_reference_two(values, n, algorithm, &totals, NULL), 0);
		expect_totals(&totals, play_out(values, n, 2, true, false), "two", values, n);
	}
	check_moves(values, n);
}

Test(variants, agree_with_brute_force_on_all_small_rows)
{
	int64_t values[6];
	for (size_t n = 1, end = 4; n <= 6; n++, end *= 4)
		for (size_t code = 0; code < end; code++) {
			size_t rest = code;
			for (size_t i = 0; i < n; i++, rest /= 4)
				values[i] = (int64_t)(rest % 4) - 1;
			check_row(values, n);
		}
}

Test(variants, agree_with_brute_force_on_longer_rows)
{
	int64_t values[10];
	uint64_t state = 20260202;
	for (int round = 0; round < 40; round++) {
		size_t n = 7 + (size_t)round % 4;
		for (size_t i = 0; i < n; i++) {
			state = state * UINT64_C(6364136223846793005) + 1442695040888963407U;
			values[i] = (int64_t)state >> (round % 2 ? 6 : 61);
		}
		check_row(values, n);
	}
}

/* ---- the two that do not search ---- */

Test(variants, the_odd_even_strategy_guarantees_the_greater_of_two_sums)
{
	struct as_totals totals;
	cr_assert_eq(as_reference_parity((const int64_t[]){3, 2, 2, 3, 1, 2}, 6, &totals, NULL), 0);
	cr_expect(totals.first == 7 && totals.second == 6);
	cr_assert_eq(as_reference_parity((const int64_t[]){1, 9, 1, 9}, 4, &totals, NULL), 0);
	cr_expect(totals.first == 18 && totals.second == 2);
}

Test(variants, the_greedy_player_loses_as_published)
{
	struct as_totals totals;
	char moves[5];
	cr_assert_eq(
		as_reference_greedy((const int64_t[]){8, 15, 3, 7}, 4, moves, &totals, NULL), 0);
	cr_expect(totals.first == 15 && totals.second == 18);
	cr_expect_str_eq(moves, "LLRL");
	cr_assert_eq(as_reference_greedy((const int64_t[]){2, 2, 2}, 3, moves, &totals, NULL), 0);
	cr_expect_str_eq(moves, "LLL", "left on equal");
	struct game game = replay((const int64_t[]){8, 15, 3, 7}, 4, "LLRL");
	cr_expect(game.first == 15 && game.second == 18);
}

/* ---- refusals ---- */

Test(variants, an_odd_n_is_refused_if_the_game_needs_an_even_one)
{
	const int64_t values[] = {1, 2, 3};
	struct as_totals totals;
	struct as_error error = {0};
	cr_expect_eq(as_reference_two(values, 3, AS_ALGORITHM_DP, &totals, &error), -1);
	cr_expect_str_eq(error.text, "a game of two coins a turn needs an even n, got n = 3");
	as_error_clear(&error);
	cr_expect_eq(as_reference_parity(values, 3, &totals, &error), -1);
	cr_expect_str_eq(error.text, "the odd/even strategy needs an even n, got n = 3");
	cr_expect_eq(error.kind, AS_ERROR_INPUT);
}

Test(variants, sums_beyond_int64_are_refused_by_every_solver)
{
	const int64_t values[] = {INT64_MAX, -1};
	struct as_totals totals;
	char moves[3];
	cr_expect_eq(as_reference_dumb(values, 2, &totals, NULL), -1);
	cr_expect_eq(as_reference_two(values, 2, AS_ALGORITHM_LINEAR, &totals, NULL), -1);
	cr_expect_eq(as_reference_parity(values, 2, &totals, NULL), -1);
	cr_expect_eq(as_reference_greedy(values, 2, moves, &totals, NULL), -1);
	cr_expect_eq(
		as_reference_moves(values, 2, AS_PLAY_OPTIMAL, AS_ALGORITHM_DP, NULL, moves, NULL),
		-1);
}
