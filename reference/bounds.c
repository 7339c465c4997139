/* SPDX-License-Identifier: MIT */
#include "bounds.h"

/* The only check for overflow: no interval's sum, total, difference or fused value has a greater
 * magnitude than the sum of all magnitudes. */
size_t as_bounds_add(const int64_t *values, size_t n, uint64_t *sum)
{
	for (size_t i = 0; i < n; i++) {
		uint64_t magnitude = values[i] < 0 ? 0 - (uint64_t)values[i] : (uint64_t)values[i];
		if (magnitude > INT64_MAX || *sum + magnitude > INT64_MAX)
			return i;
		*sum += magnitude;
	}
	return n;
}

int as_bounds_check(const int64_t *values, size_t n, uint64_t *total, struct as_error *error)
{
	uint64_t sum = 0;
	if (n == 0)
		return as_error_set(error, AS_ERROR_INPUT, "a row needs at least one value");
	size_t fit = as_bounds_add(values, n, &sum);
	if (fit < n)
		return as_error_set(error, AS_ERROR_INPUT,
			"the magnitudes of the first %zu values sum to more than 2^63 - 1: "
			"use smaller values",
			fit + 1);
	if (total)
		*total = sum;
	return 0;
}

int as_bounds_check_even(const char *what, size_t n, struct as_error *error)
{
	if (n % 2 == 0)
		return 0;
	return as_error_set(error, AS_ERROR_INPUT, "%s needs an even n, got n = %zu", what, n);
}
