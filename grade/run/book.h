/* SPDX-License-Identifier: MIT */
/* book: the pages of a run, and the files that they show. */
#ifndef ASSAY_GRADE_RUN_BOOK_H
#define ASSAY_GRADE_RUN_BOOK_H

#include "state.h"

#include <assay/grade/pages.h>

struct grade_book {
	struct as_grade *grade; /**< borrowed */
	struct grade_outputs *outputs;
	struct as_manual manual;
	struct as_overrides overrides;
	struct as_pages *pages;
	char **notes;   /**< for the teacher: lines that require an action */
	char **remarks; /**< lines that require none */
};

/* ---- pages.c ---- */

/** Writes class.html, people/ and pairs/ into the folder, from the marks that count. */
int grade_write_pages(struct as_grade *grade, struct as_error *error) AS_MUST_USE AS_NONNULL(1);

/* ---- waiting.c ---- */

/** Compares the marks, computed with the scheme of this run, with those of the row that count while
 * a change waits. Prefers the results that give the marks that count, in `marks` and `works`, and
 * finds what they do not explain. Free outdated->items. */
int grade_compare_waiting(const struct as_marking *marking, const struct as_class_row *row,
	struct as_marks *marks, struct as_work *works, struct as_page_outdated *outdated,
	struct as_error *error) AS_MUST_USE AS_NONNULL(1, 2, 3, 4, 5);

/* ---- code.c ---- */

/** Writes the pages with the code of the students, for the teacher: the code of the attempt that
 * the marks are from, else of the last one. In blind marking numbers replace the names of files,
 * and the student's own name, email address and id in the code are hidden. */
int grade_write_code(const struct grade_book *book, struct as_error *error) AS_MUST_USE
	AS_NONNULL(1);

/* ---- handouts.c ---- */

/** Writes handouts.zip and handouts.csv from the pages, unless marking is blind. */
int grade_write_handouts(const struct grade_book *book, struct as_error *error) AS_MUST_USE
	AS_NONNULL(1);

/* ---- outputs.c ---- */

struct grade_outputs;
/** The learners' own outputs, in a folder of the class. Borrows the run. */
struct grade_outputs *grade_outputs_open(
	const struct as_grade *grade, struct as_error *error) AS_MUST_USE AS_NONNULL(1);
/** Takes NULL. */
void grade_outputs_close(struct grade_outputs *outputs);
/** For as_pages_config; the context is a struct grade_outputs. */
int grade_output(void *context, size_t person, size_t package, const struct as_result_test *test,
	struct as_bytes *output, struct as_error *error) AS_MUST_USE AS_NONNULL(1, 4, 5);
/** Also for as_pages_config: searches for a counterexample for at most AS_EXPLAIN_TIME_NS. */
int grade_explain(void *context, size_t person, size_t package,
	struct as_page_counterexample *counterexample, struct as_error *error) AS_MUST_USE
	AS_NONNULL(1, 4);
/** Removes outputs that no page has used since grade_outputs_open. */
int grade_outputs_sweep(const struct grade_outputs *outputs, struct as_error *error) AS_MUST_USE
	AS_NONNULL(1);

/* ---- similar.c ---- */

/** Compares the submissions that count, and writes the pages of equal programs, of passages that
 * many programs contain, and of similar pairs. Call it when all people are entered, in the order of
 * the rows. */
int grade_write_similar(struct grade_book *book, struct as_error *error) AS_MUST_USE AS_NONNULL(1);

/* ---- shown.c ---- */

struct grade_shown {
	struct as_page_source *sources;
	struct as_bytes *texts; /**< in blind marking */
	size_t count;
};
void grade_shown_clear(struct grade_shown *shown) AS_NONNULL(1);
/** Prepares the code for a page about `people`. Without blind marking, the texts are borrowed from
 * `code`. */
int grade_show_code(const struct as_grade *grade, const struct as_page_code *code,
	const struct as_page_sharer *people, size_t count, struct grade_shown *shown,
	struct as_error *error) AS_MUST_USE AS_NONNULL(1, 2, 3, 5);

#endif
