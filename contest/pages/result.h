/* SPDX-License-Identifier: MIT */
/* Private header of pages: the result of a submission. */
#ifndef ASSAY_CONTEST_PAGES_RESULT_H
#define ASSAY_CONTEST_PAGES_RESULT_H

#include "page.h"

/* Source files, without a heading (source.c). */
void page_sources(FILE *out, const struct as_submitted *submitted);
/* The parts of a result that a reader may see; the jury sees all (tests.c). */
void page_compile(FILE *out, const struct as_result *result);
void page_tests(FILE *out, const struct as_result *result, enum as_contest_feedback feedback);
/* Tests, as links to their pages. */
void page_jury_tests(FILE *out, const struct as_contest_visit *visit, size_t submission,
	const struct as_contest_evidence *evidence);
/* Writes "?judgement=2" for a chosen judgement, else "", and returns it. */
#define PAGE_QUERY_SIZE 40
const char *page_judgement_query(size_t judgement, char query[PAGE_QUERY_SIZE]);
/* The counterexample, if the visitor may see it (counterexample.c). True: one is awaited. */
bool page_counterexample(FILE *out, const struct as_contest_visit *visit, size_t submission,
	const struct as_contest_counterexample *counterexample);
/* One test as a table: verdict, time, memory and remarks. */
void page_jury_test(FILE *out, const struct as_result *result, const struct as_result_test *test);

#endif
