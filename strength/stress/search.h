/* SPDX-License-Identifier: MIT */
/* search: the state of a search, and the functions of its parts. */
#ifndef ASSAY_STRESS_SEARCH_H
#define ASSAY_STRESS_SEARCH_H

#include "pool.h"
#include "stream.h"
#include <assay/base/random.h>

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

/* ---- draw.c ---- */

/* Fills `draws` of report->failure, with the first thread. They are extra: after an error they are
 * empty. */
void as_search_draw(struct as_search *search);

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
	atomic_bool written;        /* a run of --generator's command as it is written was late */
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
	struct as_seen passed;   /* inputs that the submission passed, to skip repetitions */
	struct as_secret secret; /* secret tests, if they are hidden */
	struct as_pool *pool;
	struct as_thread_state *thread_states;
	size_t validator_count;
	atomic_bool is_validated; /* an input validator was run */
	char *_Atomic not_run;    /* as in the report */
	struct {
		bool has_generator_complaint; /* the report's */
		bool is_timing;               /* only times count: there is no right solution */
		bool is_fresh;                /* fork servers are not used */
	};
	struct as_late late;
	atomic_ullong forked;          /* runs of the submission by fork servers */
	int64_t begun_ns, deadline_ns; /* the deadline of the search, later that of shrinking */
	int64_t end_ns; /* after it no run begins, but one that confirms the first failure */
};
/* Opens everything of a search except the stream: settings, the right solution, a state for each
 * thread. Close the search in any case. */
int as_search_open_programs(struct as_search *search, struct as_error *error) AS_MUST_USE;
void as_search_close(struct as_search *search);
/* Counts trials by their states in the report, and takes the first reason for a failure. */
void as_search_count(struct as_search *search, struct as_trial *trials, size_t count);
/* Checked between inputs, so that a slow program cannot use a whole slice after the deadline. */
static inline bool as_search_is_over(const struct as_search *search)
{
	return as_now_ns() >= search->deadline_ns;
}
/* True if no further round is wanted. */
static inline bool as_search_has_enough(const struct as_search *search)
{
	const int64_t enough_ns = search->order->enough_ns;

	return as_search_is_over(search) ||
	       (enough_ns && search->report->tried >= AS_STRESS_ENOUGH &&
		       as_now_ns() >= search->begun_ns + enough_ns);
}

#endif
