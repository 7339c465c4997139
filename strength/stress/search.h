/* SPDX-License-Identifier: MIT */
/* search: what the parts of a search share. */
#ifndef ASSAY_STRESS_SEARCH_H
#define ASSAY_STRESS_SEARCH_H

#include "commandline.h"
#include "pool.h"
#include "random.h"

#include <assay/shrink.h>
#include <assay/stress.h>
#include <assay/testgen/commands.h>

/* ---- settings.c: the tests that inputs are judged like ---- */

/* Arguments of input validators. */
struct as_variant {
	const struct as_test *test; /* borrowed from the package */
	atomic_uint asked, accepted;
	bool is_skipped; /* it accepts nothing that the others refuse */
};

struct as_setting {
	const struct as_test *like; /* borrowed from the package */
	/* An input is valid if it is valid for one of them. */
	struct as_variant *variants;
	size_t variant_count;
};
#define AS_SETTINGS_MOST 16
struct as_settings {
	struct as_setting items[AS_SETTINGS_MOST];
	size_t count;
};
/* After a round: skips variants that are of no use. */
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
	AS_TRIAL_NEW,        /* or the time ended before it was run */
	AS_TRIAL_MADE,       /* it has an input */
	AS_TRIAL_UNMADE,     /* the generator failed */
	AS_TRIAL_REPEATED,   /* an earlier one has the same input */
	AS_TRIAL_INVALID,    /* a validator refused the input */
	AS_TRIAL_UNANSWERED, /* the right solution failed */
	AS_TRIAL_PASSED,
	AS_TRIAL_FAILED, /* the submission did */
};

/* Where an input comes from. */
enum as_origin {
	AS_ORIGIN_GIVEN,   /* it is there */
	AS_ORIGIN_COMMAND, /* a command makes it, perhaps by a tape */
	AS_ORIGIN_SCRIPT,  /* a tape and the Checktestdata script make it */
};

struct as_trial {
	enum as_origin origin;
	char *command;
	size_t shape; /* of the command; as_stream_explored: of the explored source */
	int64_t values[AS_NUMBERS_MOST]; /* of a command without a tape */
	bool is_taped;                   /* made by `tape` */
	bool is_explored;                /* the tape is one of an exploration */
	bool wants_record;
	bool is_changed; /* it counts only if an input validator accepts it */
	struct as_tape tape;
	uint64_t number;       /* of the tape in its exploration */
	struct as_tape record; /* if wanted, what the generator recorded */
	bool has_record;
	enum as_trial_state state;
	struct as_bytes input, answer;
	uint64_t valid;                   /* a bit for each setting that it is valid for */
	struct as_stress_failure failure; /* of AS_TRIAL_FAILED, without input and answer */
	bool is_forked;                   /* a fork server ran the submission */
	enum as_verdict expected; /* by a fork server, and then it was run fresh; else NONE */
	char *complaint;          /* the reason of UNMADE, INVALID, UNANSWERED; or NULL */
};
void as_trial_clear(struct as_trial *trial);
/* The most trials of a call below. */
#define AS_SLICE_MOST 64
/* Makes the inputs of some trials. */
int as_trials_make(struct as_search *search, unsigned thread, struct as_trial *trials, size_t count,
	struct as_error *error) AS_MUST_USE;
/* Validates the inputs that are made, gets the answers and runs the submission; `until_failure`:
 * those behind the first that fails need not be run. Those that the time does not suffice for are
 * NEW or MADE. */
int as_trials_judge(struct as_search *search, unsigned thread, struct as_trial *trials,
	size_t count, bool until_failure, struct as_error *error) AS_MUST_USE;
/* Runs a submission on the input of a failure, with its answer and like the same test. Sets
 * `fails`; then `again` (clear it) is how, without input and answer. */
int as_trial_run(struct as_search *search, struct as_compiled *compiled,
	const struct as_stress_failure *failure, int reruns, struct as_stress_failure *again,
	bool *fails, struct as_error *error) AS_MUST_USE;
void as_failure_clear(struct as_stress_failure *failure);

/* ---- forked.c: the same by fork servers ---- */

/* What a fork server says of an input; NONE: it must be run fresh. */
enum as_guess { AS_GUESS_NONE, AS_GUESS_YES, AS_GUESS_NO };
/* Asks all input validators about the inputs of the trials that have no bit of `valid` yet. */
int as_forked_validate(struct as_search *search, unsigned thread, const struct as_test *like,
	const struct as_trial *trials, size_t count, uint64_t valid, enum as_guess *guesses,
	struct as_error *error) AS_MUST_USE;
/* Answers by the right solution, if that is a submission. */
int as_forked_answer(struct as_search *search, unsigned thread, struct as_trial *trials,
	size_t count, struct as_error *error) AS_MUST_USE;
/* Runs the submission on inputs that are valid for one setting, and compares by the default check.
 */
int as_forked_run(struct as_search *search, unsigned thread, struct as_trial *trials, size_t count,
	struct as_error *error) AS_MUST_USE;

/* ---- seen.c: sets of inputs ---- */

struct as_seen {
	uint64_t *table; /* hashes, 0: free */
	size_t count, room;
};
/* 1: the input is new; 0: not; -1: no memory. */
int as_seen_add(
	struct as_seen *seen, const struct as_bytes *input, struct as_error *error) AS_MUST_USE;
bool as_seen_has(const struct as_seen *seen, const struct as_bytes *input);
void as_seen_clear(struct as_seen *seen);

/* ---- stream.c: the inputs to try ---- */

/* A source of tapes: a shape of commands whose generator records its choices, or the script. */
struct as_explored {
	enum as_origin origin;
	size_t shape;
	char *command; /* of small numbers, which the tapes replace; NULL: the script */
	struct as_explore *explore;
	uint64_t next; /* the number of the next tape */
};

struct as_stream {
	struct as_shape *shapes;
	size_t shape_count;
	struct as_explored *explored;
	size_t explored_count, explored_next;
	struct as_ctd *script;     /* NULL: there is none, or the package has generators */
	struct as_sample *samples; /* the package's, to change; only without generators */
	struct as_bytes *sample_bytes;
	size_t sample_count;
	bool has_no_samples; /* they are the secret tests */
	size_t sample;       /* the next sample of the package to try */
	uint64_t next;       /* the index of the next input */
	uint64_t round;
	struct as_seen seen;
	uint64_t numbered_made, numbered_new; /* inputs of commands with other numbers */
	size_t fruitless;                     /* rounds one after the other without a new input */
};
int as_stream_open(struct as_search *search, struct as_error *error) AS_MUST_USE;
void as_stream_close(struct as_stream *stream);
/* Fills trials, up to the number; 0: there are none. -1: an error. */
int as_stream_next(struct as_search *search, struct as_trial *trials, size_t most,
	struct as_error *error) AS_MUST_USE;
/* Marks those of a round that repeat an input. */
int as_stream_drop_repeated(struct as_search *search, struct as_trial *trials, size_t count,
	struct as_error *error) AS_MUST_USE;
/* Learns from a round which numbers give no valid input, and what its tapes led to. */
int as_stream_learn(struct as_stream *stream, const struct as_trial *trials, size_t count,
	struct as_error *error) AS_MUST_USE;
/* True if many commands with other numbers and seeds made the same few inputs. */
bool as_stream_ignores_options(const struct as_stream *stream);
/* For people. */
const char *as_stream_name(const struct as_search *search);

/* ---- sources.c: what inputs can come from ---- */

/* Finds the shapes of the commands, or without commands the script and the samples. */
int as_sources_open(struct as_search *search, struct as_error *error) AS_MUST_USE;
/* Finds which shapes have tapes, and which numbers make inputs longer. */
int as_sources_probe(struct as_search *search, struct as_error *error) AS_MUST_USE;
void as_sources_close(struct as_stream *stream);

/* ---- smaller.c: shrinking ---- */

/* Shrinks report->failure, which `trial` found and whose run is confirmed. Whenever a smaller input
 * fails twice, it becomes report->failure. Sets report->is_smallest. */
int as_search_shrink(
	struct as_search *search, struct as_trial *trial, struct as_error *error) AS_MUST_USE;

/* ---- show.c ---- */

/* Calls the caller's progress. */
void as_search_show(const struct as_search *search, bool is_shrinking);

/* ---- confirm.c: a second run ---- */

/* Runs the submission on the input of a failure again. 1: it fails again, and the failure becomes
 * what this run did; 0: it passes; -1: an error. */
int as_search_confirm(struct as_search *search, struct as_stress_failure *failure,
	struct as_error *error) AS_MUST_USE;
/* Moves input, answer and the rest of a failed trial. */
void as_failure_take(struct as_stress_failure *failure, struct as_trial *trial);

/* ---- search.c ---- */

/* What one thread has. */
struct as_station {
	struct as_command_runner *runner;
	struct as_validators *validators;
	struct as_forks *forks; /* forked.c; NULL until used */
};
void as_forks_close(struct as_forks *forks);

struct as_search {
	const struct as_stress_order *order;
	struct as_stress_report *report;
	struct as_gen_config programs; /* as in the order, with its cancel flag */
	struct as_commands *commands;
	struct as_settings settings;
	struct as_right right;
	struct as_stream stream;
	struct as_seen passed; /* inputs that the submission passed; they need not be tried again */
	struct as_pool *pool;
	struct as_station *stations;
	size_t validator_count;
	atomic_bool is_validated;      /* an input validator has said something */
	bool is_fresh;                 /* no fork servers */
	atomic_ullong forked;          /* runs of the submission by fork servers */
	int64_t begun_ns, deadline_ns; /* while it shrinks, the end of that */
};
#endif
