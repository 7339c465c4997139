/* SPDX-License-Identifier: MIT */
/* page: the parts of the HTML page of `verify`; private to it. */
#ifndef ASSAY_JUDGE_VERIFY_PAGE_H
#define ASSAY_JUDGE_VERIFY_PAGE_H

#include <assay/verify.h>

extern const char as_page_style[];

/* A package's part of the page. */
struct as_page {
	FILE *out;
	const json_t *document; /* of as_verify_package */
	size_t number;          /* of the package, in the names of places */
};

/* ---- page_text.c ---- */

/* Text with all that HTML knows written so that it is nothing but text; NULL is "". */
void as_page_text(FILE *out, const char *text);
/* "12 ms", "1.25 s" */
void as_page_time(FILE *out, int64_t time_ns);
/* Too slow by another clock than that of its core: there its CPU time explains nothing. */
bool as_page_has_waited(const json_t *test);
/* The time that the verdict of a test was given for, that of the wall where it waited; -1: it is
 * not known. */
int64_t as_page_counted_ns(const json_t *test);
/* The same in words. */
void as_page_time_of(FILE *out, const json_t *test);
/* A text of a document, "" where it has none. */
const char *as_page_string(const json_t *object, const char *key);

/* ---- the parts ---- */

/* page_findings.c: what was found, each with a link to the submission or test that it is about. */
void as_page_findings(const struct as_page *page);
/* True where it is about the submission of that path. */
bool as_page_is_about(const json_t *finding, const char *path);
/* The matrix of submissions and tests. */
void as_page_matrix(const struct as_page *page);
/* The times of each test, drawn against the limit. */
void as_page_plot(FILE *out, const json_t *document);

#endif
