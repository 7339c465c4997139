/* SPDX-License-Identifier: MIT */
/* The diagonals of the table of the dynamic program: the first player's total in each interval of
 * one length, length after length. */
#ifndef ASSAY_REFERENCE_DIAGONALS_H
#define ASSAY_REFERENCE_DIAGONALS_H

#include <assay/reference.h>

/** Code for vectors of one width and cells of one size, for processors that have them. */
struct as_diagonal_kernel;
/** The i-th kernel, the best ones first, or NULL past the last. */
const struct as_diagonal_kernel *as_diagonal_kernel_at(size_t i);
const char *as_diagonal_kernel_name(const struct as_diagonal_kernel *kernel) AS_NONNULL(1);
/** True if this processor has it, and its cells can hold all numbers of a row of that magnitude. */
bool as_diagonal_kernel_fits(const struct as_diagonal_kernel *kernel, uint64_t magnitude)
	AS_NONNULL(1);
/** The first kernel that fits. */
const struct as_diagonal_kernel *as_diagonal_kernel_choose(uint64_t magnitude);

struct as_diagonals {
	const int64_t *values; /**< borrowed */
	size_t n;
	enum as_play play;
	const struct as_diagonal_kernel *kernel; /**< NULL: cell by cell */
	size_t length;
	int64_t *total; /**< total[i]: of the interval of `length` coins that begins at i */
	void *scratch;
};
#define AS_AUTO_DIAGONALS AS_AUTO(as_diagonals_clear)

/** Begins at length 0, with all totals 0. The row must have passed as_bounds_check. */
int as_diagonals_init(struct as_diagonals *diagonals, const int64_t *values, size_t n,
	enum as_play play, const struct as_diagonal_kernel *kernel,
	struct as_error *error) AS_MUST_USE AS_NONNULL(1);
void as_diagonals_clear(struct as_diagonals *diagonals);
/** Advances to a length that is not smaller, and at most n. */
void as_diagonals_advance(struct as_diagonals *diagonals, size_t length) AS_NONNULL(1);

/** True if the first player is to move. */
static inline bool as_diagonals_first_moves(size_t n, size_t length)
{
	return (n - length) % 2 == 0;
}

#endif
