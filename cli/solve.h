/* SPDX-License-Identifier: MIT */
/* solve: the explanations and tables of `assay solve`. */
#ifndef ASSAY_CLI_SOLVE_H
#define ASSAY_CLI_SOLVE_H

#include <assay/reference.h>

/** The rules by which the two players play. */
enum solve_game {
	SOLVE_GAME_OPTIMAL,
	SOLVE_GAME_DUMB,   /**< the second player helps */
	SOLVE_GAME_WHO,    /**< both play optimally; who wins */
	SOLVE_GAME_BOTH,   /**< the two above, one after the other */
	SOLVE_GAME_TWO,    /**< two coins a turn */
	SOLVE_GAME_GREEDY, /**< both take the larger end */
	SOLVE_GAME_PARITY, /**< the odd/even strategy: two sums instead of moves */
};

/** A table of more coins is wider than a page. */
#define SOLVE_MAX_TABLE 20

/** Both players' totals; of SOLVE_GAME_BOTH the first player's, in both games. */
int solve_totals(const int64_t *values, size_t n, enum solve_game game, enum as_algorithm algorithm,
	struct as_totals *totals, struct as_error *error);
/** As as_reference_moves, with a progress bar. */
int solve_find_moves(const int64_t *values, size_t n, enum as_play play,
	enum as_algorithm algorithm, char *moves, struct as_error *error);
/** Prints the moves turn by turn, and both totals. */
int solve_explain(const struct as_row *row, enum solve_game game, enum as_algorithm algorithm,
	struct as_error *error);
/** Prints the game of the moves, L or R for each coin. Other characters are an AS_ERROR_INPUT. */
int solve_replay(const struct as_row *row, const char *moves, struct as_error *error);
/** Prints what the player to move gets from each interval. More than SOLVE_MAX_TABLE coins are an
 * AS_ERROR_INPUT. */
int solve_print_table(const struct as_row *row, enum solve_game game, enum as_algorithm algorithm,
	struct as_error *error);

/** Solves the input read from a descriptor, and prints the result to stdout. */
typedef int solve_input_work(void *context, int fd, struct as_error *error);
/**
 * Solves the inputs on standard input. Each consists of its size in decimal, a line feed and its
 * bytes. Prints for each the exit status, the size of the result and a line feed, then the result,
 * or the error if the status is not 0. -1: standard input is malformed.
 */
int solve_many(solve_input_work *work, void *context, struct as_error *error);

#endif
