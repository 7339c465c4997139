/* SPDX-License-Identifier: MIT */
/* page: the parts of the HTML page of `verify`; private to it. */
#ifndef ASSAY_JUDGE_VERIFY_PAGE_H
#define ASSAY_JUDGE_VERIFY_PAGE_H

#include <assay/html.h>
#include <assay/verify.h>

extern const char as_page_style[];

/* A package's part of the page. */
struct as_page {
	FILE *out;
	const struct as_verification *verification;
	size_t number;  /* of the package, for names of anchors */
	bool is_judged; /* a page of `judge`: the submissions have no expectations */
};

/* ---- page_text.c ---- */

/* The time that the verdict of a test is based on, as text. */
void as_page_time_of(FILE *out, const struct as_result_test *test);
/* The verdict of a submission; "" if it was not judged. */
const char *as_page_verdict(const struct as_verified *verified);

/* ---- the parts ---- */

/* page_findings.c: the findings, each with a link to its submission or test. */
void as_page_findings(const struct as_page *page);
/* True if the finding is about the submission with that path. */
bool as_page_is_about(const struct as_finding *finding, const char *path);
/* The matrix of submissions and tests. */
void as_page_matrix(const struct as_page *page);
/* The times of each test, drawn against the limit. */
void as_page_plot(const struct as_page *page);

/* ---- page.c ---- */

/* The frame of a page of `verb` around its packages; `made`: when and where. */
void as_page_begin(FILE *out, const char *name, const char *verb);
void as_page_end(FILE *out, const char *verb, const char *version, const char *made);
/* "pass-fail, interactive" */
void as_page_kind(FILE *out, const struct as_verified_package *package);

#endif
