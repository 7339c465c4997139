/* SPDX-License-Identifier: MIT */
/**
 * case: runs a compiled submission on an input and an answer in memory, and judges it as on a test
 * of the package: with the package's limits, its output validators or the default check, a whole
 * interaction and all passes. Nothing is cached or kept.
 *
 * Life cycle: as_engine_compile once; as_engine_run_case and as_case_result_clear for each case;
 * as_compiled_free. A generator or a solution of the package is run as a submission too, from a
 * path beneath submissions/ or any other.
 *
 * To run the input validators on bytes in memory, pass the descriptor of as_input_from_bytes to
 * as_validators_run_input (assay/validators.h).
 */
#ifndef ASSAY_ENGINE_CASE_H
#define ASSAY_ENGINE_CASE_H

#include <assay/engine/job.h>

/** An input and its answer, and how to judge. All of it is borrowed during the call. */
struct as_case {
	const void *input;
	size_t input_size;
	const void *answer;
	size_t answer_size;
	/** A test of the package, which gives the case everything but its data: the name that
	 * validators get, the arguments, check flags, hint and .files. NULL: the first secret test,
	 * or else the first sample, gives the name, the check flags and the validators' arguments;
	 * the submission gets no arguments and no .files. */
	const struct as_test *like;
	enum as_job_class class;
	int64_t time_limit_ns; /**< in place of the package's; 0: the package's */
	int reruns;            /**< as in struct as_job_order */
	bool lenient;          /**< as in struct as_job_order */
	bool want_output;      /**< fill in `output` of the result */
	/** Do not compare: AC if the first run kept its limits and ended well. `answer` is not
	 * used. Not for interactive packages. */
	bool unchecked;
	/** For a program of the caller's own: its only argument is the number of the pass. */
	bool tell_pass;
	const atomic_bool *cancel; /**< cancels this case, as the engine's flag does; or NULL */
};

struct as_case_result {
	/** As of a test, without a score. CE: the submission was refused or did not compile, and
	 * nothing was run. */
	struct as_result_test test;
	enum as_error_kind fault; /**< of a JE: as in struct as_result */
	/** If wanted, the output of the last pass of the run that counts, up to the output limit.
	 * Empty for an interaction, which has a transcript instead, and if nothing was run. */
	struct as_bytes output;
};

/**
 * Runs one case in a worker of the engine, on a core of its own, and waits for it. The cases of a
 * class start in the order of the calls, and take turns with the tests of jobs of that class. Safe
 * from any threads at once, even with the same submission, but not from a callback of a job.
 *
 * 0: fills the result (clear it). If the package or the judge is at fault, the verdict is JE, as
 * for a test. -1: the machine cannot judge, the package has no tests or its own programs do not
 * compile (AS_ERROR_INPUT), or the case was cancelled ("interrupted"); the result is empty.
 */
int as_engine_run_case(struct as_open_package *opened, struct as_compiled *compiled,
	const struct as_case *order, struct as_case_result *result,
	struct as_error *error) AS_MUST_USE AS_NONNULL(1, 2, 3, 4);
/** Leaves `{0}` behind. */
void as_case_result_clear(struct as_case_result *result) AS_NONNULL(1);

#endif
