/* SPDX-License-Identifier: MIT */
/*
 * Neither player wants to uncover a coin that is at least as great as both of its neighbours:
 * taking a neighbour lets the opponent take the coin, and leaves only the other neighbour. So x <=
 * y >= z is worth a single coin x - y + z. Without such peaks a row first falls and then rises, and
 * taking the greater end is optimal. The comparison must not be strict on both sides: 0 1 1 1 0 0
 * has a peak.
 */
#include "linear.h"

/* Fuses every peak; `stack` must hold n values. Returns the number of values that remain. */
static size_t fuse(const int64_t *values, size_t n, int64_t *stack)
{
	size_t count = 0;
	for (size_t i = 0; i < n; i++) {
		int64_t top = values[i];
		while (count >= 2 && stack[count - 2] <= stack[count - 1] &&
			stack[count - 1] >= top) {
			top += stack[count - 2] - stack[count - 1];
			count -= 2;
		}
		stack[count++] = top;
	}
	return count;
}

static int64_t lead_of(const int64_t *values, size_t n, int64_t *stack)
{
	size_t right = fuse(values, n, stack);
	int64_t lead = 0;
	int64_t sign = 1;
	for (size_t left = 0; left < right; sign = -sign)
		lead += sign * (stack[left] >= stack[right - 1] ? stack[left++] : stack[--right]);
	return lead;
}

int as_linear_lead(const int64_t *values, size_t n, int64_t *lead, struct as_error *error)
{
	AS_AUTO_FREE int64_t *stack = reallocarray(NULL, n, sizeof *stack);
	if (!stack)
		return as_error_no_memory(error);
	*lead = lead_of(values, n, stack);
	return 0;
}

int as_linear_moves(const int64_t *values, size_t n, char *moves, struct as_error *error)
{
	AS_AUTO_FREE int64_t *stack = reallocarray(NULL, n, sizeof *stack);
	if (!stack)
		return as_error_no_memory(error);
	while (n > 0) {
		int64_t take_left = values[0] - lead_of(values + 1, n - 1, stack);
		int64_t take_right = values[n - 1] - lead_of(values, n - 1, stack);
		bool left = take_left >= take_right;
		*moves++ = left ? 'L' : 'R';
		values += left;
		n--;
	}
	*moves = '\0';
	return 0;
}
