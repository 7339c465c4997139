/* SPDX-License-Identifier: MIT */
/**
 * reference: solvers of the coin-row game, the oracle that makes the expected outputs. Two players
 * in turn take a coin from either end of a row; each wants the greatest total for himself.
 *
 * The judge never links it: an oracle shares no code with what it checks.
 *
 * Life cycle: as_row_read reads a row, a solver takes its values, as_row_clear frees them.
 */
#ifndef ASSAY_REFERENCE_H
#define ASSAY_REFERENCE_H

#include <assay/base.h>

/** A row of coins. */
struct as_row {
	int64_t *values;
	size_t count;
};
#define AS_AUTO_ROW AS_AUTO(as_row_clear)

/**
 * Reads "n" and then n integers, separated by any white space, up to the end of `fd` (borrowed).
 * Fills `row`, which was initialised with `= {0}` or cleared; clear it with as_row_clear.
 * Memory grows with the values that really came, never with what n promises, and a token takes
 * constant memory whatever its length. n missing or 0, too few or too many values, a token that is
 * no whole number or does not fit int64: AS_ERROR_INPUT with line and column (counted in bytes) and
 * what was expected; `name` is what error.where shows. On failure the row is empty.
 */
int as_row_read(int fd, const char *name, struct as_row *row, struct as_error *error) AS_MUST_USE
	AS_NONNULL(2, 3);
void as_row_clear(struct as_row *row);

/**
 * The first player's total when both play optimally, any n >= 1, negative values allowed. Takes
 * O(n^2) time and O(n) memory. Exactly those rows are refused (AS_ERROR_INPUT, before anything
 * is computed) that have n = 0 or |v_1| + ... + |v_n| > 2^63 - 1: below that bound nothing can
 * overflow. `values` are borrowed.
 */
int as_reference_optimal(const int64_t *values, size_t n, int64_t *first_total,
	struct as_error *error) AS_MUST_USE AS_NONNULL(3);

#endif
