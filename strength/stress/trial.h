/* SPDX-License-Identifier: MIT */
/* trial: one input, from its generation to the comparison, and the settings of its judging. */
#ifndef ASSAY_STRESS_TRIAL_H
#define ASSAY_STRESS_TRIAL_H

#include "commandline.h"

#include <assay/package/expectation.h>
#include <assay/shrink.h>
#include <assay/stress.h>

/* ---- settings.c: settings that inputs are judged with ---- */

/* A variant of the input validators' arguments. */
struct as_variant {
	const struct as_test *test; /* borrowed from the package */
	atomic_uint runs, accepted;
	bool is_skipped; /* none of its inputs was accepted that the others refuse */
};

struct as_setting {
	const struct as_test *like; /* borrowed from the package */
	/* An input is valid if it is valid for one of the variants. */
	struct as_variant *variants;
	size_t variant_count;
};
#define AS_MAX_SETTINGS 16
struct as_settings {
	struct as_setting items[AS_MAX_SETTINGS];
	size_t count;
};
/* Called after a round: skips variants that accepted nothing. */
void as_settings_learn(struct as_settings *settings);
int as_settings_find(struct as_settings *settings, const struct as_package *package,
	struct as_error *error) AS_MUST_USE;
/* Only the settings of one test, in place of those of all groups. */
int as_settings_use(struct as_settings *settings, const struct as_test *like,
	struct as_error *error) AS_MUST_USE;
void as_settings_clear(struct as_settings *settings);

/* ---- right.c: the right solution ---- */

struct as_search;

struct as_right {
	struct as_expectations expectations; /* languages and entry points of submissions */
	struct as_error malformed;    /* why these are unknown; an error only if one is needed */
	char *command;                /* run as a recipe's solution, or NULL */
	struct as_compiled *compiled; /* run as a submission, or NULL */
	char *path;                   /* of that submission */
	char *name;                   /* for messages */
	/* If command and compiled are NULL, answers are empty and only the output validator
	 * decides. */
};
int as_right_open(struct as_search *search, struct as_error *error) AS_MUST_USE;
void as_right_close(struct as_right *right);
/* Looks for another right solution that fails the input. Sets `text` to its name and verdict, on
 * the heap; NULL: none fails. */
int as_right_disagrees(struct as_search *search, const struct as_stress_failure *failure,
	char **text, struct as_error *error) AS_MUST_USE;

/* ---- trial.c: one input from making to comparison ---- */

/* A round keeps some hundred inputs in memory; larger inputs are refused. */
#define AS_MAX_INPUT_BYTES (UINT64_C(16) << 20)

enum as_trial_state {
	AS_TRIAL_NEW,        /* or the deadline passed before the run */
	AS_TRIAL_MADE,       /* the input is made */
	AS_TRIAL_NOT_MADE,   /* the generator failed */
	AS_TRIAL_REPEATED,   /* an earlier one, or a hidden secret test, has the same input */
	AS_TRIAL_INVALID,    /* a validator refused the input */
	AS_TRIAL_UNANSWERED, /* the right solution failed */
	AS_TRIAL_PASSED,
	AS_TRIAL_FAILED, /* the submission failed */
};

/* The origin of an input. */
enum as_origin {
	AS_ORIGIN_INPUT,   /* the trial begins with an input */
	AS_ORIGIN_COMMAND, /* a command, possibly with a tape */
	AS_ORIGIN_SCRIPT,  /* a tape and the Checktestdata script */
};

struct as_trial {
	enum as_origin origin;
	char *command;
	/* The test of the package whose input and answer these are; or NULL. It is run with its own
	 * settings, and not validated. */
	const struct as_test *own;
	size_t shape; /* of the command; an index of as_stream.explored if `explored` */
	int64_t values[AS_MAX_NUMBERS]; /* of a command without a tape */
	struct {
		bool is_taped;   /* made by `tape` */
		bool is_written; /* the command of --generator with its own numbers */
		bool is_recording;
		bool is_large;   /* of large.c: `shape` is an index of its commands */
		bool is_changed; /* valid only if an input validator accepts it */
	};
	struct as_tape tape;
	uint64_t explored;     /* 1 + the number of the tape in its exploration; 0: in none */
	struct as_tape record; /* the generator's record, if it was requested */
	bool has_record;
	enum as_trial_state state;
	struct as_bytes input, answer;
	uint64_t valid;                   /* bit set: the settings that the input is valid for */
	struct as_stress_failure failure; /* of AS_TRIAL_FAILED, without input and answer */
	bool is_forked;                   /* a fork server ran the submission */
	enum as_verdict
		expected; /* verdict of a fork server, to be compared with a fresh run; or NONE */
	char *complaint;  /* the reason of NOT_MADE, INVALID, UNANSWERED; or NULL */
};
void as_trial_clear(struct as_trial *trial);
/* Maximum number of trials of the calls below. */
#define AS_MAX_SLICE 64
/* Makes the inputs of some trials. */
int as_trials_make(struct as_search *search, unsigned thread, struct as_trial *trials, size_t count,
	struct as_error *error) AS_MUST_USE;
/* The test with the first of the settings that the input is valid for. */
const struct as_test *as_trial_like(const struct as_search *search, const struct as_trial *trial);
/* Makes the answers to valid inputs, or sets AS_TRIAL_UNANSWERED. */
int as_trials_answer(struct as_search *search, unsigned thread, struct as_trial *trials,
	size_t count, struct as_error *error) AS_MUST_USE;
/* Validates the inputs that are made, answers them and runs the submission. With `until_failure`,
 * trials after the first failing one may be skipped. Trials that were not run before the deadline
 * stay NEW or MADE. */
int as_trials_judge(struct as_search *search, unsigned thread, struct as_trial *trials,
	size_t count, bool until_failure, struct as_error *error) AS_MUST_USE;
/* The error of a judging error on an input. Returns -1. */
int as_trial_blame(const struct as_case_result *result, struct as_error *error);
/* Runs a submission on the input of a failure, with its answer and its test's settings. Sets
 * `fails`; if true, `again` (clear it) has the verdict, without input and answer. */
int as_trial_run(struct as_search *search, struct as_compiled *compiled,
	const struct as_stress_failure *failure, int reruns, struct as_stress_failure *again,
	bool *fails, struct as_error *error) AS_MUST_USE;
void as_failure_clear(struct as_stress_failure *failure);

/* ---- valid.c: input validators ---- */

/* Validates the inputs that are made: sets `valid` or AS_TRIAL_INVALID. AS_ERROR_INPUT: a validator
 * fails, or does not end on any input. */
int as_trials_validate(struct as_search *search, unsigned thread, struct as_trial *trials,
	size_t count, struct as_error *error) AS_MUST_USE;
/* Finds the folders whose validators accept the failure's input, for `homes`. */
int as_trial_find_homes(struct as_search *search, struct as_error *error) AS_MUST_USE;
/* Sets `accepts` if the input validators accept malformed data, too. */
int as_trial_try_junk(struct as_search *search, bool *accepts, struct as_error *error) AS_MUST_USE;

/* ---- forked.c: fork servers ---- */

/* Provisional result of a fork server; NONE: a fresh run must decide. */
enum as_guess { AS_GUESS_NONE, AS_GUESS_YES, AS_GUESS_NO };
/* Runs all input validators on the inputs of the trials that have no bit of `valid` yet. */
int as_forked_validate(struct as_search *search, unsigned thread, const struct as_test *like,
	const struct as_trial *trials, size_t count, uint64_t valid, enum as_guess *guesses,
	struct as_error *error) AS_MUST_USE;
/* Answers inputs with the right solution, if it is a submission. */
int as_forked_answer(struct as_search *search, unsigned thread, struct as_trial *trials,
	size_t count, struct as_error *error) AS_MUST_USE;
/* Runs the submission on inputs that are valid for exactly one setting, and compares with the
 * default check. */
int as_forked_run(struct as_search *search, unsigned thread, struct as_trial *trials, size_t count,
	struct as_error *error) AS_MUST_USE;

#endif
