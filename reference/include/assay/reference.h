/* SPDX-License-Identifier: MIT */
/**
 * reference: solvers of the coin-row game, the oracle that makes the expected outputs. Two players
 * in turn take a coin from either end of a row, and each maximises their own total.
 *
 * The judge never links it: an oracle shares no code with what it checks.
 *
 * Life cycle: a reader reads one row after the other, a solver takes its values, as_row_clear frees
 * them.
 */
#ifndef ASSAY_REFERENCE_H
#define ASSAY_REFERENCE_H

#include <assay/base.h>

/* ---- reading ----------------------------------------------------------------------------- */

/** A row of coins. */
struct as_row {
	int64_t *values;
	size_t count;
	size_t capacity; /**< of `values`; private */
};
#define AS_AUTO_ROW AS_AUTO(as_row_clear)

void as_row_clear(struct as_row *row);

/**
 * Reads numbers, separated by any white space, from `fd` to its end. Memory grows with the values
 * that were read, never with the n that the input states, and a token takes constant memory
 * whatever its length. Unexpected input is an AS_ERROR_INPUT with line and column (counted in
 * bytes) and the expectation; error.where is `name`. The reader buffers: it reads ahead of the
 * values that it returned.
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
/** Reads the number of cases that follow, at least 1. */
int as_row_reader_cases(struct as_row_reader *reader, uint64_t *count,
	struct as_error *error) AS_MUST_USE AS_NONNULL(1, 2);
/**
 * Reads n, at least 1, and n values of at least `min` (INT64_MIN: any). Their magnitudes must sum
 * to at most 2^63 - 1, which every solver requires. `row` was initialised with `= {0}` or has an
 * earlier row, whose memory is reused. On failure it is empty.
 */
int as_row_reader_row(struct as_row_reader *reader, int64_t min, struct as_row *row,
	struct as_error *error) AS_MUST_USE AS_NONNULL(1, 3);
/** Fails if anything but white space follows. */
int as_row_reader_end(struct as_row_reader *reader, struct as_error *error) AS_MUST_USE
	AS_NONNULL(1);

/* ---- solving ------------------------------------------------------------------------------ */

/**
 * Every solver borrows `values`. It refuses (AS_ERROR_INPUT, before computing anything) exactly the
 * rows with n = 0 or |v_1| + ... + |v_n| > 2^63 - 1, and those that its own comment names. Within
 * that bound no sum, difference or fused value can overflow. Negative values are allowed. On
 * failure the results are not changed.
 */
struct as_totals {
	int64_t first;
	int64_t second;
};

/** LINEAR and DP share no code, so that each can check the other. */
enum as_algorithm {
	AS_ALGORITHM_FASTEST, /**< LINEAR for totals, DP for moves */
	AS_ALGORITHM_LINEAR,  /**< fuses peaks: O(n) time */
	AS_ALGORITHM_DP,      /**< all intervals, length after length: O(n^2) time, O(n) memory */
};

/** The goal of the second player. */
enum as_play {
	AS_PLAY_OPTIMAL, /**< the greatest total of the second player */
	AS_PLAY_DUMB,    /**< the greatest total of the first player */
};

/** Computes both totals if both play optimally. */
int as_reference_optimal(const int64_t *values, size_t n, enum as_algorithm algorithm,
	struct as_totals *totals, struct as_error *error) AS_MUST_USE AS_NONNULL(4);
/** Computes both totals if the second player helps the first. O(n^2) time, O(n) memory. */
int as_reference_dumb(const int64_t *values, size_t n, struct as_totals *totals,
	struct as_error *error) AS_MUST_USE AS_NONNULL(3);
/**
 * Computes both totals if a turn takes exactly two coins from one end and both play optimally. An
 * odd n is an AS_ERROR_INPUT.
 */
int as_reference_two(const int64_t *values, size_t n, enum as_algorithm algorithm,
	struct as_totals *totals, struct as_error *error) AS_MUST_USE AS_NONNULL(4);
/**
 * Computes the odd/even strategy. totals->first is the total that it guarantees: the greater of the
 * totals of the coins at odd and at even places. totals->second is the other one. An odd n is an
 * AS_ERROR_INPUT.
 */
int as_reference_parity(const int64_t *values, size_t n, struct as_totals *totals,
	struct as_error *error) AS_MUST_USE AS_NONNULL(3);
/**
 * Computes both totals if each takes the larger end, the left one if they are equal. This strategy
 * is not optimal. `moves` is as in as_reference_moves, or NULL.
 */
int as_reference_greedy(const int64_t *values, size_t n, char *moves, struct as_totals *totals,
	struct as_error *error) AS_MUST_USE AS_NONNULL(4);
/** Called during long work, from the calling thread, after `done` of `total` steps. */
struct as_solve_progress {
	void (*step)(void *context, size_t done, size_t total);
	void *context;
};
/**
 * Writes a game of best moves into `moves`: n letters L and R, the moves of both players, and a
 * NUL. If both ends are equally good, the move is L. O(n^2) time by either algorithm, DP about 40
 * times faster; it takes about 300 n bytes of memory and n^2 / 4096 more. AS_PLAY_DUMB has no
 * linear algorithm and ignores `algorithm`. `progress` may be NULL; the linear algorithm does not
 * call it.
 */
int as_reference_moves(const int64_t *values, size_t n, enum as_play play,
	enum as_algorithm algorithm, const struct as_solve_progress *progress, char *moves,
	struct as_error *error) AS_MUST_USE AS_NONNULL(6);

#endif
