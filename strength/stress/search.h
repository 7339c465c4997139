/* SPDX-License-Identifier: MIT */
/* search: what the parts of a search share. */
#ifndef ASSAY_STRESS_SEARCH_H
#define ASSAY_STRESS_SEARCH_H

#include "commandline.h"
#include "pool.h"
#include "random.h"

#include <assay/stress.h>
#include <assay/testgen/commands.h>

/* ---- settings.c: the tests that inputs are judged like ---- */

/* Tests that differ in nothing but their data and in arguments of input validators. */
struct as_setting {
	const struct as_test *like; /* borrowed from the package */
	/* Tests that differ in arguments of input validators: an input is valid if it is valid for
	 * one of them. */
	const struct as_test **variants;
	size_t variant_count;
};
#define AS_SETTINGS_MOST 16
struct as_settings {
	struct as_setting items[AS_SETTINGS_MOST];
	size_t count;
};
int as_settings_find(struct as_settings *settings, const struct as_package *package,
	struct as_error *error) AS_MUST_USE;
void as_settings_clear(struct as_settings *settings);

/* ---- right.c: the right solution ---- */

struct as_search;

struct as_right {
	char *command;                /* run as a recipe's solution, or NULL */
	struct as_compiled *compiled; /* run as a submission, or NULL */
	char *path;                   /* of that submission */
	char *name;                   /* for people */
	/* Both NULL: answers are empty, and the output validator alone decides. */
};
int as_right_open(struct as_search *search, struct as_error *error) AS_MUST_USE;
void as_right_close(struct as_right *right);
/* Looks for a right solution that fails the input; on the heap, or NULL: none does. */
int as_right_disagrees(struct as_search *search, const struct as_stress_failure *failure,
	char **text, struct as_error *error) AS_MUST_USE;

/* ---- trial.c: an input on its way ---- */

enum as_trial_state {
	AS_TRIAL_NEW,
	AS_TRIAL_MADE,       /* it has an input */
	AS_TRIAL_UNMADE,     /* the generator failed */
	AS_TRIAL_REPEATED,   /* an earlier one has the same input */
	AS_TRIAL_INVALID,    /* a validator refused the input */
	AS_TRIAL_UNANSWERED, /* the right solution failed */
	AS_TRIAL_PASSED,
	AS_TRIAL_FAILED, /* the submission did */
};

struct as_trial {
	char *command; /* makes the input; NULL: it is given */
	size_t shape;  /* of the command */
	int64_t values[AS_NUMBERS_MOST];
	enum as_trial_state state;
	struct as_bytes input, answer;
	struct as_stress_failure failure; /* of AS_TRIAL_FAILED, without input and answer */
	char *complaint;                  /* the reason of UNMADE, INVALID, UNANSWERED; or NULL */
};
void as_trial_clear(struct as_trial *trial);
/* Makes the input. */
int as_trial_make(struct as_search *search, unsigned thread, struct as_trial *trial,
	struct as_error *error) AS_MUST_USE;
/* Validates the input, gets the answer and runs the submission. */
int as_trial_judge(struct as_search *search, unsigned thread, struct as_trial *trial,
	struct as_error *error) AS_MUST_USE;
/* Runs a submission on the input of a failure, with its answer and like the same test. Sets `fails`;
 * then `again` (clear it) is how, without input and answer. */
int as_trial_run(struct as_search *search, struct as_compiled *compiled,
	const struct as_stress_failure *failure, int reruns, struct as_stress_failure *again,
	bool *fails, struct as_error *error) AS_MUST_USE;
void as_failure_clear(struct as_stress_failure *failure);

/* ---- stream.c: the inputs to try ---- */

struct as_stream {
	struct as_shape *shapes;
	size_t shape_count;
	size_t sample;       /* the next sample of the package */
	uint64_t next;       /* the index of the next input */
	uint64_t round;
	uint64_t *seen;      /* hashes of inputs, 0: free */
	size_t seen_count, seen_room;
	size_t fruitless;    /* rounds one after the other without a new input */
};
int as_stream_open(struct as_search *search, struct as_error *error) AS_MUST_USE;
void as_stream_close(struct as_stream *stream);
/* Fills trials, up to the number; 0: there are none. -1: an error. */
int as_stream_next(struct as_search *search, struct as_trial *trials, size_t most,
	struct as_error *error) AS_MUST_USE;
/* Marks those of a round that repeat an input. */
int as_stream_drop_repeated(struct as_search *search, struct as_trial *trials, size_t count,
	struct as_error *error) AS_MUST_USE;
/* Learns from a round which numbers give no valid input. */
void as_stream_learn(struct as_stream *stream, const struct as_trial *trials, size_t count);

/* ---- search.c ---- */

/* What one thread has. */
struct as_station {
	struct as_command_runner *runner;
	struct as_validators *validators;
};

struct as_search {
	const struct as_stress_order *order;
	struct as_stress_report *report;
	struct as_gen_config programs; /* as in the order, with its cancel flag */
	struct as_commands *commands;
	struct as_settings settings;
	struct as_right right;
	struct as_stream stream;
	struct as_pool *pool;
	struct as_station *stations;
	size_t validator_count;
	int64_t begun_ns, deadline_ns;
};

#endif
