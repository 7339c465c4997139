/* SPDX-License-Identifier: MIT */
#pragma once
#include "choose.h"

/* ---- sequences by shape -----------------------------------------------------------------------
 */

/* The sequence to fill: `count` values from lo to hi. */
struct gen_row_ {
	int64_t *values;
	size_t count;
	int64_t lo, hi;
};

static inline void gen_row_fill_(const struct gen_row_ *row, int64_t value)
{
	for (size_t i = 0; i < row->count; i++)
		row->values[i] = value;
}

static inline void gen_row_reverse_(const struct gen_row_ *row)
{
	for (size_t i = 0, j = row->count; i + 1 < j; i++) {
		int64_t kept = row->values[--j];
		row->values[j] = row->values[i];
		row->values[i] = kept;
	}
}

static inline void gen_row_random_(const struct gen_row_ *row)
{
	gen_ints(row->values, row->count, row->lo, row->hi);
}

static inline void gen_row_increasing_(const struct gen_row_ *row)
{
	gen_sorted(row->values, row->count, row->lo, row->hi);
}

static inline void gen_row_decreasing_(const struct gen_row_ *row)
{
	gen_row_increasing_(row);
	gen_row_reverse_(row);
}

static inline void gen_row_distinct_(const struct gen_row_ *row)
{
	gen_distinct(row->values, row->count, row->lo, row->hi);
}

static inline void gen_row_strict_(const struct gen_row_ *row)
{
	gen_row_distinct_(row);
	gen_sort(row->values, row->count);
}

/* At most three different values. */
static inline void gen_row_ties_(const struct gen_row_ *row)
{
	uint64_t width = (uint64_t)row->hi - (uint64_t)row->lo;
	size_t count = width < 2 ? (size_t)width + 1 : 3;
	int64_t few[3];
	gen_distinct(few, count, row->lo, row->hi);
	for (size_t i = 0; i < row->count; i++)
		row->values[i] = few[gen_draw(count - 1)];
}

/* Runs of one to eight equal values. */
static inline void gen_row_plateaus_(const struct gen_row_ *row)
{
	for (size_t i = 0; i < row->count;) {
		int64_t value = gen_int(row->lo, row->hi);
		for (uint64_t left = gen_draw(7) + 1; left && i < row->count; left--)
			row->values[i++] = value;
	}
}

static inline int64_t gen_row_middle_(const struct gen_row_ *row)
{
	return (int64_t)((uint64_t)row->lo + ((uint64_t)row->hi - (uint64_t)row->lo) / 2);
}

/* Every second value is from the upper half, the others are from the lower. */
static inline void gen_row_peaks_(const struct gen_row_ *row)
{
	int64_t middle = gen_row_middle_(row);
	for (size_t i = 0; i < row->count; i++)
		row->values[i] = i % 2 ? gen_int(middle < row->hi ? middle + 1 : middle, row->hi)
				       : gen_int(row->lo, middle);
}

/* Random values that increase to the middle and decrease after it: sorted, then put left and right
 * alternately. */
static inline void gen_row_mountain_(const struct gen_row_ *row)
{
	int64_t *sorted = gen_array(row->count);
	gen_sorted(sorted, row->count, row->lo, row->hi);
	for (size_t i = 0; i < row->count; i++)
		row->values[i % 2 ? row->count - 1 - i / 2 : i / 2] = sorted[i];
	free(sorted);
}

static inline void gen_row_valley_(const struct gen_row_ *row)
{
	int64_t *sorted = gen_array(row->count);
	gen_sorted(sorted, row->count, row->lo, row->hi);
	for (size_t i = 0; i < row->count; i++)
		row->values[i % 2 ? row->count - 1 - i / 2 : i / 2] = sorted[row->count - 1 - i];
	free(sorted);
}

/* lo, hi, lo, hi, ... */
static inline void gen_row_alternate_(const struct gen_row_ *row)
{
	for (size_t i = 0; i < row->count; i++)
		row->values[i] = i % 2 ? row->hi : row->lo;
}

static inline void gen_row_alternate_high_(const struct gen_row_ *row)
{
	for (size_t i = 0; i < row->count; i++)
		row->values[i] = i % 2 ? row->lo : row->hi;
}

static inline void gen_row_palindrome_(const struct gen_row_ *row)
{
	for (size_t i = 0; i < row->count - row->count / 2; i++)
		row->values[i] = row->values[row->count - 1 - i] = gen_int(row->lo, row->hi);
}

/* Values in the lowest thousandth of the range. */
static inline void gen_row_dwarfs_(const struct gen_row_ *row)
{
	uint64_t width = (uint64_t)row->hi - (uint64_t)row->lo;
	int64_t max = (int64_t)((uint64_t)row->lo + width / 1000);
	gen_ints(row->values, row->count, row->lo, max);
}

/* Some of them, at least one, are hi. */
static inline void gen_row_giants_(const struct gen_row_ *row)
{
	size_t count = row->count / 16 + 1;
	int64_t *places = gen_array(count);
	gen_row_dwarfs_(row);
	gen_distinct(places, count, 0, (int64_t)row->count - 1);
	for (size_t i = 0; i < count; i++)
		row->values[places[i]] = row->hi;
	free(places);
}

static inline void gen_row_giant_first_(const struct gen_row_ *row)
{
	gen_row_dwarfs_(row);
	row->values[0] = row->hi;
}

static inline void gen_row_giant_second_(const struct gen_row_ *row)
{
	gen_row_dwarfs_(row);
	row->values[row->count > 1] = row->hi;
}

static inline void gen_row_giant_middle_(const struct gen_row_ *row)
{
	gen_row_dwarfs_(row);
	row->values[row->count / 2] = row->hi;
}

static inline void gen_row_giant_last_(const struct gen_row_ *row)
{
	gen_row_dwarfs_(row);
	row->values[row->count - 1] = row->hi;
}

static inline void gen_row_equal_(const struct gen_row_ *row)
{
	gen_row_fill_(row, gen_int(row->lo, row->hi));
}

static inline void gen_row_least_(const struct gen_row_ *row)
{
	gen_row_fill_(row, row->lo);
}

static inline void gen_row_greatest_(const struct gen_row_ *row)
{
	gen_row_fill_(row, row->hi);
}

struct gen_shape_ {
	const char *name;
	void (*make)(const struct gen_row_ *row);
};

/* The last row has no name. */
static inline const struct gen_shape_ *gen_shapes_(void)
{
	static const struct gen_shape_ shapes[] = {
		{"random", gen_row_random_},
		{"distinct", gen_row_distinct_},
		{"ties", gen_row_ties_},
		{"plateaus", gen_row_plateaus_},
		{"equal", gen_row_equal_},
		{"least", gen_row_least_},
		{"greatest", gen_row_greatest_},
		{"increasing", gen_row_increasing_},
		{"decreasing", gen_row_decreasing_},
		{"strictly-increasing", gen_row_strict_},
		{"mountain", gen_row_mountain_},
		{"valley", gen_row_valley_},
		{"peaks", gen_row_peaks_},
		{"alternate", gen_row_alternate_},
		{"alternate-high", gen_row_alternate_high_},
		{"palindrome", gen_row_palindrome_},
		{"giants", gen_row_giants_},
		{"giant-first", gen_row_giant_first_},
		{"giant-second", gen_row_giant_second_},
		{"giant-middle", gen_row_giant_middle_},
		{"giant-last", gen_row_giant_last_},
		{NULL, NULL},
	};
	return shapes;
}

static inline void gen_shape_unknown_(const char *name) GEN_NORETURN_;
static inline void gen_shape_unknown_(const char *name)
{
	struct gen_message_ message;
	message.used = 0;
	for (const struct gen_shape_ *shape = gen_shapes_(); shape->name; shape++)
		gen_message_add_(&message, " %s", shape->name);
	gen_fail("unknown shape '%s'; use one of%s", name, message.text);
}

/** Draws `count` values from lo to hi with a named shape, for a generator's option --shape; the
 * head of this file lists the shapes. */
static inline void gen_sequence(
	int64_t *values, size_t count, int64_t lo, int64_t hi, const char *shape)
{
	const struct gen_row_ row = {values, count, lo, hi};
	const struct gen_shape_ *found = gen_shapes_();
	while (found->name && strcmp(found->name, shape) != 0)
		found++;
	if (!found->name)
		gen_shape_unknown_(shape);
	if (lo > hi)
		gen_fail("gen_sequence: no number from %" PRId64 " to %" PRId64, lo, hi);
	gen_part_begin();
	if (count)
		found->make(&row);
	gen_part_end();
}
