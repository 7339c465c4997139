/* SPDX-License-Identifier: MIT */
/* The checks of every solver, and halving: the only code that the algorithms share. */
#ifndef ASSAY_REFERENCE_BOUNDS_H
#define ASSAY_REFERENCE_BOUNDS_H

#include <assay/reference.h>

/** Adds magnitudes to *sum while it is at most 2^63 - 1; returns the number of values added. */
size_t as_bounds_add(const int64_t *values, size_t n, uint64_t *sum);

/** Checks the bounds stated in reference.h; *magnitude (may be NULL) is set to |v_1| + ... + |v_n|.
 */
int as_bounds_check(
	const int64_t *values, size_t n, uint64_t *magnitude, struct as_error *error) AS_MUST_USE;

/** Refuses an odd n: "WHAT needs an even n, got n = N". */
int as_bounds_check_even(const char *what, size_t n, struct as_error *error) AS_MUST_USE;

#endif
