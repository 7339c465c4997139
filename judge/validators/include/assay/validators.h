/* SPDX-License-Identifier: MIT */
/**
 * validators: compiles the validators of a package and runs them in the sandbox: for the engine,
 * which judges (assay/validators/validator.h), and on files, for a caller that checks the package.
 *
 * Life cycle: as_validators_open, or as_engine_validators_open (assay/engine.h) for a package that
 * is open in an engine; any number of calls of as_validators_run_input and
 * as_validators_run_output; as_validators_close before the package is closed. Each validator is
 * compiled when it is first run. It runs in the calling thread, on a core on which no submission is
 * measured meanwhile. One thread at a time may use the object.
 */
#ifndef ASSAY_VALIDATORS_H
#define ASSAY_VALIDATORS_H

#include <assay/cores.h>
#include <assay/validators/validator.h>

/** All of it is borrowed. */
struct as_validators_config {
	const struct as_package *package;
	struct as_workshop *workshop;
	struct as_cores *cores;
	int64_t core_wait_ns;      /**< as in struct as_core_request */
	const atomic_bool *cancel; /**< ends a call with an error; NULL: the workshop's */
	/** Returns the compiled output validators, NULL-terminated. NULL: there are none, or one of
	 * them does not compile, and each is compiled when it is first run. */
	struct as_validator *const *(*compiled)(void *context);
	void *context;
};
struct as_validators;
struct as_validators *as_validators_open(const struct as_validators_config *config,
	struct as_error *error) AS_MUST_USE AS_NONNULL(1);
/** Takes NULL. */
void as_validators_close(struct as_validators *validators);
/** Calls `begun` in the calling thread when a run begins, after the wait for its core. */
void as_validators_on_begin(struct as_validators *validators, void (*begun)(void *context),
	void *context) AS_NONNULL(1, 2);
/** Limits the CPU time of each later run of an input validator. Default: AS_INPUT_VALIDATION_NS,
 * because `limits` in problem.yaml holds for output validators only. */
void as_validators_set_input_time(struct as_validators *validators, int64_t cpu_time_ns)
	AS_NONNULL(1);
#define AS_INPUT_VALIDATION_NS INT64_C(60000000000)

enum as_validation_kind {
	AS_VALIDATION_ACCEPTED,
	AS_VALIDATION_REJECTED,
	AS_VALIDATION_BROKEN,      /**< the validator does not compile, crashed or broke a rule */
	AS_VALIDATION_UNAVAILABLE, /**< it cannot be run on this machine */
};
/** The result of a validator for a file. Only AS_VALIDATION_ACCEPTED is a pass. */
struct as_validation {
	enum as_validation_kind kind;
	int exit_code;               /**< -1: it did not exit, or it was not a program */
	bool is_late;                /**< it reached its time limit, and the kind is broken */
	char text[AS_FEEDBACK_SIZE]; /**< the reason, one printable line; may be empty */
	struct as_test_score score;  /**< of an accepted output */
};

/** What an input validator gets. */
struct as_input_case {
	int input_fd; /**< read from its start; any regular file or memory file */
	const struct as_input_args *validator_args; /**< as in struct as_test; or NULL */
	char **args;                                /**< the test's; NULL-terminated, or NULL */
	const char *files_path;                     /**< its .files beneath the package, or NULL */
	/** What a validator that uses gen.h writes about the values of an input that it accepts:
	 * GEN_OVERVIEW (assay/gen.h). It stays empty for other validators. Untrusted; clear it.
	 * NULL: not wanted. */
	struct as_bytes *overview;
};
/** With the settings of a test. */
struct as_input_case as_input_case_of(const struct as_test *test, int input_fd) AS_NONNULL(1);
/** True if both have the same lists in the same order; each may be NULL. */
bool as_input_args_same(const struct as_input_args *a, const struct as_input_args *b);
/** The arguments of the validator at a path, then the test's: an array on the heap of borrowed
 * texts, which ends with NULL. NULL: out of memory. */
const char **as_input_case_arguments(const struct as_input_case *input, const char *path,
	struct as_error *error) AS_MUST_USE AS_NONNULL(1, 2);
/**
 * Runs package->input_validators[index]; an input is valid if all of them accept it. The calling
 * thread interprets `.ctd` files. A validator that cannot be run on this machine, and a script that
 * needs what assay/checktestdata.h does not support, gives AS_VALIDATION_UNAVAILABLE, with the
 * remedy as text. -1: the machine cannot judge, or the call was cancelled.
 */
int as_validators_run_input(struct as_validators *validators, size_t index,
	const struct as_input_case *input, struct as_validation *validation,
	struct as_error *error) AS_MUST_USE;

/** The exit status by which an input validator of the package accepts; any other rejects. */
int as_input_validator_accepted(const struct as_package *package) AS_NONNULL(1);

/** A Checktestdata script of the package, with its constants; free it with as_ctd_free. NULL,
 * AS_ERROR_INPUT: it cannot be read or is malformed; with sys_errno ENOTSUP it may be right. */
struct as_ctd *as_validators_read_script(const struct as_package *package, const char *path,
	struct as_error *error) AS_MUST_USE AS_NONNULL(1, 2);

/** The program of an input validator, for as_fork_server_open; borrowed. NULL: it does not compile
 * or is no program of its own, and as_validators_run_input gives the reason; or, with the error
 * set, the machine cannot compile. */
const struct as_program *as_validators_program(struct as_validators *validators, size_t index,
	struct as_error *error) AS_MUST_USE AS_NONNULL(1);

/** The list of input_validator_args for the validator at `path`, borrowed; NULL: none. `args` may
 * be NULL. */
const struct as_input_args_list *as_input_args_of(
	const struct as_input_args *args, const char *path);

/** What an output validator gets. */
struct as_output_case {
	const char *name;                     /**< of the test, as in struct as_test */
	const char *input_path, *answer_path; /**< beneath the package */
	int output_fd;                        /**< as input_fd above */
	char **validator_args;                /**< output_validator_args; or NULL */
	const char *only_validator;           /**< as in struct as_test */
	struct as_check_flags check_flags;    /**< for the default check */
	enum as_score_files score_files;
};
/** The file as an output of the test; score files are ignored. */
struct as_output_case as_output_case_of(const struct as_test *test, int output_fd) AS_NONNULL(1);
/**
 * Runs the package's output validators, or the default check, on a file as if a submission had
 * printed it in the first pass of a test. The result is that of the first validator that does not
 * accept; the score is that of the last one. AS_VALIDATION_UNAVAILABLE: the package is interactive,
 * or an earlier call has reported that a validator does not compile. -1: as above.
 */
int as_validators_run_output(struct as_validators *validators, const struct as_output_case *output,
	struct as_validation *validation, struct as_error *error) AS_MUST_USE;

#endif
