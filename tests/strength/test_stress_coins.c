/* SPDX-License-Identifier: MIT */
/*
 * Sixteen mistakes with coins. `assay stress` must report the smallest row that shows the mistake,
 * ordered by the number of coins, the sum and the coins in order. An exhaustive search with the
 * same programs, compiled into this test, finds that row.
 */
#include "support/packages.h"

#define NO_MAIN
#define MISTAKES ASSAY_SOURCE_DIR "/tests/data/strength/coinseven/"
#define SOLVE better_half
#define PLAY play_better_half
#include "../data/strength/coinseven/better_half.c"
#undef SOLVE
#undef PLAY
#define SOLVE first_move_greedy
#define PLAY play_first_move_greedy
#include "../data/strength/coinseven/first_move_greedy.c"
#undef SOLVE
#undef PLAY
#define SOLVE first_of_two
#define PLAY play_first_of_two
#include "../data/strength/coinseven/first_of_two.c"
#undef SOLVE
#undef PLAY
#define SOLVE greedy
#define PLAY play_greedy
#include "../data/strength/coinseven/greedy.c"
#undef SOLVE
#undef PLAY
#define SOLVE greedy_opponent
#define PLAY play_greedy_opponent
#include "../data/strength/coinseven/greedy_opponent.c"
#undef SOLVE
#undef PLAY
#define SOLVE half
#define PLAY play_half
#include "../data/strength/coinseven/half.c"
#undef SOLVE
#undef PLAY
#define SOLVE helpful_opponent
#define PLAY play_helpful_opponent
#include "../data/strength/coinseven/helpful_opponent.c"
#undef SOLVE
#undef PLAY
#define SOLVE largest_half
#define PLAY play_largest_half
#include "../data/strength/coinseven/largest_half.c"
#undef SOLVE
#undef PLAY
#define SOLVE left_only
#define PLAY play_left_only
#include "../data/strength/coinseven/left_only.c"
#undef SOLVE
#undef PLAY
#define SOLVE odd_even
#define PLAY play_odd_even
#include "../data/strength/coinseven/odd_even.c"
#undef SOLVE
#undef PLAY
#define SOLVE one_ahead
#define PLAY play_one_ahead
#include "../data/strength/coinseven/one_ahead.c"
#undef SOLVE
#undef PLAY
#define SOLVE six_coins
#define PLAY play_six_coins
#include "../data/strength/coinseven/six_coins.c"
#undef SOLVE
#undef PLAY
#define SOLVE stops_at_tie
#define PLAY play_stops_at_tie
#include "../data/strength/coinseven/stops_at_tie.c"
#undef SOLVE
#undef PLAY
#define SOLVE strict_peaks
#define PLAY play_strict_peaks
#include "../data/strength/coinseven/strict_peaks.c"
#undef SOLVE
#undef PLAY
#define SOLVE swapped_indices
#define PLAY play_swapped_indices
#include "../data/strength/coinseven/swapped_indices.c"
#undef SOLVE
#undef PLAY
#define SOLVE two_digits
#define PLAY play_two_digits
#include "../data/strength/coinseven/two_digits.c"
#undef SOLVE
#undef PLAY

typedef long long solver(int n, const long long *v);
static const struct mistake {
	const char *name;
	solver *solve;
} mistakes[] = {
	{"better_half", better_half},
	{"first_move_greedy", first_move_greedy},
	{"first_of_two", first_of_two},
	{"greedy", greedy},
	{"greedy_opponent", greedy_opponent},
	{"half", half},
	{"helpful_opponent", helpful_opponent},
	{"largest_half", largest_half},
	{"left_only", left_only},
	{"odd_even", odd_even},
	{"one_ahead", one_ahead},
	{"six_coins", six_coins},
	{"stops_at_tie", stops_at_tie},
	{"strict_peaks", strict_peaks},
	{"swapped_indices", swapped_indices},
	{"two_digits", two_digits},
};

TestSuite(stress_coins, .init = enter_folder, .fini = leave_folder, .timeout = 1100);

#define MAX_COINS 12

/* P(i, j) = sum(i..j) - min(P(i + 1, j), P(i, j - 1)) */
static long long right(int n, const long long *v)
{
	long long best[MAX_COINS + 1], sums[MAX_COINS + 1];

	for (int i = 0; i < n; i++)
		best[i] = sums[i] = v[i];
	for (int length = 2; length <= n; length++)
		for (int i = 0; i + length <= n; i++) {
			sums[i] += v[i + length - 1];
			const long long left = best[i], other = best[i + 1];
			best[i] = sums[i] - (left < other ? left : other);
		}
	return best[0];
}

/* All rows of n coins that extend v[0 .. at - 1] and have the remaining sum `sum`, in order. True
 * at the first row on which the programs differ. */
static bool find_row(solver *solve, int n, int at, long long sum, long long *v)
{
	if (at == n - 1) {
		v[at] = sum;
		return solve(n, v) != right(n, v);
	}
	for (v[at] = 1; v[at] <= sum - (n - at - 1); v[at]++)
		if (find_row(solve, n, at + 1, sum - v[at], v))
			return true;
	return false;
}

/* The smallest failing row. The list has only mistakes with small ones. */
static bool find_smallest(solver *solve, char text[256])
{
	long long v[MAX_COINS];

	for (int n = 2; n <= MAX_COINS; n += 2)
		for (long long sum = n; sum <= n + 12; sum++) {
			if (!find_row(solve, n, 0, sum, v))
				continue;
			int length = snprintf(text, 256, "%d\n", n);
			for (int i = 0; i < n; i++)
				length += snprintf(text + length, 256 - (size_t)length, "%lld%s",
					v[i], i + 1 < n ? " " : "\n");
			return true;
		}
	return false;
}

static void expect_smallest(const struct mistake *mistake, const char *generator)
{
	char expected[256] = "", path[512], option[256];

	cr_assert(find_smallest(mistake->solve, expected), "%s", mistake->name);
	snprintf(path, sizeof path, MISTAKES "%s.c", mistake->name);
	snprintf(option, sizeof option, "--generator=%s", generator ? generator : "");
	AUTO_OUTCOME found = ASSAY(
		"stress", "coinseven", path, "--json", "--time=180s", generator ? option : NULL);
	EXPECT_STATUS(found, 1);
	AS_AUTO_JSON json_t *document = json_loads(found.out.data, 0, NULL);
	const char *input = json_string_value(json_object_get(document, "input"));
	cr_expect_str_eq(input ? input : "", expected, "%s: %s", mistake->name,
		input ? input : found.err.data);
}

/* Each mistake fails one of the package's tests, most of them a sample. */
Test(stress_coins, the_smallest_row_is_reported)
{
	size_t checked = 0;

	generate_coinseven();
	for (size_t i = 0; i < sizeof mistakes / sizeof *mistakes; i++, checked++)
		expect_smallest(&mistakes[i], NULL);
	cr_expect_geq(checked, 15u);
}

#define ONE_TEST                                                                                   \
	"solution: assay solve optimal\nrandom_salt: coinseven-1\n"                                \
	"generators:\n  row: [../../shared/row.c]\n"                                               \
	"data:\n  secret:\n    data:\n      \"1\":\n        data:\n          \"1\": {in: \"2\\n1 " \
	"1\\n\"}\n"

/* All pass the only test, so the generator must make a failing row. */
Test(stress_coins, a_generator_finds_the_smallest_row_too)
{
	static const char *const names[] = {"greedy", "odd_even", "one_ahead", "stops_at_tie"};

	copy_coinseven();
	AUTO_OUTCOME removed =
		command_run((const char *const[]){"/bin/rm", "-r", "coinseven/data/sample",
			"coinseven/generators/generators.lock", "coinseven/data/secret/2",
			"coinseven/data/secret/3", "coinseven/data/secret/4", NULL});
	EXPECT_STATUS(removed, 0);
	put("coinseven/generators/generators.yaml", ONE_TEST);
	AUTO_OUTCOME outcome = ASSAY("gen", "coinseven");
	cr_assert_eq(outcome.status, 0, "%s", outcome.err.data);
	for (size_t k = 0; k < sizeof names / sizeof *names; k++)
		for (size_t i = 0; i < sizeof mistakes / sizeof *mistakes; i++)
			if (strcmp(mistakes[i].name, names[k]) == 0)
				expect_smallest(&mistakes[i],
					"row --n 20 --shape random --max 9 --seed {seed}");
}
