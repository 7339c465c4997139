/* SPDX-License-Identifier: MIT */
/* validate: runs a package's validators on its own data, and on malformed data. */
#ifndef ASSAY_JUDGE_VERIFY_VALIDATE_H
#define ASSAY_JUDGE_VERIFY_VALIDATE_H

#include "verify.h"
#include "watch.h"

struct as_data_check {
	struct as_verify *verify;  /* only the caller's thread may use its findings */
	const atomic_bool *cancel; /* of the job */
	struct as_validators *validators;
	struct as_watch *watch; /* of runs of the validators; or NULL */
	struct as_findings findings;
	bool *reported; /* by input validator: its failure was reported */
	bool any_late;  /* a validator reached its time limit, perhaps because of other programs */
	bool outputs_late;   /* an output validator did: none is run again */
	bool answers_broken; /* the output validators fail on an answer: malformed outputs would
				show no more */
	char key[AS_DIGEST_HEX_SIZE];
	struct as_job *job; /* NULL: the findings were cached */
};

/* Submits the job, or takes cached findings. Clear it in any case. */
int as_data_check_start(
	struct as_data_check *check, struct as_verify *verify, struct as_error *error) AS_MUST_USE;
/* Waits for the job and takes over its findings. */
int as_data_check_end(struct as_data_check *check, struct as_error *error) AS_MUST_USE;
/* Cancels the job, unless as_data_check_end has waited for it. */
void as_data_check_clear(struct as_data_check *check);

/* ---- of the job: validate_run.c ---- */

/* If the validator fails or is unavailable, that is reported once, and the validator is not run
 * again. */
int as_run_input_validator(struct as_data_check *check, size_t index,
	const struct as_input_case *input, const char *about, struct as_validation *validation,
	struct as_error *error) AS_MUST_USE;
/* Unavailable, without a text, once outputs_late is set: the call that set it has reported it. */
int as_run_output_validator(struct as_data_check *check, const struct as_output_case *output,
	struct as_validation *validation, struct as_error *error) AS_MUST_USE;
/* The result's text, as a clause about "the output validator". */
const char *as_validation_of_output(const struct as_validation *validation);
/* The same for a file of the package. */
int as_run_output_validator_on_file(struct as_data_check *check, const struct as_test *test,
	const char *path, struct as_validation *validation, struct as_error *error) AS_MUST_USE;

/* validate_probes.c: data/invalid_input, data/invalid_output, data/valid_output. */
int as_probes_check(struct as_data_check *check, struct as_error *error) AS_MUST_USE;
/* validate_text.c: invisible faults in the files of tests. */
int as_texts_check(struct as_data_check *check, struct as_error *error) AS_MUST_USE;
/* validate_malformed.c: malformed files, which no validator should accept. */
int as_malformed_check(struct as_data_check *check, struct as_error *error) AS_MUST_USE;

#endif
