/* SPDX-License-Identifier: MIT */
/* The functions of reference.h, each with the requested algorithm. */
#include "bounds.h"
#include "dp.h"
#include "linear.h"

static int64_t sum_of(const int64_t *values, size_t n)
{
	int64_t sum = 0;
	for (size_t i = 0; i < n; i++)
		sum += values[i];
	return sum;
}

/* sum + lead is twice the total and may overflow, so it is halved without adding. Both have the
 * same parity, so nothing is rounded. */
static int64_t half_of_both(int64_t sum, int64_t lead)
{
	return (sum & lead) + ((sum ^ lead) >> 1);
}

static int solve_checked(const int64_t *values, size_t n, uint64_t magnitude,
	enum as_algorithm algorithm, struct as_totals *totals, struct as_error *error)
{
	int64_t sum = sum_of(values, n);
	int64_t first;
	if (algorithm == AS_ALGORITHM_DP) {
		if (as_dp_total(values, n, magnitude, AS_PLAY_OPTIMAL, &first, error))
			return -1;
	} else {
		int64_t lead;
		if (as_linear_lead(values, n, &lead, error))
			return -1;
		first = half_of_both(sum, lead);
	}
	*totals = (struct as_totals){first, sum - first};
	return 0;
}

int as_reference_optimal(const int64_t *values, size_t n, enum as_algorithm algorithm,
	struct as_totals *totals, struct as_error *error)
{
	uint64_t magnitude;
	if (as_bounds_check(values, n, &magnitude, error))
		return -1;
	return solve_checked(values, n, magnitude, algorithm, totals, error);
}

int as_reference_dumb(
	const int64_t *values, size_t n, struct as_totals *totals, struct as_error *error)
{
	int64_t first;
	uint64_t magnitude;
	if (as_bounds_check(values, n, &magnitude, error) ||
		as_dp_total(values, n, magnitude, AS_PLAY_DUMB, &first, error))
		return -1;
	*totals = (struct as_totals){first, sum_of(values, n) - first};
	return 0;
}

/* Both ends lose whole pairs, so the pairs are coins. */
int as_reference_two(const int64_t *values, size_t n, enum as_algorithm algorithm,
	struct as_totals *totals, struct as_error *error)
{
	uint64_t magnitude;
	if (as_bounds_check(values, n, &magnitude, error) ||
		as_bounds_check_even("a game of two coins a turn", n, error))
		return -1;
	AS_AUTO_FREE int64_t *pairs = reallocarray(NULL, n / 2, sizeof *pairs);
	if (!pairs)
		return as_error_no_memory(error);
	for (size_t i = 0; i < n / 2; i++)
		pairs[i] = values[2 * i] + values[2 * i + 1];
	return solve_checked(pairs, n / 2, magnitude, algorithm, totals, error);
}

int as_reference_parity(
	const int64_t *values, size_t n, struct as_totals *totals, struct as_error *error)
{
	if (as_bounds_check(values, n, NULL, error) ||
		as_bounds_check_even("the odd/even strategy", n, error))
		return -1;
	int64_t sums[2] = {0, 0};
	for (size_t i = 0; i < n; i++)
		sums[i % 2] += values[i];
	bool odd = sums[0] >= sums[1];
	*totals = (struct as_totals){sums[!odd], sums[odd]};
	return 0;
}

int as_reference_greedy(const int64_t *values, size_t n, char *moves, struct as_totals *totals,
	struct as_error *error)
{
	if (as_bounds_check(values, n, NULL, error))
		return -1;
	int64_t sums[2] = {0, 0};
	size_t i = 0;
	for (size_t length = n; length > 0; length--) {
		bool left = values[i] >= values[i + length - 1];
		sums[(n - length) % 2] += left ? values[i] : values[i + length - 1];
		i += left;
		if (moves)
			*moves++ = left ? 'L' : 'R';
	}
	if (moves)
		*moves = '\0';
	*totals = (struct as_totals){sums[0], sums[1]};
	return 0;
}

int as_reference_moves(const int64_t *values, size_t n, enum as_play play,
	enum as_algorithm algorithm, const struct as_solve_progress *progress, char *moves,
	struct as_error *error)
{
	uint64_t magnitude;
	if (as_bounds_check(values, n, &magnitude, error))
		return -1;
	if (play == AS_PLAY_OPTIMAL && algorithm == AS_ALGORITHM_LINEAR)
		return as_linear_moves(values, n, moves, error);
	return as_dp_moves(values, n, magnitude, play, progress, moves, error);
}
