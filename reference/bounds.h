/* SPDX-License-Identifier: MIT */
/* What every solver refuses, and halving: the only code that the algorithms have in common. */
#ifndef ASSAY_REFERENCE_BOUNDS_H
#define ASSAY_REFERENCE_BOUNDS_H

#include <assay/reference.h>

/** Adds magnitudes to *sum as long as that is at most 2^63 - 1; returns of how many values it is.
 */
size_t as_bounds_add(const int64_t *values, size_t n, uint64_t *sum);

/** Refuses what reference.h says; else *magnitude (may be NULL) is |v_1| + ... + |v_n|. */
int as_bounds_check(
	const int64_t *values, size_t n, uint64_t *magnitude, struct as_error *error) AS_MUST_USE;

/** Refuses an odd n with "WHAT needs an even n, got n = N". */
int as_bounds_check_even(const char *what, size_t n, struct as_error *error) AS_MUST_USE;

#endif
