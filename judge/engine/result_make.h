/* SPDX-License-Identifier: MIT */
/* Makes results of judgings. */
#ifndef ASSAY_JUDGE_RESULT_MAKE_H
#define ASSAY_JUDGE_RESULT_MAKE_H

#include "compiled.h"
#include "judging.h"

/* Makes the result of a judging. On failure the result is empty. */
int as_result_make(const struct as_judging *judging, const struct as_compiled *compiled,
	struct as_result *result, struct as_error *error) AS_MUST_USE;
/* Makes the result of a case; clear it in any case. */
int as_result_make_case(const struct as_judging *judging, const struct as_test *test,
	const struct as_test_result *from, struct as_case_result *result,
	struct as_error *error) AS_MUST_USE;

#endif
