/* SPDX-License-Identifier: MIT */
/* climb: the search for slow inputs. */
#ifndef ASSAY_STRESS_CLIMB_H
#define ASSAY_STRESS_CLIMB_H

#include "search.h"

/* The inputs that are mutated. */
#define AS_CLIMB_KEPT 8
/* Further runs of an input that seems to be slow. */
#define AS_CLIMB_REPEATS 2
#define AS_CLIMB_MAX_ROUND 256

struct as_climb_run {
	enum as_verdict verdict;
	int64_t time_ns; /* of CPU */
};
struct as_climb_input {
	struct as_trial trial;
	struct as_climb_run run;
	bool is_confirmed; /* run again at the end */
};
/* A command of the recipe. */
struct as_climb_command {
	const char *text; /* borrowed */
	int64_t time_ns;  /* of the submission on the command's test */
};

struct as_climb {
	struct as_search *search;
	int64_t max_ns;                    /* the time limit of runs */
	int64_t *test_ns;                  /* of the package's tests */
	bool is_again;                     /* a test is measured several times */
	struct as_climb_command *commands; /* the slowest first */
	size_t command_count;
	uint64_t next; /* number of the next input */
	struct as_climb_input round[AS_CLIMB_MAX_ROUND];
	size_t round_count;
	struct as_climb_input kept[AS_CLIMB_KEPT]; /* the slowest first */
	size_t kept_count;
};
/* ---- climb_tests.c: runs that are measured ---- */

/* Runs the submission. AS_ERROR_MACHINE: its time is unknown. */
int as_climb_run(const struct as_search *search, const struct as_case *order,
	struct as_climb_run *run, struct as_error *error) AS_MUST_USE;

/* Lowers the time to that of further runs. */
int as_climb_run_again(const struct as_search *search, const struct as_case *order,
	struct as_climb_run *run, struct as_error *error) AS_MUST_USE;
/* Judges the submission on the package's tests, which it must pass, and finds the slowest one. */
int as_climb_measure_tests(struct as_climb *climb, struct as_error *error) AS_MUST_USE;

/* ---- climb.c: the sequence of inputs ---- */

/* Orders the commands by the times of their tests. */
int as_climb_open(struct as_climb *climb, struct as_error *error) AS_MUST_USE;
/* Fills the next trial. */
int as_climb_next(
	struct as_climb *climb, struct as_trial *trial, struct as_error *error) AS_MUST_USE;
void as_climb_clear_round(struct as_climb *climb);
void as_climb_clear(struct as_climb *climb);

#endif
