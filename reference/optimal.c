/* SPDX-License-Identifier: MIT */
#include <assay/reference.h>
#include <string.h>

/* The only place where an overflow is looked for: no interval's sum, total or difference is
 * greater in magnitude than the sum of all magnitudes. */
static int check_magnitudes(const int64_t *values, size_t n, struct as_error *error)
{
	uint64_t sum = 0;
	for (size_t i = 0; i < n; i++) {
		uint64_t magnitude = values[i] < 0 ? 0 - (uint64_t)values[i] : (uint64_t)values[i];
		if (magnitude > INT64_MAX || sum + magnitude > INT64_MAX)
			return as_error_set(error, AS_ERROR_INPUT,
				"the magnitudes of the first %zu values sum to more than 2^63 - 1: "
				"use "
				"smaller values",
				i + 1);
		sum += magnitude;
	}
	return 0;
}

/* lead[i] becomes what the player to move wins by on the interval that starts at i, length after
 * length, in place: lead[i + 1] is read before it is overwritten. */
static int64_t lead_of_whole_row(const int64_t *values, size_t n, int64_t *lead)
{
	memcpy(lead, values, n * sizeof *lead);
	for (size_t length = 2; length <= n; length++) {
		const int64_t *last = values + length - 1;
		for (size_t i = 0; i + length <= n; i++) {
			int64_t take_first = values[i] - lead[i + 1];
			int64_t take_last = last[i] - lead[i];
			lead[i] = take_first > take_last ? take_first : take_last;
		}
	}
	return lead[0];
}

int as_reference_optimal(
	const int64_t *values, size_t n, int64_t *first_total, struct as_error *error)
{
	if (n == 0)
		return as_error_set(error, AS_ERROR_INPUT, "a row needs at least one value");
	if (check_magnitudes(values, n, error))
		return -1;
	AS_AUTO_FREE int64_t *lead = calloc(n, sizeof *lead);
	if (!lead)
		return as_error_no_memory(error);
	int64_t difference = lead_of_whole_row(values, n, lead);
	int64_t sum = 0;
	for (size_t i = 0; i < n; i++)
		sum += values[i];
	/* sum + difference is twice the total and may not fit: halve without adding. Both have
	 * the same parity, so nothing is rounded. */
	*first_total = (sum & difference) + ((sum ^ difference) >> 1);
	return 0;
}
