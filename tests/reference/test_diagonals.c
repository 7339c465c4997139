/* SPDX-License-Identifier: MIT */
/* Every kernel that this processor supports, compared with the loop that computes one cell at a
 * time. */
#include "diagonals.h"

#include <criterion/criterion.h>

/* Lengths around the minimum of a phase, and of several phases. */
static const size_t sizes[] = {255, 256, 257, 258, 300, 383, 384, 500, 513, 1000, 1025};

static int64_t next_draw(uint64_t *state)
{
	*state = *state * UINT64_C(6364136223846793005) + 1442695040888963407U;
	return (int64_t)(*state >> 33);
}

static void draw(int64_t *values, size_t n, int64_t max)
{
	uint64_t state = n;
	for (size_t i = 0; i < n; i++)
		values[i] = next_draw(&state) % (2 * max + 1) - max;
}

/* Advances by steps of all sizes, so that phases begin and end anywhere. */
static void expect_same_diagonals(
	const int64_t *values, size_t n, enum as_play play, const struct as_diagonal_kernel *kernel)
{
	AS_AUTO_DIAGONALS struct as_diagonals one = {0};
	AS_AUTO_DIAGONALS struct as_diagonals other = {0};
	uint64_t state = n;
	cr_assert_eq(as_diagonals_init(&one, values, n, play, kernel, NULL), 0);
	cr_assert_eq(as_diagonals_init(&other, values, n, play, NULL, NULL), 0);
	while (one.length < n) {
		size_t step = (size_t)next_draw(&state) % 100;
		size_t length = one.length + step < n ? one.length + step : n;
		as_diagonals_advance(&one, length);
		as_diagonals_advance(&other, length);
		cr_assert(one.length == length && other.length == length);
		cr_assert_arr_eq(one.total, other.total, (n - length + 1) * sizeof(int64_t),
			"%s, n = %zu, length %zu, play %d", as_diagonal_kernel_name(kernel), n,
			length, (int)play);
	}
}

Test(diagonals, every_kernel_of_this_processor_makes_the_same)
{
	const struct as_diagonal_kernel *kernel;
	int64_t values[1025];
	for (size_t i = 0; (kernel = as_diagonal_kernel_at(i)); i++)
		for (size_t k = 0; k < sizeof sizes / sizeof *sizes; k++) {
			draw(values, sizes[k], k % 2 ? 1000000 : 2);
			if (!as_diagonal_kernel_fits(kernel, sizes[k] * UINT64_C(1000000)))
				continue;
			expect_same_diagonals(values, sizes[k], AS_PLAY_OPTIMAL, kernel);
			expect_same_diagonals(values, sizes[k], AS_PLAY_DUMB, kernel);
		}
}

/* The magnitudes add up to the maximum that a cell must hold: 0 M 0 M makes the largest totals, and
 * -M M the largest differences. */
static void expect_no_overflow(const struct as_diagonal_kernel *kernel, uint64_t magnitude)
{
	enum { N = 512 };
	int64_t values[N];
	int64_t each = (int64_t)(magnitude / (N / 2));
	for (size_t i = 0; i < N; i++)
		values[i] = i % 2 ? each : 0;
	expect_same_diagonals(values, N, AS_PLAY_OPTIMAL, kernel);
	expect_same_diagonals(values, N, AS_PLAY_DUMB, kernel);
	for (size_t i = 0; i < N; i++)
		values[i] = i % 2 ? each / 2 : -(each / 2);
	expect_same_diagonals(values, N, AS_PLAY_OPTIMAL, kernel);
	for (size_t i = 0; i < N; i++)
		values[i] = i == N / 2 ? (int64_t)magnitude : 0;
	expect_same_diagonals(values, N, AS_PLAY_DUMB, kernel);
	for (size_t i = 0; i < N; i++)
		values[i] = i == N - 1 ? -(int64_t)magnitude : 0;
	expect_same_diagonals(values, N, AS_PLAY_OPTIMAL, kernel);
}

Test(diagonals, a_kernel_does_not_overflow_within_its_bounds)
{
	static const uint64_t magnitudes[] = {INT32_MAX, UINT64_C(1) << 53, INT64_MAX};
	const struct as_diagonal_kernel *kernel;
	for (size_t i = 0; (kernel = as_diagonal_kernel_at(i)); i++)
		for (size_t k = 0; k < sizeof magnitudes / sizeof *magnitudes; k++)
			if (as_diagonal_kernel_fits(kernel, magnitudes[k]))
				expect_no_overflow(kernel, magnitudes[k]);
}

Test(diagonals, no_kernel_is_chosen_for_more_than_its_cells_hold)
{
	const struct as_diagonal_kernel *narrow = as_diagonal_kernel_choose(INT32_MAX);
	const struct as_diagonal_kernel *wide = as_diagonal_kernel_choose(UINT64_C(1) << 31);
	cr_expect_neq(narrow, wide);
	cr_expect_not(as_diagonal_kernel_fits(narrow, UINT64_C(1) << 31));
	cr_expect(as_diagonal_kernel_fits(as_diagonal_kernel_choose(INT64_MAX), INT64_MAX));
}
