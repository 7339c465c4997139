/* SPDX-License-Identifier: MIT */
#include <assay/reference.h>
#include <criterion/criterion.h>
#include <inttypes.h>
#include <string.h>

/* Computed by both algorithms, which must agree. */
static int64_t total_of(const int64_t *values, size_t n)
{
	struct as_error error = {0};
	struct as_totals dp = {0};
	struct as_totals linear = {0};
	int64_t sum = 0;
	cr_assert_eq(
		as_reference_optimal(values, n, AS_ALGORITHM_DP, &dp, &error), 0, "%s", error.text);
	cr_assert_eq(as_reference_optimal(values, n, AS_ALGORITHM_LINEAR, &linear, &error), 0, "%s",
		error.text);
	cr_assert_eq(dp.first, linear.first);
	cr_assert_eq(dp.second, linear.second);
	for (size_t i = 0; i < n; i++)
		sum += values[i];
	cr_assert_eq(dp.second, sum - dp.first);
	return dp.first;
}

/* Facts of the published articles and courses; n = 0 ends the table. */
static const struct {
	size_t n;
	int64_t values[8];
	int64_t first_total;
} published[] = {
	{4, {5, 3, 7, 10}, 15},
	{4, {8, 15, 3, 7}, 22},
	{4, {2, 2, 2, 2}, 4},
	{6, {20, 30, 2, 2, 2, 10}, 42},
	{4, {10, 30, 5, 8}, 38},
	{6, {3, 2, 2, 3, 1, 2}, 8},
	{5, {1, 2, 1, 2, 1}, 3},
	{5, {3, 5, 2, 3, 1}, 6},
	{4, {1, 1, 5, 1}, 6},
	{4, {1, 3, 5, 2}, 6},
};

Test(optimal, every_published_row_gets_its_published_total)
{
	for (size_t i = 0; i < sizeof published / sizeof *published; i++)
		cr_expect_eq(total_of(published[i].values, published[i].n),
			published[i].first_total, "row %zu", i);
}

/* Plays out the game by its rules, with both moves: no table, no sums, no code of the solver.
 * Returns the total of the player to move. */
static int64_t brute(const int64_t *values, size_t n, int64_t *opponent)
{
	if (n == 0)
		return *opponent = 0;
	int64_t mine_left;
	int64_t mine_right;
	int64_t his_left = brute(values + 1, n - 1, &mine_left);
	int64_t his_right = brute(values, n - 1, &mine_right);
	mine_left += values[0];
	mine_right += values[n - 1];
	*opponent = mine_left >= mine_right ? his_left : his_right;
	return mine_left >= mine_right ? mine_left : mine_right;
}

Test(optimal, agrees_with_brute_force_on_all_small_rows)
{
	int64_t values[6];
	int64_t opponent;
	size_t rows = 0;
	for (size_t n = 1, end = 6; n <= 6; n++, end *= 6)
		for (size_t code = 0; code < end; code++, rows++) {
			size_t rest = code;
			for (size_t i = 0; i < n; i++, rest /= 6)
				values[i] = (int64_t)(rest % 6) - 2;
			cr_assert_eq(total_of(values, n), brute(values, n, &opponent),
				"n = %zu, code %zu", n, code);
		}
	cr_expect_eq(rows, 55986);
}

Test(optimal, agrees_with_brute_force_on_longer_rows_with_large_values)
{
	int64_t values[14];
	int64_t opponent;
	uint64_t state = 20260101;
	for (int round = 0; round < 200; round++) {
		size_t n = 7 + (size_t)round % 8;
		for (size_t i = 0; i < n; i++) {
			state = state * UINT64_C(6364136223846793005) + 1442695040888963407U;
			values[i] = (int64_t)state >> 5;
		}
		cr_assert_eq(total_of(values, n), brute(values, n, &opponent), "round %d", round);
	}
}

Test(optimal, one_coin_is_taken_even_if_it_is_negative)
{
	cr_expect_eq(total_of((const int64_t[]){7}, 1), 7);
	cr_expect_eq(total_of((const int64_t[]){0}, 1), 0);
	cr_expect_eq(total_of((const int64_t[]){-7}, 1), -7);
}

Test(optimal, the_values_are_not_changed)
{
	int64_t values[] = {8, 15, 3, 7};
	cr_expect_eq(total_of(values, 4), 22);
	cr_expect_arr_eq(values, ((int64_t[]){8, 15, 3, 7}), sizeof values);
}

Test(optimal, magnitudes_that_sum_to_the_int64_maximum_are_solved)
{
	const int64_t half = INT64_MAX / 2;
	cr_expect_eq(total_of((const int64_t[]){INT64_MAX}, 1), INT64_MAX);
	cr_expect_eq(total_of((const int64_t[]){-INT64_MAX}, 1), -INT64_MAX);
	cr_expect_eq(total_of((const int64_t[]){0, INT64_MAX, 0}, 3), 0);
	cr_expect_eq(total_of((const int64_t[]){INT64_MAX, 0}, 2), INT64_MAX);
	cr_expect_eq(total_of((const int64_t[]){half, 1, -half}, 3), 0);
	cr_expect_eq(total_of((const int64_t[]){half, -half, 1, 0}, 4), half + 1);
	cr_expect_eq(total_of((const int64_t[]){-half, -half, -1}, 3), -half - 1);
}

static void expect_refused(const int64_t *values, size_t n, const char *text)
{
	struct as_error error = {0};
	struct as_totals totals = {77, 78};
	const enum as_algorithm algorithm = AS_ALGORITHM_LINEAR;
	cr_expect_eq(as_reference_optimal(values, n, algorithm, &totals, &error), -1);
	cr_expect_eq(error.kind, AS_ERROR_INPUT);
	cr_expect_str_eq(error.text, text);
	cr_expect(totals.first == 77 && totals.second == 78, "nothing is computed");
	cr_expect_eq(as_reference_optimal(values, n, algorithm, &totals, NULL), -1,
		"an error may be NULL");
}

Test(optimal, one_more_than_the_int64_maximum_is_refused)
{
	const int64_t half = INT64_MAX / 2;
	expect_refused((const int64_t[]){INT64_MIN}, 1,
		"the magnitudes of the first 1 values sum to more than 2^63 - 1: use smaller "
		"values");
	expect_refused((const int64_t[]){INT64_MAX, 1}, 2,
		"the magnitudes of the first 2 values sum to more than 2^63 - 1: use smaller "
		"values");
	expect_refused((const int64_t[]){half, -half, 1, -1, 5}, 5,
		"the magnitudes of the first 4 values sum to more than 2^63 - 1: use smaller "
		"values");
	expect_refused((const int64_t[]){INT64_MAX, INT64_MAX, INT64_MAX, 1}, 4,
		"the magnitudes of the first 2 values sum to more than 2^63 - 1: use smaller "
		"values");
}

Test(optimal, an_empty_row_is_refused)
{
	expect_refused(NULL, 0, "a row needs at least one value");
}

/* For even n, adding a constant to every coin changes both totals equally, and 0 M 0 M ... makes
 * the largest intermediate differences. */
Test(optimal, long_rows_have_the_properties_of_the_game)
{
	enum { N = 3000 };
	static int64_t values[N];
	for (size_t i = 0; i < N; i++)
		values[i] = i % 2 ? 1000000000 : 0;
	cr_expect_eq(total_of(values, N), INT64_C(1500000000000));
	for (size_t i = 0; i < N; i++)
		values[i] += 5;
	cr_expect_eq(total_of(values, N), INT64_C(1500000000000) + 5 * N / 2);
}
