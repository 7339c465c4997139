/* SPDX-License-Identifier: MIT */
/** edits: the shortest way from one text to another, by lines that are left out and added. */
#ifndef ASSAY_HTML_EDITS_H
#define ASSAY_HTML_EDITS_H

#include <assay/html/diff.h>

struct as_lines {
	struct as_text_line *items;
	size_t count;
};
/** Splits a text into lines, which point into the text (free `items`). */
int as_lines_split(const char *text, size_t size, struct as_lines *lines,
	struct as_error *error) AS_MUST_USE AS_NONNULL(3);

/** More edits are not searched for. */
#define AS_EDITS_MAX 1000
struct as_edits {
	uint8_t *steps; /**< enum as_diff_step, without AS_DIFF_END */
	size_t count;
	size_t left_only, right_only; /**< steps of these kinds */
};
/** 1: found; free `steps`. 0: there are more than AS_EDITS_MAX edits, or the search takes too long.
 * -1: out of memory. */
int as_edits_find(struct as_lines left, struct as_lines right, struct as_edits *edits,
	struct as_error *error) AS_MUST_USE AS_NONNULL(3);

#endif
