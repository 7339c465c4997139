/* SPDX-License-Identifier: MIT */
/* The two algorithms share no code. The test compares them with each other, and with the rules of
 * the game, on every small row and on some long ones. */
#include <assay/reference.h>
#include <criterion/criterion.h>
#include <inttypes.h>
#include <string.h>

/* ---- every small row ---- */

#define VALUES 5
#define MAX_COINS 8
#define MAX_ROWS 390625 /* VALUES to the MAX_COINS */

/* The lead of the player to move for every row of one length, by the rules, from the rows that are
 * a coin shorter. A row is a number of VALUES digits, the first coin its lowest digit. */
static int8_t worth[MAX_COINS + 1][MAX_ROWS];

static int64_t play(size_t n, size_t code, size_t highest, const int64_t *values)
{
	int64_t take_left = values[0] - worth[n - 1][code / VALUES];
	int64_t take_right = values[n - 1] - worth[n - 1][code % highest];
	return take_left > take_right ? take_left : take_right;
}

static void expect_lead(const int64_t *values, size_t n, int64_t lead)
{
	for (int algorithm = 0; algorithm < 2; algorithm++) {
		struct as_totals totals;
		cr_assert_eq(as_reference_optimal(values, n, algorithm, &totals, NULL), 0);
		if (totals.first - totals.second != lead)
			cr_assert_fail("algorithm %d, n = %zu, %" PRId64 " ... %" PRId64, algorithm,
				n, values[0], values[n - 1]);
	}
}

static size_t check_every_row(int64_t min)
{
	size_t rows = 0;
	int64_t values[MAX_COINS];
	worth[0][0] = 0;
	for (size_t n = 1, highest = 1; n <= MAX_COINS; n++, highest *= VALUES)
		for (size_t code = 0; code < highest * VALUES; code++, rows++) {
			for (size_t i = 0, rest = code; i < n; i++, rest /= VALUES)
				values[i] = min + (int64_t)(rest % VALUES);
			int64_t lead = play(n, code, highest, values);
			worth[n][code] = (int8_t)lead;
			expect_lead(values, n, lead);
		}
	return rows;
}

Test(agreement, of_every_row_of_up_to_8_coins_of_0_to_4)
{
	cr_expect_eq(check_every_row(0), 488280);
}

Test(agreement, of_every_row_of_up_to_8_coins_of_minus_2_to_2)
{
	cr_expect_eq(check_every_row(-2), 488280);
}

/* ---- long rows ---- */

static int64_t *draw(size_t n, int64_t min, int64_t max)
{
	uint64_t state = n;
	int64_t *values = calloc(n, sizeof *values);
	cr_assert(values);
	for (size_t i = 0; i < n; i++) {
		state = state * UINT64_C(6364136223846793005) + 1442695040888963407U;
		values[i] = min + (int64_t)((state >> 33) % (uint64_t)(max - min + 1));
	}
	return values;
}

static void expect_same_totals(const int64_t *values, size_t n)
{
	struct as_totals dp, linear;
	cr_assert_eq(as_reference_optimal(values, n, AS_ALGORITHM_DP, &dp, NULL), 0);
	cr_assert_eq(as_reference_optimal(values, n, AS_ALGORITHM_LINEAR, &linear, NULL), 0);
	cr_expect(dp.first == linear.first && dp.second == linear.second, "n = %zu", n);
	if (n % 2)
		return;
	cr_assert_eq(as_reference_two(values, n, AS_ALGORITHM_DP, &dp, NULL), 0);
	cr_assert_eq(as_reference_two(values, n, AS_ALGORITHM_LINEAR, &linear, NULL), 0);
	cr_expect(dp.first == linear.first && dp.second == linear.second, "two, n = %zu", n);
}

/* Of small values with many ties, of values that need int64, and of both signs. */
Test(agreement, of_long_random_rows)
{
	static const struct {
		size_t n;
		int64_t min, max;
	} rows[] = {
		{511, 0, 1},
		{1000, -1, 1},
		{1501, -1000000000, 1000000000},
		{2000, 1, 1000000000},
		{3000, 0, 3},
		{5000, -1000000000000, 1000000000000},
		{20000, 0, 100000},
		{20000, -1000000000, 1000000000},
	};
	for (size_t i = 0; i < sizeof rows / sizeof *rows; i++) {
		AS_AUTO_FREE int64_t *values = draw(rows[i].n, rows[i].min, rows[i].max);
		expect_same_totals(values, rows[i].n);
	}
}

/* 0 M 0 M ... makes the largest fused values, monotone rows have nothing to fuse, and a mountain is
 * a single peak. */
Test(agreement, of_long_rows_of_every_shape)
{
	enum { N = 4000, M = 1000000000 };
	AS_AUTO_FREE int64_t *values = draw(N, 0, 0);
	expect_same_totals(values, N);
	for (int64_t i = 0; i < N; i++)
		values[i] = i % 2 ? M : 0;
	expect_same_totals(values, N);
	expect_same_totals(values, N - 1);
	expect_same_totals(values + 1, N - 1);
	for (int64_t i = 0; i < N; i++)
		values[i] = i * M / N;
	expect_same_totals(values, N);
	for (int64_t i = 0; i < N; i++)
		values[i] = (i < N / 2 ? i : N - i) / 2 * 3;
	expect_same_totals(values, N);
	expect_same_totals(values + 1, N - 1);
	for (int64_t i = 0; i < N; i++)
		values[i] = -values[i];
	expect_same_totals(values, N);
	values[N / 2] = INT64_C(1000000000000000);
	expect_same_totals(values, N);
}

/* Lengths around those at which the dynamic program keeps more than one diagonal. */
Test(agreement, of_the_moves_of_longer_games)
{
	static const size_t sizes[] = {62, 63, 64, 65, 127, 128, 129, 200, 401};
	char dp[402], linear[402];
	for (size_t i = 0; i < sizeof sizes / sizeof *sizes; i++)
		for (int64_t max = 2; max <= 2000000000; max *= 1000) {
			AS_AUTO_FREE int64_t *values = draw(sizes[i], max / 10 - max / 2, max);
			cr_assert_eq(as_reference_moves(values, sizes[i], AS_PLAY_OPTIMAL,
					     AS_ALGORITHM_DP, NULL, dp, NULL),
				0);
			cr_assert_eq(as_reference_moves(values, sizes[i], AS_PLAY_OPTIMAL,
					     AS_ALGORITHM_LINEAR, NULL, linear, NULL),
				0);
			cr_expect_str_eq(dp, linear, "n = %zu", sizes[i]);
		}
}

/* The game of the moves has the same totals as the solver reported. */
Test(agreement, of_moves_with_totals_when_the_second_helps)
{
	static const size_t sizes[] = {65, 300, 700};
	char moves[701];
	for (size_t i = 0; i < sizeof sizes / sizeof *sizes; i++) {
		AS_AUTO_FREE int64_t *values = draw(sizes[i], -50, 1000);
		struct as_totals totals;
		int64_t first = 0;
		size_t begin = 0;
		cr_assert_eq(as_reference_dumb(values, sizes[i], &totals, NULL), 0);
		cr_assert_eq(as_reference_moves(values, sizes[i], AS_PLAY_DUMB, AS_ALGORITHM_LINEAR,
				     NULL, moves, NULL),
			0);
		for (size_t turn = 0; turn < sizes[i]; turn++) {
			size_t last = begin + sizes[i] - turn - 1;
			first += turn % 2 ? 0 : values[moves[turn] == 'L' ? begin : last];
			begin += moves[turn] == 'L';
		}
		cr_expect_eq(first, totals.first, "n = %zu", sizes[i]);
	}
}
