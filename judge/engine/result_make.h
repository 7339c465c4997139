/* SPDX-License-Identifier: MIT */
/* Makes results of judgings. */
#ifndef ASSAY_JUDGE_RESULT_MAKE_H
#define ASSAY_JUDGE_RESULT_MAKE_H

#include "judging.h"

/* result_make.c: makes results of judgings. */
struct as_report {
	const struct as_judging *judging;
	const char *path;
	const struct as_language *language; /* or NULL */
	const struct as_sources *sources;
	const struct as_program *program; /* NULL if nothing was compiled */
	const char *refusal;              /* why nothing was compiled */
	const char *refusal_text;
	char source_digest[AS_DIGEST_HEX_SIZE];
};
/* On failure the result is empty. */
int as_result_make(const struct as_report *report, struct as_result *result,
	struct as_error *error) AS_MUST_USE;

/* Makes the result of a case; clear it in any case. */
int as_result_make_case(const struct as_judging *judging, const struct as_test *test,
	const struct as_test_result *from, struct as_case_result *result,
	struct as_error *error) AS_MUST_USE;

#endif
