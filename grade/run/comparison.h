/* SPDX-License-Identifier: MIT */
/* comparison: the comparison of the submissions for a package; private to similar.c, equal.c and
 * omissions.c. */
#ifndef ASSAY_GRADE_RUN_COMPARISON_H
#define ASSAY_GRADE_RUN_COMPARISON_H

#include "book.h"

#include <assay/grade/similar.h>

#define GRADE_BLIND_NAME_SIZE 32

/* Programs of fewer tokens are often equal by chance: about ten lines. */
#define GRADE_SHORT_TOKENS 60
/* A larger group of equal programs is not a coincidence, even if the programs are short. */
#define GRADE_MANY_EQUAL 10

/* The compared files of a person; two arrays of the same files. */
struct grade_compared {
	size_t person;
	const struct as_submitted *submitted; /* the same for all members of a group */
	struct as_similar_file *files;
	struct as_page_source *sources;
	char (*names)[GRADE_BLIND_NAME_SIZE]; /* of the sources in blind marking */
	size_t count;
	size_t left_out; /* samples and tests */
};

/* The submissions for a package, in the order of `similar`. */
struct grade_comparison {
	struct grade_book *book;
	size_t package;
	struct as_similar *similar;
	struct grade_compared *works;
	size_t count;
	size_t unread; /* submissions without a program that can be compared */
};

/* ---- equal.c ---- */

/* Writes the pages of equal programs in languages that are not compared, and counts them. */
int grade_write_equal(
	const struct grade_comparison *comparison, struct as_error *error) AS_MUST_USE;

/* ---- omissions.c ---- */

/* A line of the teacher's page on code that was not compared, or does not count. */
int grade_omit(const struct grade_comparison *comparison, struct as_error *error,
	const char *format, ...) AS_PRINTF(3, 4) AS_MUST_USE;
/* All such lines of a report. */
int grade_omit_rest(const struct grade_comparison *comparison,
	const struct as_similar_report *report, struct as_error *error) AS_MUST_USE;
/* Notes for the teacher on what a report does not contain. */
int grade_note_comparison(const struct grade_comparison *comparison,
	const struct as_similar_report *report, struct as_error *error) AS_MUST_USE;

#endif
