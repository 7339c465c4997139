/* SPDX-License-Identifier: MIT */
/**
 * validators: runs the validators of a package on files, for a caller that checks the package.
 *
 * Life cycle: as_validators_open for a package that is open in an engine, questions,
 * as_validators_close before the package is closed. Each validator is compiled when it is first
 * asked. A question runs in the calling thread, on a core that nobody measures on meanwhile; one
 * thread at a time.
 */
#ifndef ASSAY_ENGINE_VALIDATORS_H
#define ASSAY_ENGINE_VALIDATORS_H

#include <assay/engine/job.h>

struct as_validators;
/** Both are borrowed. A question ends with an error when `cancel` (or NULL: the engine's flag) is
 * set. */
struct as_validators *as_validators_open(struct as_judge *judge, const atomic_bool *cancel,
	struct as_error *error) AS_MUST_USE AS_NONNULL(1);
/** Takes NULL. */
void as_validators_close(struct as_validators *validators);

enum as_opinion_kind {
	AS_OPINION_ACCEPTED,
	AS_OPINION_REJECTED,
	AS_OPINION_BROKEN,  /**< the validator does not compile, crashed, or did what it must not */
	AS_OPINION_UNTRIED, /**< it cannot be run on this machine */
};
/** What a validator said. Anything but accepted is not a pass. */
struct as_opinion {
	enum as_opinion_kind kind;
	int exit_code;               /**< -1: it did not exit, or it was not a program */
	bool is_late;                /**< it came to the end of its time; broken, then */
	char text[AS_FEEDBACK_SIZE]; /**< why, one printable line; may be empty */
};

/** What an input validator is shown. */
struct as_input_case {
	int input_fd; /**< read from its start; any regular file or memory file */
	const struct as_input_args *validator_args; /**< as in struct as_test; or NULL */
	char **args;                                /**< of the test; NULL-terminated, or NULL */
	const char *files_path;                     /**< its .files beneath the package, or NULL */
};
/**
 * Asks one of package->input_validators. `.ctd` is run by the program checktestdata; what cannot be
 * run here is AS_OPINION_UNTRIED with what to do. -1: the machine cannot do it, or it was
 * cancelled.
 */
int as_validators_ask_input(struct as_validators *validators, size_t index,
	const struct as_input_case *input, struct as_opinion *opinion,
	struct as_error *error) AS_MUST_USE;

/** The path of the program that runs Checktestdata files; NULL: it is not on this machine. */
const char *as_checktestdata_find(void);

/** Of input_validator_args (or NULL) the list for the validator at `path`, borrowed; NULL: none. */
const struct as_input_args_list *as_input_args_of(
	const struct as_input_args *args, const char *path);

/** What an output validator is shown. */
struct as_output_case {
	const char *name;                     /**< of the test, as in struct as_test */
	const char *input_path, *answer_path; /**< beneath the package */
	int output_fd;                        /**< as input_fd above */
	char **validator_args;                /**< output_validator_args; or NULL */
	const char *only_validator;           /**< as in struct as_test */
	struct as_check_flags check_flags;    /**< for the default check */
};
/**
 * Asks the package's output validators, or the default check, about a file as if a submission had
 * printed it: the first pass of a test, whose scores do not matter. Of several the first that does
 * not accept has the say. An interactive package's is AS_OPINION_UNTRIED, and so is, from the
 * second time on, one that does not compile.
 */
int as_validators_ask_output(struct as_validators *validators, const struct as_output_case *output,
	struct as_opinion *opinion, struct as_error *error) AS_MUST_USE;

#endif
