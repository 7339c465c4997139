/* SPDX-License-Identifier: MIT */
/* measure: the parts of a measurement; private to strength/run. */
#ifndef ASSAY_STRENGTH_MEASURE_H
#define ASSAY_STRENGTH_MEASURE_H

#include <assay/strength.h>
#include <pthread.h>

#define SUBMISSIONS "submissions/"
#define ACCEPTED SUBMISSIONS "accepted"

/* A submission on the disk. Accepted submissions have the indices of their sources in the report;
 * wrong submissions have those of their programs. */
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

/* A wrong program; its index is that of the program in the report. */
struct trial {
	struct measuring *measuring;
	size_t index;
	const struct as_mutation *mutation; /* borrowed from the origin; NULL: a submission */
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
	struct origin *own;      /* the package's wrong submissions */
	struct trial *trials;    /* one for each program */
	size_t trial_count;      /* that were begun */
	int64_t time_ns, end_ns; /* of the mutants, and of searches */
	struct as_strength_progress progress;
	pthread_mutex_t lock;
};
/* The number of programs. */
static inline size_t measure_count(const struct as_strength_report *report)
{
	return report->own_count + report->mutant_count;
}

/* Reports the progress. */
static inline void measure_show(const struct measuring *measuring)
{
	const struct as_strength_order *order = measuring->order;

	if (order->progress)
		order->progress(order->progress_context, &measuring->progress);
}

/* ---- origin.c ---- */

/* Reads a submission at a path (takes ownership); clear it in any case. */
int origin_read(const struct measuring *measuring, struct origin *origin, char *path,
	struct as_error *error) AS_MUST_USE;
void origin_clear(struct origin *origin);
/* As the engine takes it: what was read. */
struct as_submission origin_submission(const struct origin *origin);
/* Finds the reason why this machine cannot compile the submission; free it. NULL: it can. */
int origin_find_lack(struct measuring *measuring, const struct origin *origin, char **reason,
	struct as_error *error) AS_MUST_USE;
/* The names in a folder of the package, for as_names_free; NULL: the folder does not exist. */
int measure_list(const struct measuring *measuring, const char *path, char ***names,
	struct as_error *error) AS_MUST_USE;

/* ---- own.c ---- */

/* Finds and reads the wrong submissions of the package. */
int measure_find_own(struct measuring *measuring, struct as_error *error) AS_MUST_USE;

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

/* ---- groups.c ---- */

/* Counts what each lowest group kills, and finds small sets of tests and tests that add nothing. */
int measure_groups(struct measuring *measuring, struct as_error *error) AS_MUST_USE;

/* ---- estimate.c ---- */

int measure_estimate(struct measuring *measuring, struct as_error *error) AS_MUST_USE;

/* ---- fix.c ---- */

/* Finds the gaps whose inputs can be tests, if the order wants it. */
int measure_choose_tests(struct measuring *measuring, struct as_error *error) AS_MUST_USE;

/* ---- report_json.c ---- */

/* A text of the package in a document: control characters and bytes that are not UTF-8 are written
 * as \xNN. */
json_t *report_text(const char *text);

/* ---- baseline.c ---- */

void measure_mark_known(struct measuring *measuring);

/* ---- gaps.c ---- */

/* Searches for inputs on which the survivors fail, until the time ends. */
int measure_find_gaps(struct measuring *measuring, struct as_error *error) AS_MUST_USE;

#endif
