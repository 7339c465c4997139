/* SPDX-License-Identifier: MIT */
/* measure: the parts of a measurement; private to strength/run. */
#ifndef ASSAY_STRENGTH_MEASURE_H
#define ASSAY_STRENGTH_MEASURE_H

#include <assay/strength.h>
#include <pthread.h>

/* An accepted submission, beside the source of the report with the same index. */
struct origin {
	char *path; /* on the disk */
	struct as_submitted submitted;
	struct as_expected_start start; /* borrowed from the expectations */
	enum as_source_language language;
	struct as_mutations mutations; /* those that were chosen */
	struct as_job *job;            /* that judges it */
	char code[AS_DIGEST_HEX_SIZE]; /* of its compiled program; "": unknown */
	int64_t limit_ns;              /* of a run of its mutants */
	double *scores;                /* of each test; NAN: the test has none */
};

/* A mutant, beside the mutant of the report with the same index. */
struct trial {
	struct measuring *measuring;
	size_t index;
	const struct as_mutation *mutation; /* borrowed from the origin */
	struct as_job *compiling;           /* NULL: not begun, or ended */
	struct as_compiled *compiled;
	char code[AS_DIGEST_HEX_SIZE]; /* as of an origin */
	struct as_job *judging;        /* NULL: not begun, or ended; guarded by the lock */
	bool is_over; /* guarded: enough timeouts; the rest of the row is not run */
	unsigned timeouts;
	int64_t limit_ns; /* of a run */
};

struct measuring {
	const struct as_strength_order *order;
	const struct as_package *package;
	struct as_strength_report *report;
	struct as_expectations expectations;
	const struct as_language *missing; /* that an accepted submission needs; NULL: none */
	struct origin *origins;
	struct trial *trials; /* one a mutant */
	size_t trial_count;   /* that were begun */
	int64_t end_ns;
	struct as_strength_progress progress;
	pthread_mutex_t lock;
};
/* The submission of an origin as the engine takes it. */
static inline struct as_submission measure_submission(const struct origin *origin)
{
	return (struct as_submission){.path = origin->path,
		.language = origin->start.language,
		.entry_point = origin->start.entry_point,
		.submitted = &origin->submitted};
}

/* Reports the progress. */
static inline void measure_show(const struct measuring *measuring)
{
	const struct as_strength_order *order = measuring->order;

	if (order->progress)
		order->progress(order->progress_context, &measuring->progress);
}

/* ---- sources.c ---- */

/* Finds and reads the submissions, the shortest first. */
int measure_find_sources(struct measuring *measuring, struct as_error *error) AS_MUST_USE;
void measure_clear_sources(struct measuring *measuring);

/* ---- originals.c ---- */

/* Judges the submissions on all tests, which must accept them. Sets their times and codes. */
int measure_judge_originals(struct measuring *measuring, struct as_error *error) AS_MUST_USE;

/* ---- choose.c ---- */

/* Chooses the mutants, in turn from each submission. */
int measure_choose(struct measuring *measuring, struct as_error *error) AS_MUST_USE;

/* ---- trial.c ---- */

/* The digest of the code of a compiled program; "" if it is unknown. */
int measure_code(const struct as_compiled *compiled, char code[AS_DIGEST_HEX_SIZE],
	struct as_error *error) AS_MUST_USE;
int trial_begin_compiling(struct trial *trial, struct as_error *error) AS_MUST_USE;
/* Waits, and sets the state of a mutant that is not judged; AS_MUTANT_UNKNOWN: judge it. */
int trial_end_compiling(struct trial *trial, struct as_error *error) AS_MUST_USE;
int trial_begin_judging(struct trial *trial, struct as_error *error) AS_MUST_USE;
int trial_end_judging(struct trial *trial, struct as_error *error) AS_MUST_USE;
/* Compiles a mutant once more, and waits. */
int trial_compile_again(struct trial *trial, struct as_error *error) AS_MUST_USE;
/* Ends what is running. */
void trial_clear(struct trial *trial);

/* ---- gaps.c ---- */

/* Searches for inputs on which the survivors fail, until the time ends. */
int measure_find_gaps(struct measuring *measuring, struct as_error *error) AS_MUST_USE;

#endif
