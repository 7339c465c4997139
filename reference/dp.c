/* SPDX-License-Identifier: MIT */
/*
 * Totals need one diagonal at a time. But a game is played from the longest interval down, while
 * diagonals are computed upwards. So some diagonals are kept, and between two of them only the
 * intervals that the game can still reach are computed again: a triangle.
 */
#include "dp.h"
#include "diagonals.h"

#include <string.h>

/* The maximum number of diagonals kept: O(n) memory, and an n-th of the work is done twice. */
#define KEPT_DIAGONALS 64

int as_dp_total(const int64_t *values, size_t n, uint64_t magnitude, enum as_play play,
	int64_t *first, struct as_error *error)
{
	AS_AUTO_DIAGONALS struct as_diagonals diagonals = {0};
	if (as_diagonals_init(
		    &diagonals, values, n, play, as_diagonal_kernel_choose(magnitude), error))
		return -1;
	as_diagonals_advance(&diagonals, n);
	*first = diagonals.total[0];
	return 0;
}

/* Every `apart`-th diagonal, from length 0 on, one after another. */
struct kept {
	size_t n;
	size_t apart;
	size_t count;
	int64_t *totals;
	const struct as_solve_progress *progress; /* or NULL */
	size_t done;                              /* steps done: two for each diagonal */
};

static void step(struct kept *kept)
{
	if (kept->progress)
		kept->progress->step(kept->progress->context, ++kept->done, 2 * kept->count);
}

static size_t place_of(const struct kept *kept, size_t i)
{
	return i * (kept->n + 1) - i * (i - 1) / 2 * kept->apart;
}

static int keep_diagonals(struct kept *kept, struct as_diagonals *diagonals, struct as_error *error)
{
	kept->totals = reallocarray(NULL, place_of(kept, kept->count), sizeof *kept->totals);
	if (!kept->totals)
		return as_error_no_memory(error);
	for (size_t i = 0; i < kept->count; i++) {
		as_diagonals_advance(diagonals, i * kept->apart);
		memcpy(kept->totals + place_of(kept, i), diagonals->total,
			(kept->n - diagonals->length + 1) * sizeof *kept->totals);
		step(kept);
	}
	return 0;
}

/* The intervals within one of `longest` coins, from length `shortest` on. */
struct triangle {
	const int64_t *values; /* of the longest */
	size_t n;              /* of the whole row */
	size_t shortest;
	size_t longest;
	bool helps;
	int64_t *total; /* for the intervals of one length; at most longest - shortest + 1 */
	bool *left;     /* the choices, longest - shortest + 1 for each length */
};

/* Records the choices for all intervals of a length. If both ends are equally good, the choice is
 * left, for either player. */
static void choose_all(const struct triangle *triangle, size_t length)
{
	bool mine = as_diagonals_first_moves(triangle->n, length);
	bool wants_more = mine || triangle->helps;
	size_t width = triangle->longest - triangle->shortest + 1;
	bool *left = triangle->left + (length - triangle->shortest - 1) * width;
	for (size_t i = 0; i + length <= triangle->longest; i++) {
		int64_t take_left = triangle->total[i + 1] + (mine ? triangle->values[i] : 0);
		int64_t take_right =
			triangle->total[i] + (mine ? triangle->values[i + length - 1] : 0);
		left[i] = wants_more ? take_left >= take_right : take_left <= take_right;
		triangle->total[i] = left[i] ? take_left : take_right;
	}
}

/* Writes the moves from the longest interval down to the shortest; returns the start of that
 * interval. */
static size_t follow(const struct triangle *triangle, char *moves)
{
	size_t width = triangle->longest - triangle->shortest + 1;
	size_t i = 0;
	for (size_t length = triangle->longest; length > triangle->shortest; length--) {
		bool left = triangle->left[(length - triangle->shortest - 1) * width + i];
		*moves++ = left ? 'L' : 'R';
		i += left;
	}
	return i;
}

static int play_down(struct kept *kept, const int64_t *values, enum as_play play, char *moves,
	struct as_error *error)
{
	size_t begin = 0;
	size_t longest = kept->n;
	AS_AUTO_FREE bool *left = reallocarray(NULL, kept->apart, kept->apart + 1);
	if (!left)
		return as_error_no_memory(error);
	for (size_t i = kept->count; i-- > 0;) {
		const struct triangle triangle = {
			.values = values + begin,
			.n = kept->n,
			.shortest = i * kept->apart,
			.longest = longest,
			.helps = play == AS_PLAY_DUMB,
			.total = kept->totals + place_of(kept, i) + begin,
			.left = left,
		};
		for (size_t length = triangle.shortest + 1; length <= longest; length++)
			choose_all(&triangle, length);
		begin += follow(&triangle, moves + kept->n - longest);
		longest = triangle.shortest;
		step(kept);
	}
	moves[kept->n] = '\0';
	return 0;
}

int as_dp_moves(const int64_t *values, size_t n, uint64_t magnitude, enum as_play play,
	const struct as_solve_progress *progress, char *moves, struct as_error *error)
{
	AS_AUTO_DIAGONALS struct as_diagonals diagonals = {0};
	const size_t apart = n / KEPT_DIAGONALS + 1;
	struct kept kept = {
		.n = n, .apart = apart, .count = (n - 1) / apart + 1, .progress = progress};
	if (as_diagonals_init(
		    &diagonals, values, n, play, as_diagonal_kernel_choose(magnitude), error))
		return -1;
	int failed = keep_diagonals(&kept, &diagonals, error) ||
		     play_down(&kept, values, play, moves, error);
	free(kept.totals);
	return failed ? -1 : 0;
}
