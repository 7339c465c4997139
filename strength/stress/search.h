/* SPDX-License-Identifier: MIT */
/* search: the state of a search, and the functions of its parts. */
#ifndef ASSAY_STRESS_SEARCH_H
#define ASSAY_STRESS_SEARCH_H

#include "commandline.h"
#include "pool.h"
#include "random.h"

#include <assay/shrink.h>
#include <assay/stress.h>
#include <assay/testgen/commands.h>

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
void as_settings_clear(struct as_settings *settings);

/* ---- right.c: the right solution ---- */

struct as_search;

struct as_right {
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

enum as_trial_state {
	AS_TRIAL_NEW,        /* or the deadline passed before the run */
	AS_TRIAL_MADE,       /* the input is made */
	AS_TRIAL_NOT_MADE,   /* the generator failed */
	AS_TRIAL_REPEATED,   /* an earlier one has the same input */
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
	bool is_taped;                  /* made by `tape` */
	bool is_recording;
	bool is_changed; /* valid only if an input validator accepts it */
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
/* Validates the inputs that are made, answers them and runs the submission. With `until_failure`,
 * trials after the first failing one may be skipped. Trials that were not run before the deadline
 * stay NEW or MADE. */
int as_trials_judge(struct as_search *search, unsigned thread, struct as_trial *trials,
	size_t count, bool until_failure, struct as_error *error) AS_MUST_USE;
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
/* Finds the test whose group's validators accept the failure's input, for `home`. */
int as_trial_find_home(struct as_search *search, struct as_error *error) AS_MUST_USE;
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

/* ---- seen.c: sets of inputs ---- */

struct as_seen {
	uint64_t *table; /* hashes, 0: free */
	size_t count, capacity;
};
/* 1: the input is new; 0: it is not; -1: out of memory. */
int as_seen_add(
	struct as_seen *seen, const struct as_bytes *input, struct as_error *error) AS_MUST_USE;
bool as_seen_has(const struct as_seen *seen, const struct as_bytes *input);
void as_seen_clear(struct as_seen *seen);

/* ---- stream.c: the sequence of inputs ---- */

/* A source of tapes: a shape of commands whose generator records its choices, or the script. */
struct as_explored {
	enum as_origin origin;
	size_t shape;
	char *command; /* with small numbers; tapes replace its choices; NULL: the script */
	struct as_explore *explore;
	uint64_t next; /* the number of the next tape */
};

/* A test of the package, to be tried before other inputs. */
#define AS_MAX_OWN_TEST_BYTES (UINT64_C(16) << 20) /* larger inputs and answers are not tried */
struct as_own_test {
	const struct as_test *test; /* borrowed */
	uint64_t bytes;             /* of its input */
};

struct as_stream {
	struct as_shape *shapes;
	size_t shape_count;
	struct as_explored *explored;
	size_t explored_count, explored_next;
	struct as_ctd *script;     /* NULL: there is none, or the package has generators */
	struct as_sample *samples; /* of the package, to mutate; only without generators */
	struct as_bytes *sample_bytes;
	size_t sample_count;
	bool has_no_samples; /* then secret tests are mutated */
	struct {
		struct as_own_test
			*own; /* tests of the package: samples first, the smallest first */
		size_t own_count, own_next;
		bool is_probed; /* as_sources_probe was called */
	};
	size_t written; /* runs of the command of --generator as it is written */
	uint64_t next;  /* the index of the next input */
	uint64_t round;
	struct as_seen seen;
	uint64_t numbered_made,
		numbered_new;         /* inputs of commands without tapes: all, and new ones */
	struct as_seen numbers, made; /* numbers of commands; with their inputs: drop_repeated */
	size_t fruitless;             /* consecutive rounds without a new input */
};
int as_stream_open(struct as_search *search, struct as_error *error) AS_MUST_USE;
void as_stream_close(struct as_stream *stream);
/* Fills up to `max` trials. Returns their number; 0: there are no more; -1: an error. */
int as_stream_next(struct as_search *search, struct as_trial *trials, size_t max,
	struct as_error *error) AS_MUST_USE;
/* Marks the trials of a round whose input repeats an earlier one. */
int as_stream_drop_repeated(struct as_search *search, struct as_trial *trials, size_t count,
	struct as_error *error) AS_MUST_USE;
/* Records which numbers led to invalid inputs, and the records of tapes. */
int as_stream_learn(struct as_stream *stream, const struct as_trial *trials, size_t count,
	struct as_error *error) AS_MUST_USE;
/* True if many commands with different numbers and seeds made the same few inputs. */
bool as_stream_ignores_options(const struct as_stream *stream);
/* A command whose generator made one input for each choice of numbers, whatever its seed was; NULL:
 * none is known. */
const char *as_stream_ignores_seed(const struct as_stream *stream);
/* The name of the source, for messages. */
const char *as_stream_name(const struct as_search *search);

/* ---- sources.c: sources of inputs ---- */

/* Finds the shapes of the commands; without commands, the script and the samples. */
int as_sources_open(struct as_search *search, struct as_error *error) AS_MUST_USE;
/* Probes which shapes have tapes, and which numbers are sizes. */
int as_sources_probe(struct as_search *search, struct as_error *error) AS_MUST_USE;
void as_sources_close(struct as_stream *stream);

/* ---- smaller.c: shrinking ---- */

/* Shrinks report->failure, which `trial` found and a second run confirmed. Each smaller input that
 * fails twice becomes report->failure. Sets report->is_smallest. */
int as_search_shrink(
	struct as_search *search, struct as_trial *trial, struct as_error *error) AS_MUST_USE;

/* ---- show.c ---- */

/* Reports the progress to the caller. */
void as_search_show(const struct as_search *search, bool is_shrinking);

/* ---- confirm.c: further runs ---- */

/* Runs the submission again on the input of a failure. 1: it fails again, and `failure` describes
 * this run; 0: it passes; -1: an error. */
int as_search_confirm(struct as_search *search, struct as_stress_failure *failure,
	struct as_error *error) AS_MUST_USE;
/* Runs the submission some more times on the failure that is reported, and counts the input as
 * unstable if one of them passes. */
int as_search_repeat(struct as_search *search, struct as_error *error) AS_MUST_USE;
/* Moves input, answer and verdict of a failed trial into `failure`. */
void as_failure_take(struct as_stress_failure *failure, struct as_trial *trial);

/* ---- search.c ---- */

/* The state of one thread. */
struct as_thread_state {
	struct as_command_runner *runner;
	struct as_validators *validators;
	struct as_forks *forks; /* forked.c; NULL until used */
};
void as_forks_close(struct as_forks *forks);

/* What follows a search may overrun its time by this fraction of it. */
#define AS_EXTRA_SHARE 4

/* Programs that did not end in time. */
struct as_late {
	atomic_bool generator;      /* a run of a generator was late */
	atomic_uint validations;    /* late runs of input validators */
	atomic_bool validator_ends; /* an input validator has ended in time */
};

struct as_search {
	const struct as_stress_order *order;
	struct as_stress_report *report;
	struct as_gen_config programs; /* as in the order, with its cancel flag */
	struct as_commands *commands;
	struct as_settings settings;
	struct as_right right;
	struct as_stream stream;
	struct as_seen passed; /* inputs that the submission passed, to skip repetitions */
	struct as_pool *pool;
	struct as_thread_state *thread_states;
	size_t validator_count;
	atomic_bool is_validated;     /* an input validator was run */
	bool has_generator_complaint; /* the report's */
	struct as_late late;
	bool is_fresh;                 /* fork servers are not used */
	atomic_ullong forked;          /* runs of the submission by fork servers */
	int64_t begun_ns, deadline_ns; /* the deadline of the search, later that of shrinking */
	int64_t end_ns; /* after it no run begins, but one that confirms the first failure */
};
/* Checked between inputs, so that a slow program cannot use a whole slice after the deadline. */
static inline bool as_search_is_over(const struct as_search *search)
{
	return as_now_ns() >= search->deadline_ns;
}

#endif
