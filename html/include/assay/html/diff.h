/* SPDX-License-Identifier: MIT */
/** diff: the lines that two texts have in common, in the same order. */
#ifndef ASSAY_HTML_DIFF_H
#define ASSAY_HTML_DIFF_H

#include <assay/base/line.h>

typedef bool as_diff_is_same(
	const struct as_text_line *left, const struct as_text_line *right, const void *context);
/** The maximum number of lines of each text. */
#define AS_DIFF_MAX_LINES 200
struct as_diff {
	size_t left_count, right_count;
	bool same[AS_DIFF_MAX_LINES][AS_DIFF_MAX_LINES];
	/** Length of the longest common subsequence of the lines from [i] and [j] on. */
	uint16_t common[AS_DIFF_MAX_LINES + 1][AS_DIFF_MAX_LINES + 1];
};
/** Compares the lines. Set the counts; all else is 0. */
void as_diff_compare(struct as_diff *diff, const struct as_text_line *left,
	const struct as_text_line *right, as_diff_is_same *is_same, const void *context)
	AS_NONNULL(1, 4);

/** The text whose line is next, after `i` lines of the left and `j` lines of the right text. Lines
 * of the left text come first. */
enum as_diff_step { AS_DIFF_END, AS_DIFF_BOTH, AS_DIFF_LEFT, AS_DIFF_RIGHT };
enum as_diff_step as_diff_next(const struct as_diff *diff, size_t i, size_t j) AS_NONNULL(1);

#endif
