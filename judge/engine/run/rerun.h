/* SPDX-License-Identifier: MIT */
/* rerun: which tests are run again, and which of the runs counts. The comment at the head of
 * rerun.c has the rules. */
#ifndef ASSAY_JUDGE_RERUN_H
#define ASSAY_JUDGE_RERUN_H

#include "judging.h"

struct as_attempt {
	struct as_test_result result;
	struct as_run_result run;
	bool disturbed;
	struct as_transcript *transcript; /* of all passes of an interactive test; else NULL */
};
#define AS_ATTEMPT_INIT                                                                            \
	{                                                                                          \
		.result = AS_TEST_RESULT_INIT, .run = AS_RUN_RESULT_INIT                           \
	}
void as_attempt_clear(struct as_attempt *attempt);

#define AS_VERDICT_COUNT (AS_VERDICT_CE + 1)

struct as_rerun {
	const struct as_limits *limits; /* judged; borrowed */
	int64_t margin_time_ns;         /* as in struct as_job_order */
	unsigned max;
	unsigned count;        /* runs so far, including the first */
	unsigned killed_count; /* the number of killed runs: as_run_was_killed */
	bool first_killed;
	enum as_verdict first;       /* the verdict of the first run, unless it was killed */
	bool final;                  /* no further run can change the result */
	bool broken;                 /* a judging error */
	bool far_over;               /* far over the limit in a rerun: rule 4 */
	bool next_is_long, was_long; /* the next run, or an earlier one, may take more wall time */
	unsigned within, over;       /* reruns within and over the limits */
	unsigned unknown;            /* runs over the limit with unknown usage */
	unsigned votes[AS_VERDICT_COUNT];         /* conclusive reruns with this verdict */
	struct as_attempt best[AS_VERDICT_COUNT]; /* the best run with this verdict */
	struct as_attempt killed;
};
#define AS_RERUN_INIT                                                                              \
	{                                                                                          \
		.best = {[0 ... AS_VERDICT_COUNT - 1] = AS_ATTEMPT_INIT},                          \
		.killed = AS_ATTEMPT_INIT                                                          \
	}
/* The maximum number of reruns of a test that the caller allows. */
unsigned as_rerun_max(int reruns);
/* Sets the time after which the next run is killed. */
void as_rerun_overrun(const struct as_rerun *rerun, struct as_limits *limits);
bool as_rerun_is_disturbed(const struct as_run_result *run);
/* Adds a run, and moves into it what it keeps of the attempt; clear both. */
void as_rerun_add(struct as_rerun *rerun, struct as_attempt *attempt);
/* True if no further run is needed. Call it after the first as_rerun_add. */
bool as_rerun_is_decided(const struct as_rerun *rerun);
/* The run that counts, borrowed from the rerun. */
struct as_attempt *as_rerun_counted(struct as_rerun *rerun);
void as_rerun_clear(struct as_rerun *rerun);

#endif
