/* SPDX-License-Identifier: MIT */
/* A row of coins, and the total that the first player can guarantee in every part of it. */
#ifndef ROW_H
#define ROW_H

#include <inttypes.h>
#include <stddef.h>
#include <stdint.h>

#define MAX_N 1000

/* The row that row_solve solved last. */
struct row {
	const int64_t *coin;
	size_t n;
	int64_t before[MAX_N + 1];  /* the sum of the coins before each */
	int64_t best[MAX_N][MAX_N]; /* of the coins i to j, where i <= j */
};

static inline int64_t smaller(int64_t a, int64_t b)
{
	return a < b ? a : b;
}

static inline int64_t larger(int64_t a, int64_t b)
{
	return a > b ? a : b;
}

static inline int64_t row_sum(const struct row *row, size_t i, size_t j)
{
	return row->before[j + 1] - row->before[i];
}

/* The other player gets all coins that the player to move does not get. */
static inline void row_solve(struct row *row, const int64_t *coin, size_t n)
{
	row->coin = coin;
	row->n = n;
	for (size_t i = 0; i < n; i++)
		row->before[i + 1] = row->before[i] + coin[i];
	for (size_t i = n; i-- > 0;) {
		row->best[i][i] = coin[i];
		for (size_t j = i + 1; j < n; j++)
			row->best[i][j] = row_sum(row, i, j) -
					  smaller(row->best[i + 1][j], row->best[i][j - 1]);
	}
}

#endif
