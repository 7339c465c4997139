/* SPDX-License-Identifier: MIT */
/* page: the parts of the HTML page of `verify`; private to it. */
#ifndef ASSAY_JUDGE_VERIFY_PAGE_H
#define ASSAY_JUDGE_VERIFY_PAGE_H

#include <assay/judge.h>

extern const char as_page_style[];

/* Text with all that HTML knows written so that it is nothing but text; NULL is "". */
void as_page_text(FILE *out, const char *text);
/* "12 ms", "1.25 s" */
void as_page_time(FILE *out, int64_t time_ns);
/* The same of a test's CPU time, which may not be known. */
void as_page_time_of(FILE *out, const json_t *test);
/* A text of a document, "" where it has none. */
const char *as_page_string(const json_t *object, const char *key);
/* The matrix of submissions and tests. */
void as_page_matrix(FILE *out, const json_t *document);
/* The times of each test, drawn against the limit. */
void as_page_plot(FILE *out, const json_t *document);

#endif
