/* SPDX-License-Identifier: MIT */
/* The steps of one run of a test. */
#ifndef ASSAY_JUDGE_RUN_H
#define ASSAY_JUDGE_RUN_H

#include "judging.h"
#include "transcript.h"

struct as_attempt; /* rerun.h */

/* answers.c: submissions that are answers. */
/* A placeholder for a program, for reports. */
struct as_program *as_answers_program(struct as_open_package *opened,
	const struct as_sources *sources, struct as_error *error) AS_MUST_USE;
/* Provides the answer to a test as if a program had printed it. A missing answer is WA. */
int as_answers_run(const struct as_judging *judging, const struct as_test *test,
	struct as_test_result *result, struct as_run_result *run,
	struct as_error *error) AS_MUST_USE;

/* test_run.c: runs the program on one test and determines the verdict. -1: the judging must end. */
int as_test_run(struct as_worker *worker, const struct as_test *test, struct as_test_result *result,
	struct as_error *error) AS_MUST_USE;

/* lenient.c: lenient judging. */
/* The verdict of a run before its output was checked, and what lenient judging disregards of it. */
struct as_ending {
	enum as_verdict verdict;
	char reason[AS_TOLERANCE_SIZE];
	char feedback[AS_FEEDBACK_SIZE];
	bool decides;                         /* the output need not be checked */
	unsigned tolerated, tolerated_before; /* of enum as_tolerance; in earlier passes */
};
/* Call it before a pass, while the result is that of the pass before. */
void as_ending_begin(struct as_ending *ending, const struct as_test_result *result);
/* Takes the verdict that as_test_judge_run has set. `read_all`: the input may have ended. */
void as_ending_take(struct as_ending *ending, const struct as_judging *judging,
	const struct as_run_result *run, bool read_all, const struct as_test_result *result);
/* If the program failed at the end of its input, sets `output` to its output without the last line,
 * if that one has no line feed and others precede it: the prompt of the read that failed. It is a
 * file; else `output` stays. */
int as_ending_cut_prompt(const struct as_ending *ending, const struct as_run_result *run,
	int *output, struct as_error *error) AS_MUST_USE;
/* After the output was checked: the ending is tolerated if the output is right, and counts
 * otherwise. */
void as_ending_conclude(const struct as_ending *ending, struct as_test_result *result);

/* verdict.c: the verdict of one run. */
/* True if standard error has one of the texts, a NULL-terminated list. */
bool as_run_says(const struct as_run_result *run, const char *const *texts);
/* Sets a JE: the fault is the package's if the kind is AS_ERROR_INPUT, else the judge's. Returns 0.
 */
int as_test_blame_judge(struct as_test_result *result, const struct as_error *why);
/* Sets an RTE: the kernel refused to start the program. Returns 0. */
int as_test_blame_exec(struct as_test_result *result, const struct as_error *why);
/* Sets the verdict of a run. It stays AS_VERDICT_NONE if the output decides. */
void as_test_judge_run(const struct as_language *language, const struct as_limits *limits,
	struct as_run_result *run, struct as_test_result *result);
void as_test_add_usage(const struct as_run_result *run, struct as_test_result *result);

/* validate.c: the package's output validators, if it has any. */
struct as_validator;
struct as_validator_run;
/* The worker's sandbox for one of them, pinned to the worker's core; NULL with an error. */
struct as_sandbox *as_test_open_validator(struct as_worker *worker,
	const struct as_validator *validator, struct as_error *error) AS_MUST_USE;
/* After a failed run of a validator: closes its sandbox if it is broken. */
void as_test_drop_broken_validator(
	struct as_worker *worker, const struct as_validator *validator, const struct as_error *why);
const struct as_validator *as_test_first_validator(
	const struct as_open_package *opened, const struct as_test *test);
/* After a validator has accepted: advances to the next one. False if it was the last. */
bool as_test_next_validator(const struct as_open_package *opened, const struct as_test *test,
	struct as_validator_run *validator_run);
/* Runs the validators for one pass, until one does not accept or requests another pass. */
int as_test_validate(struct as_worker *worker, const struct as_test *test,
	struct as_validator_run *validator_run, const struct as_run_result *run,
	struct as_test_result *result, struct as_error *error) AS_MUST_USE;

/* interact_run.c: one pass of an interactive test, and its verdict. -1: the judging must end. */
int as_test_interact(struct as_worker *worker, const struct as_test *test,
	const struct as_rerun *rerun, struct as_validator_run *validator_run,
	struct as_attempt *attempt, struct as_error *error) AS_MUST_USE;

/* claim.c: claims a core; give it back in any case. */
/* Claims a core for the worker, whose sandbox is open. If none is free in time, the worker shares
 * one, see judging->core_shared. After a wait, the name of the test is noted. */
void as_core_claim(struct as_worker *worker, const char *test_name, struct as_core *core);
/* as_core_borrow, with `what` as a note after a wait. */
void as_open_package_borrow_core(struct as_open_package *opened, const char *what,
	const atomic_bool *cancel, struct as_core_loan *loan);
/* The same without a note, and pins the runs of a sandbox instead. */
void as_core_borrow_for(
	const struct as_judging *judging, struct as_sandbox *sandbox, struct as_core *core);

/* case_run.c: runs cases in a worker. Both functions need the engine's lock, which is released for
 * the run. */
struct as_case_run;
/* Returns the case that starts before the next test of the judging (NULL: none), or NULL. */
struct as_case_run *as_case_choose(
	const struct as_engine *engine, const struct as_judging *judging);
/* Removes the case from the queue, and runs it. */
void as_case_work(struct as_worker *worker, struct as_case_run *run);

/* static.c: runs the package's static validator on the submission; fills `statics`. */
int as_static_open(struct as_open_package *opened, struct as_error *error) AS_MUST_USE;
void as_static_close(struct as_open_package *opened);
int as_static_run(struct as_judging *judging, struct as_error *error) AS_MUST_USE;

/* keep.c: the files of --keep. The functions have no effect if keep_fd is -1. */
/* Removes the files of tests that do not count. */
void as_keep_forget(const struct as_judging *judging);
int as_keep_begin(struct as_judging *judging, const char *path, struct as_error *error) AS_MUST_USE;
int as_keep_program(struct as_judging *judging, struct as_error *error) AS_MUST_USE;
/* Keeps the messages of the package's output validator. */
int as_keep_messages(const struct as_judging *judging, const struct as_test *test,
	const struct as_test_result *result, struct as_error *error) AS_MUST_USE;
int as_keep_run(const struct as_judging *judging, const struct as_test *test,
	const struct as_attempt *attempt, struct as_error *error) AS_MUST_USE;

#endif
