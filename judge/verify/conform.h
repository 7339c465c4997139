/* SPDX-License-Identifier: MIT */
/* conform: shared by the files that compare results with expectations. */
#ifndef ASSAY_JUDGE_VERIFY_CONFORM_H
#define ASSAY_JUDGE_VERIFY_CONFORM_H

#include "verify.h"

#define AS_CONFORM_TEXT_SIZE AS_REQUIREMENT_TEXT_SIZE

struct as_conform {
	struct as_verify *verify;
	struct as_candidate *candidate;
	const struct as_expectation *item; /* NULL: a tag */
	const struct as_requirement *one;
	struct as_error *error;
	bool dry_run; /* dry run: only the result counts, no finding is added */
};

/* conform_finding.c */
/* Marks the submission as failed, and adds a finding. */
int as_conform_fail(const struct as_conform *at, const char *format, ...) AS_PRINTF(2, 3);
/* The verdicts of the format that authors may have meant by one of this judge. */
unsigned as_conform_meanings(enum as_verdict verdict);
/* "secret/2 is TLE (cpu)" */
void as_conform_describe(const struct as_result_test *test, char text[AS_CONFORM_TEXT_SIZE]);

/* conform_whole.c: scores, and the submission as a whole. */
int as_conform_score(const struct as_conform *at) AS_MUST_USE;
int as_conform_overall(const struct as_conform *at) AS_MUST_USE;
int as_conform_tags(struct as_conform *at) AS_MUST_USE;

#endif
