/* SPDX-License-Identifier: MIT */
/**
 * reference: solvers of the coin-row game, the oracle that makes the expected outputs. Two players
 * in turn take a coin from either end of a row; each wants the greatest total for himself.
 *
 * The judge never links it: an oracle shares no code with what it checks.
 *
 * Life cycle: as_row_read reads a row (or a reader one row after the other), a solver takes its
 * values, as_row_clear frees them.
 */
#ifndef ASSAY_REFERENCE_H
#define ASSAY_REFERENCE_H

#include <assay/base.h>

/* ---- reading ----------------------------------------------------------------------------- */

/** A row of coins. */
struct as_row {
	int64_t *values;
	size_t count;
	size_t capacity; /**< that `values` has room for; private */
};
#define AS_AUTO_ROW AS_AUTO(as_row_clear)

void as_row_clear(struct as_row *row);

/**
 * Reads numbers, separated by any white space, from `fd` to its end. Memory grows with the values
 * that really came, never with what n promises, and a token takes constant memory whatever its
 * length. What is not as expected is an AS_ERROR_INPUT with line and column (counted in bytes) and
 * what was expected; `name` is what error.where shows. Not seekable: bytes are read ahead.
 */
struct as_row_reader;
/** `fd` and `name` are borrowed until as_row_reader_free. */
struct as_row_reader *as_row_reader_new(
	int fd, const char *name, struct as_error *error) AS_MUST_USE AS_NONNULL(2);
void as_row_reader_free(struct as_row_reader *reader);
static inline void as_auto_row_reader(struct as_row_reader **reader)
{
	as_row_reader_free(*reader);
}
#define AS_AUTO_ROW_READER AS_AUTO(as_auto_row_reader)
/** Reads how many cases follow, at least 1. */
int as_row_reader_cases(struct as_row_reader *reader, uint64_t *count,
	struct as_error *error) AS_MUST_USE AS_NONNULL(1, 2);
/**
 * Reads n, at least 1, and n values of at least `least` (INT64_MIN: any), whose magnitudes sum to at
 * most 2^63 - 1, as every solver asks. `row` was initialised with `= {0}` or holds an earlier row,
 * whose memory is used again. On failure it is empty.
 */
int as_row_reader_row(struct as_row_reader *reader, int64_t least, struct as_row *row,
	struct as_error *error) AS_MUST_USE AS_NONNULL(1, 3);
/** Fails where anything but white space follows. */
int as_row_reader_end(struct as_row_reader *reader, struct as_error *error) AS_MUST_USE
	AS_NONNULL(1);

/** The three in one: a single row of any values, and nothing after it. */
int as_row_read(int fd, const char *name, struct as_row *row, struct as_error *error) AS_MUST_USE
	AS_NONNULL(2, 3);

/* ---- solving ------------------------------------------------------------------------------ */

/**
 * Every solver borrows `values` and refuses exactly those rows (AS_ERROR_INPUT, before anything is
 * computed) that have n = 0 or |v_1| + ... + |v_n| > 2^63 - 1, and what its own comment names:
 * below that bound no sum, difference or fused value can overflow. Negative values are allowed.
 * On failure the results are left alone.
 */
struct as_totals {
	int64_t first;
	int64_t second;
};

/** The two share no code, so that each can be held against the other. */
enum as_algorithm {
	AS_ALGORITHM_LINEAR, /**< fuses peaks: O(n) time */
	AS_ALGORITHM_DP,     /**< all intervals, length after length: O(n^2) time, O(n) memory */
};

/** What the second player wants. */
enum as_play {
	AS_PLAY_OPTIMAL, /**< the greatest total for himself */
	AS_PLAY_DUMB,    /**< the greatest total for the first player */
};

/** Both totals when both play optimally. */
int as_reference_optimal(const int64_t *values, size_t n, enum as_algorithm algorithm,
	struct as_totals *totals, struct as_error *error) AS_MUST_USE AS_NONNULL(4);
/** Both totals when the second player helps the first. O(n^2) time, O(n) memory. */
int as_reference_dumb(const int64_t *values, size_t n, struct as_totals *totals,
	struct as_error *error) AS_MUST_USE AS_NONNULL(3);
/**
 * Both totals when a turn takes exactly two coins from one end and both play optimally. An odd n is
 * an AS_ERROR_INPUT.
 */
int as_reference_two(const int64_t *values, size_t n, enum as_algorithm algorithm,
	struct as_totals *totals, struct as_error *error) AS_MUST_USE AS_NONNULL(4);
/**
 * The odd/even strategy: totals->first is what it guarantees, the greater of the totals of the
 * coins at odd and at even places, and totals->second the other. An odd n is an AS_ERROR_INPUT.
 */
int as_reference_parity(const int64_t *values, size_t n, struct as_totals *totals,
	struct as_error *error) AS_MUST_USE AS_NONNULL(3);
/**
 * Both totals when each takes the larger end, left on equal: what fails. `moves` as in
 * as_reference_moves, or NULL.
 */
int as_reference_greedy(const int64_t *values, size_t n, char *moves, struct as_totals *totals,
	struct as_error *error) AS_MUST_USE AS_NONNULL(4);
/**
 * A game in which every move is the best, the left coin on equal: n letters L and R, the moves of
 * both players, and a NUL into `moves`. O(n^2) time, O(n) memory by either algorithm.
 * AS_PLAY_DUMB knows no linear algorithm: `algorithm` is not looked at.
 */
int as_reference_moves(const int64_t *values, size_t n, enum as_play play,
	enum as_algorithm algorithm, char *moves, struct as_error *error) AS_MUST_USE AS_NONNULL(5);

#endif
