/* SPDX-License-Identifier: MIT */
/* The dynamic program over all intervals of a row that has passed as_bounds_check. */
#ifndef ASSAY_REFERENCE_DP_H
#define ASSAY_REFERENCE_DP_H

#include <assay/reference.h>

/** The first player's total. `magnitude` is that of as_bounds_check. */
int as_dp_total(const int64_t *values, size_t n, uint64_t magnitude, enum as_play play,
	int64_t *first, struct as_error *error) AS_MUST_USE;
/** Like as_reference_moves. */
int as_dp_moves(const int64_t *values, size_t n, uint64_t magnitude, enum as_play play,
	const struct as_solve_progress *progress, char *moves, struct as_error *error) AS_MUST_USE;

#endif
