/* SPDX-License-Identifier: MIT */
/**
 * case: a compiled submission on an input and an answer in memory, as if they were a test of the
 * package: with its limits, its output validators or the default check, whole interactions and all
 * passes. Nothing of it is cached or kept.
 *
 * Life cycle: as_engine_compile once; as_engine_run_case for each case, as_case_result_clear;
 * as_compiled_free. A generator or a solution of the package is a submission too: its path is
 * beneath submissions/, or anywhere.
 *
 * To ask the input validators about bytes, give as_validate_input (assay/engine/validators.h) the
 * descriptor of as_input_from_bytes.
 */
#ifndef ASSAY_ENGINE_CASE_H
#define ASSAY_ENGINE_CASE_H

#include <assay/engine/job.h>

/** An input and its answer, and how they are judged. All of it is borrowed during the call. */
struct as_case {
	const void *input;
	size_t input_size;
	const void *answer;
	size_t answer_size;
	/** A test of the package that it is like: the same name for validators, arguments, check
	 * flags, hint and .files. NULL: the name, the check flags and the output validators'
	 * arguments of the first secret test (the first sample if there is none), and no arguments
	 * or .files for the submission. */
	const struct as_test *like;
	enum as_job_class class;
	int64_t time_limit_ns;     /**< in place of the package's; 0: the package's */
	int reruns;                /**< as in struct as_job_order */
	bool want_output;          /**< what the run that counts printed */
	const atomic_bool *cancel; /**< of this case, besides the engine's; or NULL */
};

struct as_case_result {
	/** As of a test; CE if the submission did not compile or was refused, and nothing was run.
	 * It has no score. */
	struct as_result_test test;
	enum as_error_kind fault; /**< of a JE: as in struct as_result */
	/** If wanted: of the last pass, up to the output limit; of an interaction, which is in the
	 * transcript, or of a case that was not run, nothing. */
	struct as_bytes output;
};

/**
 * Runs one case in a worker of the engine, on a core of its own, and waits for it. Cases and tests
 * of jobs of the same class take turns; cases of a class start in the order in which they came. Any
 * threads may do so at once, also with the same submission; callbacks of jobs may not.
 *
 * 0: the result is filled, clear it. A fault of the package or the judge is JE, as of a test. -1:
 * the machine cannot do it, the package's own programs do not compile (AS_ERROR_INPUT), or it was
 * cancelled ("interrupted"); the result is empty.
 */
int as_engine_run_case(struct as_judge *judge, struct as_compiled *compiled,
	const struct as_case *order, struct as_case_result *result,
	struct as_error *error) AS_MUST_USE AS_NONNULL(1, 2, 3, 4);
/** Leaves `{0}` behind. */
void as_case_result_clear(struct as_case_result *result) AS_NONNULL(1);

#endif
