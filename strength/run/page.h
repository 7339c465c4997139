/* SPDX-License-Identifier: MIT */
/* page: the parts of the HTML page of a report; private to strength/run. */
#ifndef ASSAY_STRENGTH_PAGE_H
#define ASSAY_STRENGTH_PAGE_H

#include <assay/html.h>
#include <assay/strength.h>

struct page {
	FILE *out;
	const struct as_strength_report *report;
	const struct as_package *package;
	const struct as_matrix_test *tests; /* one for each test of the package */
	const size_t *gaps; /* programs with gaps: those whose input kills most first */
	size_t gap_count;
};

extern const char page_style[];

static inline const char *page_plural(size_t count)
{
	return count == 1 ? "" : "s";
}

/* ---- page_matrix.c ---- */

/* The kill matrix: the wrong submissions, then the mutants by operator. */
void page_write_matrix(const struct page *page);

/* ---- page_programs.c ---- */

/* Gaps, then survivors, with their changes and inputs. Rows of the matrix link to them. */
void page_write_programs(const struct page *page);
/* Mutants that keep the points of a group, but fail on an input of it. */
void page_write_group_gaps(const struct page *page);
/* The bytes of an input or an answer, and an input as a line for the recipe if it is short. */
void page_write_data(FILE *out, const char *what, const struct as_bytes *data);
void page_write_line(
	const struct page *page, const char *folders, size_t place, const struct as_bytes *input);

/* ---- page_tests.c ---- */

/* What each test and each group kills, and small sets of tests. */
void page_write_tests(const struct page *page);

/* ---- page_validators.c ---- */

/* What the validators accept, and bounds that no test reaches. */
void page_write_validators(const struct page *page);

#endif
