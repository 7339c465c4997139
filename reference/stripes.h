/* SPDX-License-Identifier: MIT */
/*
 * One kernel of diagonals.c, which includes this file once for each kernel, with CELL, LANES,
 * NAME(part), TARGET (attributes of the computing functions) and MORE(a, b), LESS(a, b) for two
 * vectors.
 *
 * A diagonal is stored in stripes: lane w of vector t is the interval that begins at w * count + t.
 * So the interval that begins one coin further right is in the next vector, and nothing is ever
 * shuffled. A pass from the last vector to the first computes eight diagonals at once, in
 * registers, and stores the eighth. (Taking a block of vectors through several passes while it is
 * in the cache was tried, and gained nothing.)
 *
 * After the last vector the first ones are repeated, one lane further left: the halo, which each
 * diagonal makes one vector shorter. Cells beyond the row are 0 and behave like coins of no value;
 * they never affect an interval of the row.
 */

typedef CELL NAME(vector) __attribute__((vector_size(LANES * sizeof(CELL))));

/* Sets lane w of vector t to source[w * count + t] if that index is below `limit`. */
static void NAME(stripe)(
	CELL *stripes, size_t vectors, size_t count, const int64_t *source, size_t limit)
{
	for (size_t lane = 0; lane < LANES; lane++) {
		size_t begin = lane * count;
		size_t filled = begin < limit ? limit - begin : 0;
		if (filled > vectors)
			filled = vectors;
		for (size_t t = 0; t < filled; t++)
			stripes[t * LANES + lane] = (CELL)source[begin + t];
		for (size_t t = filled; t < vectors; t++)
			stripes[t * LANES + lane] = 0;
	}
}

static void NAME(unstripe)(const CELL *stripes, size_t count, int64_t *target, size_t limit)
{
	for (size_t lane = 0; lane < LANES; lane++)
		for (size_t t = 0; t < count && lane * count + t < limit; t++)
			target[lane * count + t] = (int64_t)stripes[t * LANES + lane];
}

static void NAME(refresh_halo)(CELL *totals, size_t count)
{
	for (size_t t = 0; t < DIAGONALS; t++) {
		CELL *halo = totals + (count + t) * LANES;
		memcpy(halo, totals + t * LANES + 1, (LANES - 1) * sizeof(CELL));
		halo[LANES - 1] = 0;
	}
}

/* Vector t + 1 of the diagonals that a pass holds in registers. */
struct NAME(next) {
	NAME(vector) a, b, c, d, e, f, g, h;
};

/*
 * In place, from a diagonal after which the second player is to move to the eighth after it. a to h
 * are vector t of the first to the last but one. first[t] is the coin at an interval's left end,
 * last[t + i] that at the right end of the interval that is i + 1 coins longer.
 */
TARGET static inline __attribute__((always_inline)) void NAME(pass)(CELL *total_cells,
	const CELL *first_cells, const CELL *last_cells, size_t vectors, bool helps)
{
	typedef NAME(vector) vector;
	vector *totals = (vector *)total_cells;
	const vector *first = (const vector *)first_cells;
	const vector *last = (const vector *)last_cells;
	struct NAME(next) next = {0};
	for (size_t t = vectors; t-- > 0;) {
		vector a = totals[t];
		vector b = helps ? MORE(a, next.a) : LESS(a, next.a);
		vector c = MORE(first[t] + next.b, last[t + 1] + b);
		vector d = helps ? MORE(c, next.c) : LESS(c, next.c);
		vector e = MORE(first[t] + next.d, last[t + 3] + d);
		vector f = helps ? MORE(e, next.e) : LESS(e, next.e);
		vector g = MORE(first[t] + next.f, last[t + 5] + f);
		vector h = helps ? MORE(g, next.g) : LESS(g, next.g);
		totals[t] = MORE(first[t] + next.h, last[t + 7] + h);
		next = (struct NAME(next)){a, b, c, d, e, f, g, h};
	}
}

/* The size of a phase, in cells. */
static size_t NAME(cells)(size_t count, size_t steps)
{
	return LANES * (3 * (count + DIAGONALS) + steps);
}

TARGET static void NAME(phase)(const struct phase *phase, int64_t *total, void *scratch)
{
	size_t count = (phase->intervals + LANES - 1) / LANES;
	size_t vectors = count + DIAGONALS;
	CELL *totals = scratch;
	CELL *first = totals + vectors * LANES;
	CELL *last = first + vectors * LANES;
	NAME(stripe)(totals, vectors, count, total, phase->intervals);
	NAME(stripe)(first, vectors, count, phase->values, phase->n);
	NAME(stripe)
	(last, vectors + phase->steps, count, phase->values + phase->length,
		phase->n - phase->length);
	for (size_t step = 0; step < phase->steps; step += DIAGONALS) {
		NAME(refresh_halo)(totals, count);
		if (phase->helps)
			NAME(pass)(totals, first, last + step * LANES, vectors, true);
		else
			NAME(pass)(totals, first, last + step * LANES, vectors, false);
	}
	NAME(unstripe)(totals, count, total, phase->intervals - phase->steps);
}

#undef CELL
#undef LANES
#undef NAME
#undef TARGET
#undef MORE
#undef LESS
