/* SPDX-License-Identifier: MIT */
/* The judging of one submission: what its stages pass on. */
#ifndef ASSAY_JUDGE_JUDGING_H
#define ASSAY_JUDGE_JUDGING_H

#include "open_package.h"
#include "run_limits.h"
#include "short_circuit.h"
#include "test_result.h"

#include <stdatomic.h>

/* How a test contributes to the TLE margin of the submission: schedule.c. */
enum as_margin {
	AS_MARGIN_NONE,
	AS_MARGIN_CUT,   /* ended at the limit; it may have to be run again with an overrun */
	AS_MARGIN_KNOWN, /* it used margin_time_ns, or only waited */
};

/* Finished tests that the waiting driver reports: schedule.c. They are copies, since a rerun
 * overwrites a test's result without the lock. */
struct as_reports {
	/* In the order of finishing; guarded by engine->lock. NULL: nothing is reported. */
	struct as_job_test *tests;
	size_t count, reported_count;
};

/* The progress of a judging's tests: schedule.c. Guarded by engine->lock. */
struct as_schedule {
	size_t next_test;
	size_t running_count;
	struct as_reports reports;
	enum as_margin *margins; /* by test; while a test runs, only its worker uses its result */
	bool exploring;          /* a test is running that may overrun */
	bool margin_known;       /* a contributing test has established the margin */
	bool validator_late;     /* on a test: no other test is run */
	struct as_error trouble; /* the error that ended the judging */
};

/* The judging of one submission. Several can be active at once. */
struct as_judging {
	struct as_open_package *opened;
	/* Borrowed, with the time limit that holds; of a case only what a case says. */
	struct as_job_order order;
	const struct as_group *group; /* only its tests; or NULL */
	const atomic_bool *cancel;    /* or NULL */
	struct as_limits limits;      /* the judged limits: run_limits.h */
	atomic_bool core_shared;      /* a test ran on a shared core */
	const struct as_program *program;
	const struct as_sources *sources;   /* of the program, or the answers */
	struct as_data *data;               /* in memory: data.h; NULL: the tests' own files */
	struct as_working validator_folder; /* the submission's files for the output validators */
	struct as_test_result *results;     /* one for each test of the package */
	struct as_test_result *statics;     /* by group; counted: its static validation was run */
	struct as_group_result *groups;
	struct as_short_circuit short_circuit;
	struct as_isolation isolation; /* of a sandbox that ran tests; cgroup NULL: none did */
	char sandbox_digest[AS_DIGEST_HEX_SIZE];
	int keep_fd;             /* the submission's folder in keep_dir, or -1 */
	struct as_judging *next; /* guarded by engine->lock */
	struct as_schedule schedule;
};
static inline bool as_judging_is_cancelled(const struct as_judging *judging)
{
	return as_is_cancelled(judging->cancel);
}

/* Initialises it for runs without a schedule of tests. Clear it in any case. */
void as_judging_begin(struct as_judging *judging, const struct as_job_order *order);
/* Sets the compiled submission to judge. Its program, sources and files for output validators are
 * borrowed. */
int as_judging_take(struct as_judging *judging, const struct as_compiled *compiled,
	struct as_error *error) AS_MUST_USE;
/* Clear it in any case. */
int as_judging_init(struct as_judging *judging, const struct as_job_order *order,
	struct as_error *error) AS_MUST_USE;
int as_judging_run(struct as_judging *judging, const struct as_compiled *compiled,
	struct as_result *result, struct as_error *error) AS_MUST_USE;
void as_judging_clear(struct as_judging *judging);

/* schedule.c: runs the tests that must be run, in the order of the package, and fills `results`. */
int as_judging_run_tests(struct as_judging *judging, struct as_error *error) AS_MUST_USE;
/* True if only some tests were requested: each of them is run, and its verdict stands alone. */
bool as_judging_is_part(const struct as_judging *judging);

/* validator_folder.c: makes judging->validator_folder from the submission; as_working_remove frees
 * it. */
int as_validator_folder_make(struct as_judging *judging, struct as_error *error) AS_MUST_USE;

#endif
