/* SPDX-License-Identifier: MIT */
/* data: the source of a test's input and answer: the package's files, or memory. */
#ifndef ASSAY_JUDGE_DATA_H
#define ASSAY_JUDGE_DATA_H

#include "judging.h"

struct as_attempt; /* rerun.h */

/* The data of a case (case.c), or of a job with data of its own (job_run.c). */
struct as_data {
	const struct as_case *bytes;
	struct as_stage stage;   /* for the package's output validators; made when first needed */
	struct as_bytes *output; /* receives the output of the run that counts; or NULL */
};

/* Opens the input of a run; close it. */
int as_data_open_input(const struct as_judging *judging, const struct as_test *test,
	struct as_error *error) AS_MUST_USE;
/* Opens the answer, at its start; close it. */
int as_data_open_answer(const struct as_judging *judging, const struct as_test *test,
	struct as_error *error) AS_MUST_USE;
/* The input and the answer for output validators. */
struct as_stage_files as_data_files(const struct as_judging *judging, const struct as_test *test);
/* Their copies for a sandbox, made when first needed. */
const struct as_stage *as_data_stage(const struct as_judging *judging, const struct as_test *test,
	struct as_error *error) AS_MUST_USE;
/* Checks that the package's files of the test still equal those of the snapshot. */
int as_data_check(const struct as_judging *judging, const struct as_test *test,
	struct as_error *error) AS_MUST_USE;
/* Moves the output of the run that counts to the caller, if requested. */
int as_data_take_output(const struct as_judging *judging, const struct as_attempt *counted,
	struct as_error *error) AS_MUST_USE;

/* encoding.c: adds to the feedback of a test that was not accepted that one of its files has a
 * byte-order mark or is in UTF-16. `output` may be -1. */
void as_test_note_encodings(const struct as_judging *judging, const struct as_test *test, int input,
	int output, struct as_test_result *result);

#endif
