/* SPDX-License-Identifier: MIT */
/* stream: the sequence of inputs, and the sources of inputs. */
#ifndef ASSAY_STRESS_STREAM_H
#define ASSAY_STRESS_STREAM_H

#include "trial.h"

#include <assay/testgen/commands.h>

/* A test of the package, to be tried before other inputs, or not at all. */
#define AS_MAX_OWN_TEST_BYTES (UINT64_C(16) << 20) /* larger inputs and answers are not tried */
struct as_own_test {
	const struct as_test *test; /* borrowed */
	uint64_t bytes;             /* of its input */
};

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

/* ---- secret.c: hidden tests, which no input may be ---- */

struct as_secret {
	struct as_seen small;
	struct as_own_test *large;
	size_t large_count;
};
struct as_search;
int as_secret_add(struct as_search *search, const struct as_test *test, uint64_t input_bytes,
	struct as_error *error) AS_MUST_USE;
bool as_secret_has(const struct as_search *search, const struct as_bytes *input);
void as_secret_clear(struct as_secret *secret);

/* ---- words.c: words of the package's own tests that may be tried ---- */

struct as_words {
	char **items;
	size_t count; /* at most AS_TAPE_MAX_WORDS */
};
/* After the own tests of the stream are known. */
int as_words_find(struct as_search *search, struct as_error *error) AS_MUST_USE;
void as_words_clear(struct as_words *words);

/* ---- stream.c: the sequence of inputs ---- */

/* A source of tapes: a shape of commands whose generator records its choices, or the script. */
struct as_explored {
	enum as_origin origin;
	char *command; /* with small numbers; tapes replace its choices; NULL: the script */
	struct as_explore *explore;
	uint64_t next; /* the number of the next tape */
};

/* ---- large.c: inputs as large as the largest tests ---- */

/* A command of one of the recipe's largest tests. */
struct as_large_command {
	const char *text;       /* borrowed */
	bool is_known;          /* it was run, so that it is known whether it leaves a record */
	bool has_tape;          /* it does; */
	struct as_tape options; /* of that record, without choices */
};
struct as_large {
	struct as_large_command *items;
	size_t count;
	uint64_t next;    /* the number of the next input */
	int64_t since_ns; /* the first time that large inputs could be due */
	int64_t round_ns; /* the beginning of their last round; 0: it has ended */
	int64_t spent_ns; /* in all rounds before */
};

struct as_stream {
	struct as_shape *shapes;
	size_t shape_count;
	struct as_explored *explored;
	size_t explored_count, explored_next;
	struct as_ctd *script; /* NULL: there is none, or a generator has tapes */
	struct {
		struct as_sample *samples; /* of the package, to mutate; only without tapes */
		struct as_bytes *sample_bytes;
		size_t sample_count;
		bool has_no_samples; /* then secret tests are mutated */
	};
	struct {
		struct as_own_test
			*own; /* tests of the package: samples first, the smallest first */
		size_t own_count, own_next;
		bool is_probed; /* as_sources_probe was called */
	};
	struct {
		size_t runs, failed;
	} written; /* the first runs of --generator's command */
	struct as_words words;
	struct as_large large;
	uint64_t next; /* the index of the next input */
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
/* True until the first runs of the command of --generator as it is written are over. */
bool as_stream_is_written(const struct as_search *search);
/* Marks the trials of a round whose input repeats an earlier one, or a hidden secret test. */
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

/* ---- large.c ---- */

int as_large_find(struct as_search *search, struct as_error *error) AS_MUST_USE;
void as_large_clear(struct as_large *large);
/* True if the next round is one of large inputs: then call as_large_next. */
bool as_large_is_due(struct as_search *search);
int as_large_next(
	struct as_search *search, struct as_trial *trial, struct as_error *error) AS_MUST_USE;
/* Records the options of a generator, for tapes. */
int as_large_learn(
	struct as_stream *stream, const struct as_trial *trial, struct as_error *error) AS_MUST_USE;

/* ---- sources.c: sources of inputs ---- */

/* Finds the shapes of the commands; without commands, the script and the samples. */
int as_sources_open(struct as_search *search, struct as_error *error) AS_MUST_USE;
/* Probes which shapes have tapes, and which numbers are sizes. */
int as_sources_probe(struct as_search *search, struct as_error *error) AS_MUST_USE;
void as_sources_close(struct as_stream *stream);

#endif
