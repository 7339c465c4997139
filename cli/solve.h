/* SPDX-License-Identifier: MIT */
/* What `assay solve` prints for people: the game as the articles print it. */
#ifndef ASSAY_CLI_SOLVE_H
#define ASSAY_CLI_SOLVE_H

#include <assay/reference.h>

/** Who plays how. */
enum solve_game {
	SOLVE_GAME_OPTIMAL,
	SOLVE_GAME_DUMB,   /**< the second player helps */
	SOLVE_GAME_BOTH,   /**< the two above, one after the other */
	SOLVE_GAME_TWO,    /**< two coins a turn */
	SOLVE_GAME_GREEDY, /**< both take the larger end */
	SOLVE_GAME_PARITY, /**< the odd/even strategy: two sums instead of moves */
};

/** A table of more coins is wider than a page. */
#define SOLVE_TABLE_MOST 20

/** Prints who takes which coin, turn by turn, and both totals. */
int solve_explain(const struct as_row *row, enum solve_game game, enum as_algorithm algorithm,
	struct as_error *error);
/** Prints what who begins gets of each interval; more than SOLVE_TABLE_MOST coins are refused. */
int solve_print_table(const struct as_row *row, enum solve_game game, enum as_algorithm algorithm,
	struct as_error *error);

#endif
