/* SPDX-License-Identifier: MIT */
/* Pages of `assay grade`, and the files that they show. */
#ifndef ASSAY_CLI_GRADE_PAGES_H
#define ASSAY_CLI_GRADE_PAGES_H

#include "grade.h"

/* ---- grade_pages.c ---- */

/** Similar sources that were found. */
struct grade_similar_counts {
	size_t clusters; /**< of equal programs that are not short */
	size_t equal;    /**< submissions in these clusters */
	size_t common;   /**< groups of passages that many programs contain */
	size_t pairs;
};

/** All members are borrowed. */
struct grade_pages_order {
	const struct grade_options *options;
	const struct grade_assignment *assignment;
	const struct grade_people *people;
	struct as_class *class;
	struct as_engine *engine;
	struct grade_similar_counts *similar; /**< the counts are added to it */
};
/** Writes class.html, people/ and pairs/ into the folder, from the marks that count. */
int grade_write_pages(const struct grade_pages_order *order, struct as_error *error) AS_MUST_USE
	AS_NONNULL(1);

/* ---- grade_code.c ---- */

/** Writes the pages with the code of the students, for the teacher: the code of the attempt that
 * the marks are from, else of the last one. In blind marking numbers replace the names of files,
 * and the student's own name, email address and id in the code are hidden. */
int grade_write_code(const struct grade_pages_order *order, struct as_pages *pages,
	struct as_error *error) AS_MUST_USE AS_NONNULL(1, 2);

/* ---- grade_handouts.c ---- */

/** Writes handouts.zip and handouts.csv from the pages, unless marking is blind. */
int grade_write_handouts(const struct grade_pages_order *order, const struct as_pages *pages,
	int dir_fd, struct as_error *error) AS_MUST_USE AS_NONNULL(1, 2);

/* ---- grade_outputs.c ---- */

struct grade_outputs;
/** The learners' own outputs, in a folder beneath `dir_fd`. Borrows `order`. */
struct grade_outputs *grade_outputs_open(const struct grade_pages_order *order, int dir_fd,
	struct as_error *error) AS_MUST_USE AS_NONNULL(1);
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

/* ---- grade_similar.c ---- */

/** All members are borrowed. */
struct grade_similar_order {
	const struct grade_assignment *assignment;
	const struct as_languages *languages;
	const struct grade_people *people;
	const struct as_class *class;
	struct as_pages *pages; /**< all people are entered, in the order of the rows */
	const struct as_pseudonyms *pseudonyms; /**< NULL: the pages show ids */
	char ***notes;   /**< for the teacher: code that was not compared and may be similar */
	char ***remarks; /**< lines that require no action: languages that are not compared */
	struct grade_similar_counts *counts; /**< the counts are added to it */
};
/** Compares the submissions that count, and writes the pages of equal programs,
 * passages that many programs contain, and similar pairs. */
int grade_write_similar(const struct grade_similar_order *order, struct as_error *error) AS_MUST_USE
	AS_NONNULL(1);

/* ---- grade_shown.c ---- */

struct grade_shown {
	struct as_page_source *sources;
	struct as_bytes *texts; /**< in blind marking */
	size_t count;
};
void grade_shown_clear(struct grade_shown *shown) AS_NONNULL(1);
/** Prepares the code for a page about `people`. Without blind marking, the texts are borrowed from
 * `code`. */
int grade_show_code(const struct grade_similar_order *order, const struct as_page_code *code,
	const struct as_page_sharer *people, size_t count, struct grade_shown *shown,
	struct as_error *error) AS_MUST_USE AS_NONNULL(1, 2, 3, 5);

/* ---- grade_work.c ---- */

/** The result that the marks for a package come from; NULL: none. */
const struct as_class_work *grade_find_work(
	const struct as_class_row *row, const struct as_package *package) AS_NONNULL(1, 2);
/** The last entry of a person for a package that can be judged; with `work`, the entry with its
 * files. NULL: none. */
const struct as_class_entry *grade_find_entry(const struct as_class_person *person, size_t package,
	const struct as_class_work *work) AS_NONNULL(1);

/** The attempt of a person that the marks are from, else the last one. */
size_t grade_find_attempt(const struct as_class_person *person, const struct as_class_row *row,
	const struct grade_assignment *assignment) AS_NONNULL(1, 2, 3);

#endif
