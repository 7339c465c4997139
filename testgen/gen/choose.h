/* SPDX-License-Identifier: MIT */
#pragma once
#include "draws.h"

/* ---- choices --------------------------------------------------------------------------------- */

/** Draws true with probability `of` / `all`. */
static inline bool gen_chance(int64_t of, int64_t all)
{
	if (of < 0 || all < 1 || of > all)
		gen_fail("gen_chance: no %" PRId64 " out of %" PRId64, of, all);
	return gen_draw((uint64_t)all - 1) >= (uint64_t)(all - of);
}

/** Draws the maximum of times + 1 numbers from lo to hi; if `times` < 0, the minimum of -times +
 * 1. */
static inline int64_t gen_int_skewed(int64_t lo, int64_t hi, int times)
{
	int64_t best = gen_int(lo, hi);
	for (int i = times < 0 ? times : -times; i < 0; i++) {
		int64_t value = gen_int(lo, hi);
		if (times < 0 ? value < best : value > best)
			best = value;
	}
	return best;
}

/** Weights for many draws; free with gen_weights_free. */
struct gen_weights {
	uint64_t *upto; /* sums */
	size_t count;
};

/* The sum of weights, each 0 or more, and not all 0. */
static inline uint64_t gen_weights_sum_(const int64_t *weights, size_t count)
{
	uint64_t sum = 0;
	for (size_t i = 0; i < count; i++) {
		if (weights[i] < 0 || sum > UINT64_MAX - (uint64_t)weights[i])
			gen_fail("weight %zu is below 0 or too great: %" PRId64, i, weights[i]);
		sum += (uint64_t)weights[i];
	}
	if (sum == 0)
		gen_fail("all weights are 0");
	return sum;
}

/** Draws an index from 0 to count - 1, with a probability in proportion to its weight. */
static inline size_t gen_weighted(const int64_t *weights, size_t count)
{
	uint64_t at = gen_draw(gen_weights_sum_(weights, count) - 1);
	size_t index = 0;
	while (at >= (uint64_t)weights[index])
		at -= (uint64_t)weights[index++];
	return index;
}

static inline struct gen_weights gen_weights_new(const int64_t *weights, size_t count)
{
	struct gen_weights made;
	uint64_t sum = 0;
	gen_weights_sum_(weights, count);
	made.upto = (uint64_t *)gen_allocate_(count, sizeof *made.upto);
	made.count = count;
	for (size_t i = 0; i < count; i++)
		made.upto[i] = sum += (uint64_t)weights[i];
	return made;
}

static inline void gen_weights_free(struct gen_weights *weights)
{
	free(weights->upto);
	weights->upto = NULL;
}

/** Draws the same index as gen_weighted, in logarithmic time. */
static inline size_t gen_weights_draw(const struct gen_weights *weights)
{
	size_t lo = 0, hi = weights->count - 1;
	uint64_t at = gen_draw(weights->upto[hi] - 1);
	while (lo < hi) {
		size_t middle = lo + (hi - lo) / 2;
		if (at < weights->upto[middle])
			hi = middle;
		else
			lo = middle + 1;
	}
	return lo;
}

static inline void gen_swap_(char *a, char *b, size_t size)
{
	char kept[64];
	while (size) {
		size_t part = size < sizeof kept ? size : sizeof kept;
		memcpy(kept, a, part);
		memcpy(a, b, part);
		memcpy(b, kept, part);
		a += part;
		b += part;
		size -= part;
	}
}

/** Shuffles `count` elements of `size` bytes. */
static inline void gen_shuffle(void *things, size_t count, size_t size)
{
	char *at = (char *)things;
	gen_part_begin();
	gen_bulk_begin_();
	for (size_t i = count; i-- > 1;) {
		size_t j = i - (size_t)gen_draw(i);
		if (i != j)
			gen_swap_(at + i * size, at + j * size, size);
	}
	gen_bulk_end_();
	gen_part_end();
}

/** Writes the numbers first to first + count - 1 in random order. */
static inline void gen_permutation(int64_t *values, size_t count, int64_t first)
{
	for (size_t i = 0; i < count; i++)
		values[i] = (int64_t)((uint64_t)first + i);
	gen_shuffle(values, count, sizeof *values);
}

static inline int gen_compare_(const void *a, const void *b)
{
	int64_t left = *(const int64_t *)a, right = *(const int64_t *)b;
	return (left > right) - (left < right);
}

/** Sorts in ascending order. */
static inline void gen_sort(int64_t *values, size_t count)
{
	qsort(values, count, sizeof *values, gen_compare_);
}

/** Draws `count` numbers from lo to hi. */
static inline void gen_ints(int64_t *values, size_t count, int64_t lo, int64_t hi)
{
	gen_part_begin();
	for (size_t i = 0; i < count; i++)
		values[i] = gen_int(lo, hi);
	gen_part_end();
}

/** Draws `count` numbers from lo to hi, in ascending order. */
static inline void gen_sorted(int64_t *values, size_t count, int64_t lo, int64_t hi)
{
	gen_ints(values, count, lo, hi);
	gen_sort(values, count);
}

/* The elements that differ from their index in a sequence 0, 1, 2, ... of which few have moved. */
struct gen_moved_ {
	uint64_t *places, *things; /* place 0: a free slot */
	uint64_t mask;
};

static inline uint64_t *gen_moved_find_(const struct gen_moved_ *moved, uint64_t place)
{
	uint64_t at = place * UINT64_C(0x9e3779b97f4a7c15) >> 20 & moved->mask;
	while (moved->places[at] != 0 && moved->places[at] != place)
		at = (at + 1) & moved->mask;
	return &moved->places[at];
}

static inline uint64_t gen_moved_at_(const struct gen_moved_ *moved, uint64_t place)
{
	const uint64_t *found = gen_moved_find_(moved, place);
	return *found && place ? moved->things[found - moved->places] : place;
}

static inline void gen_moved_put_(struct gen_moved_ *moved, uint64_t place, uint64_t thing)
{
	uint64_t *found = gen_moved_find_(moved, place);
	*found = place;
	moved->things[found - moved->places] = thing;
}

/* Draws distinct numbers from 0 to `last` in random order: the beginning of a shuffled sequence, of
 * which only the moved elements are stored. */
static inline void gen_distinct_offsets_(uint64_t *offsets, size_t count, uint64_t last)
{
	struct gen_moved_ moved;
	if (count && count - 1 > last)
		gen_fail("gen_distinct: there are no %zu distinct numbers in the range", count);
	for (moved.mask = 1; moved.mask < 2 * count; moved.mask *= 2)
		;
	moved.places = (uint64_t *)gen_allocate_(2 * moved.mask, sizeof *moved.places);
	moved.things = moved.places + moved.mask;
	moved.mask--;
	gen_part_begin();
	for (uint64_t i = 0; i < count; i++) {
		uint64_t j = i + gen_draw(last - i);
		offsets[i] = gen_moved_at_(&moved, j);
		if (i != j)
			gen_moved_put_(&moved, j, gen_moved_at_(&moved, i));
	}
	gen_part_end();
	free(moved.places);
}

/** Draws `count` distinct numbers from lo to hi in random order, in time proportional to `count`
 * whatever the range. */
static inline void gen_distinct(int64_t *values, size_t count, int64_t lo, int64_t hi)
{
	if (lo > hi)
		gen_fail("gen_distinct: no number from %" PRId64 " to %" PRId64, lo, hi);
	gen_distinct_offsets_((uint64_t *)values, count, (uint64_t)hi - (uint64_t)lo);
	for (size_t i = 0; i < count; i++)
		values[i] = (int64_t)((uint64_t)lo + (uint64_t)values[i]);
}

/** Draws `count` parts of at least `min` (0 or more) with the given sum. Each ordered partition
 * is equally likely. */
static inline void gen_partition(int64_t *parts, size_t count, int64_t sum, int64_t min)
{
	if (min < 0 || sum < 0 || !count || (uint64_t)sum / count < (uint64_t)min ||
		count > (uint64_t)(INT64_MAX - sum))
		gen_fail("gen_partition: no %zu parts of at least %" PRId64 " make %" PRId64, count,
			min, sum);
	/* Stars and bars: the positions of the bars are distinct. */
	uint64_t stars = (uint64_t)sum - (uint64_t)min * count;
	gen_distinct_offsets_((uint64_t *)parts, count - 1, stars + count - 2);
	gen_sort(parts, count - 1);
	int64_t before = -1;
	for (size_t i = 0; i < count; i++) {
		int64_t place = i + 1 < count ? parts[i] : (int64_t)(stars + count - 1);
		parts[i] = place - before - 1 + min;
		before = place;
	}
}
