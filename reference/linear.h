/* SPDX-License-Identifier: MIT */
/* The linear algorithm, for a row that has passed as_bounds_check. */
#ifndef ASSAY_REFERENCE_LINEAR_H
#define ASSAY_REFERENCE_LINEAR_H

#include <assay/reference.h>

/** The first player's total minus the second's. */
int as_linear_lead(
	const int64_t *values, size_t n, int64_t *lead, struct as_error *error) AS_MUST_USE;
/** Like as_reference_moves, for optimal play. */
int as_linear_moves(
	const int64_t *values, size_t n, char *moves, struct as_error *error) AS_MUST_USE;

#endif
