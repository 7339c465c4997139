/* SPDX-License-Identifier: MIT */
/* data: where the input and the answer of a test come from: the package's files, or memory. */
#ifndef ASSAY_JUDGE_DATA_H
#define ASSAY_JUDGE_DATA_H

#include "validator.h"

/* Of a judging of one case (case.c). */
struct as_data {
	const struct as_case *bytes;
	struct as_stage stage;   /* for the package's output validators; made when first needed */
	struct as_bytes *output; /* what the run that counts printed goes here; or NULL */
};

/* An input for a run; close it. */
int as_data_open_input(const struct as_judging *judging, const struct as_test *test,
	struct as_error *error) AS_MUST_USE;
/* To be read once; close it. */
int as_data_open_answer(const struct as_judging *judging, const struct as_test *test,
	struct as_error *error) AS_MUST_USE;
/* Both for output validators. */
struct as_stage_files as_data_files(const struct as_judging *judging, const struct as_test *test);
/* The same where a sandbox can show them, made when first needed. */
const struct as_stage *as_data_stage(const struct as_judging *judging, const struct as_test *test,
	struct as_error *error) AS_MUST_USE;
/* The package's files of the test are those of its snapshot. */
int as_data_check(const struct as_judging *judging, const struct as_test *test,
	struct as_error *error) AS_MUST_USE;
/* Where the output is wanted, takes what the run printed that counts. */
int as_data_take_output(const struct as_judging *judging, const struct as_attempt *counted,
	struct as_error *error) AS_MUST_USE;

#endif
