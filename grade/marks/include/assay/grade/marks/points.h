/* SPDX-License-Identifier: MIT */
/**
 * points: marks as exact decimals, and durations. Part of marks.h.
 *
 * A number of points is an int64_t in 1/10000 of a point; its name ends in _e4: 2.5 points are
 * 25000. A percentage is in 1/10000 of a percent. No mark is ever a double.
 *
 * All functions here are pure.
 */
#ifndef ASSAY_GRADE_MARKS_POINTS_H
#define ASSAY_GRADE_MARKS_POINTS_H

#include <assay/base/time.h>

/** One point, or one percent. */
#define AS_POINT_E4 INT64_C(10000)
/** The most points that a scheme or a person may write: a million. */
#define AS_POINTS_MAX_E4 (INT64_C(1000000) * AS_POINT_E4)

/** Parses a decimal number of points from 0 to a million with at most 4 decimals: "3", "2.5", or
 * "2,5" as in spreadsheets of some countries. AS_ERROR_INPUT: anything else, also "1,500", which
 * may mean 1.5 or 1500. */
int as_points_parse(const char *text, int64_t *points_e4, struct as_error *error) AS_MUST_USE
	AS_NONNULL(1, 2);

/** Large enough for every result of as_points_format. */
#define AS_POINTS_SIZE 32
/** Writes all digits that are needed, and no others: "2.5", "12", "-0.3333". Returns `text`. */
char *as_points_format(int64_t points_e4, char text[AS_POINTS_SIZE]) AS_NONNULL(2);
/** The same in a buffer of the enclosing block, for use as an argument. */
#define AS_POINTS(points_e4) as_points_format(points_e4, (char[AS_POINTS_SIZE]){0})

/** How a quotient is rounded to a whole number. */
enum as_rounding_mode {
	AS_ROUND_HALF_UP, /**< to the nearest, ties to the greater: marks are never negative */
	AS_ROUND_HALF_EVEN,
	AS_ROUND_UP,
	AS_ROUND_DOWN,
};
/** "half_up", "half_even", "up", "down". */
const char *as_rounding_mode_name(enum as_rounding_mode mode);
/** The default step for rounding totals: 0.01, or 0.0001 if the greatest total is not a multiple of
 * 0.01. */
int64_t as_rounding_step(int64_t total_e4);
/** Rounds a number of points, 0 or more, to a multiple of `step_e4`, 1 or more. */
int64_t as_points_round(int64_t points_e4, int64_t step_e4, enum as_rounding_mode mode);

/** Parses a duration: a whole number with a unit, min, h or d ("15 min", "36h", "2d").
 * AS_ERROR_INPUT: anything else, and more than 10 years. */
int as_span_parse(const char *text, int64_t *span_s, struct as_error *error) AS_MUST_USE
	AS_NONNULL(1, 2);
/** Writes "2 d 3 h 5 min 1 s", without the parts that are 0; "0 s". Returns `text`. */
char *as_span_format(int64_t span_s, char text[AS_TIME_SIZE]) AS_NONNULL(2);

#endif
