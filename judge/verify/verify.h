/* SPDX-License-Identifier: MIT */
/* verify: the state that the stages of verifying one package share. */
#ifndef ASSAY_JUDGE_VERIFY_VERIFY_H
#define ASSAY_JUDGE_VERIFY_VERIFY_H

#include <assay/verify.h>
#include <assay/verify/result_cache.h>
#include <pthread.h>

/* A program beneath submissions/. */
struct as_candidate {
	char *name;                                 /* "accepted/a.py" */
	char *path;                                 /* "submissions/accepted/a.py" */
	char *folder;                               /* "accepted" */
	const struct as_expectation **expectations; /* those that apply to it */
	size_t expectation_count;
	struct as_expected_start start;
	struct as_expectation_tags tags; /* empty if its folder determines the expectation */
	char digest[AS_DIGEST_HEX_SIZE]; /* of its files */
	/* The result. */
	bool judged; /* false: the result is empty */
	struct as_result result;
	int64_t time_limit_ns;               /* the limit under which it was judged */
	struct as_error trouble;             /* why it was not judged: a missing compiler */
	bool failed;                         /* the result differs from the expectation */
	char score_note[AS_SCORE_NOTE_SIZE]; /* as in struct as_verified */
	int64_t round;                       /* the number of orders to judge it */
	unsigned timed, calm; /* judgings to confirm its time; those that were undisturbed */
	struct as_compiled *compiled; /* kept while it may be judged again; or NULL */
};

/* A candidate to judge under a time limit, several times if necessary. */
struct as_trial {
	struct as_candidate *candidate;
	int64_t time_limit_ns;
	bool with_reruns;    /* the judging without reruns was not as expected */
	unsigned near_count; /* how often it was judged again because its time is near the limit */
};

struct as_verify {
	const struct as_package *package;
	const struct as_verify_config *config;
	const struct as_engine_config *settings; /* of the engine */
	struct as_open_package *opened;          /* the package, open in the engine */
	struct as_expectations expectations;
	struct as_candidate *candidates; /* sorted by name */
	size_t count;
	struct as_findings findings;
	int64_t time_limit_ns;         /* 0: unknown */
	char *unconfirmed;             /* why the computed one is not confirmed; or NULL */
	unsigned late_count;           /* judgings in which the output validator was late */
	struct as_result_cache *cache; /* NULL: no cache, which only costs time */
	char machine_digest[AS_DIGEST_HEX_SIZE];
	pthread_mutex_t lock; /* held during the caller's progress callback; see batch.c */
};

/* 0, or -1 if the caller's `cancel` is set. For every loop over submissions or tests. */
static inline int as_verify_check_cancel(const struct as_verify *verify, struct as_error *error)
{
	return as_cancel_check(verify->settings->cancel, error);
}

/* candidates.c: finds the submissions and their expectations. */
int as_candidates_find(struct as_verify *verify, struct as_error *error) AS_MUST_USE;
void as_candidates_clear(struct as_verify *verify);
/* Clears its result, as if it had not been judged. */
void as_candidate_forget(struct as_candidate *candidate);
/* The possible verdicts of the submission as a whole, if all expectations hold: a set. */
unsigned as_candidate_expected(const struct as_candidate *candidate);
/* True if it cannot both be as expected and be over the time limit on a test. */
bool as_candidate_is_fast(const struct as_candidate *candidate);
/* True if every test of it must be accepted. */
bool as_candidate_is_right(const struct as_candidate *candidate);

/* conform.c: compares the results with the expectations; differences become findings. */
int as_conform_check(struct as_verify *verify, struct as_error *error) AS_MUST_USE;
/* True if a submission is as expected; without a finding. */
bool as_conform_is_met(struct as_verify *verify, struct as_candidate *candidate);

/* weak.c: warns of submissions that only samples catch. */
int as_weak_check(struct as_verify *verify, struct as_error *error) AS_MUST_USE;

/* unmet.c: the required group of a test's group that was not accepted; or NULL. */
const char *as_unmet_group(const struct as_result *result, const struct as_result_test *test);

/* score_files.c: checks that a validator reports scores in only one of the two ways. */
int as_score_files_check(struct as_verify *verify, struct as_error *error) AS_MUST_USE;

/* time_limit.c */
struct as_time_bounds {
	int64_t slowest_ns; /* of the submissions that must keep the limit; 0: none */
	const char *slowest, *slowest_test;
	int64_t fastest_ns; /* of those that must exceed it; INT64_MAX: none */
	const char *fastest;
	const char *untimed, *untimed_test; /* one of either with an unknown time; or NULL */
};
/* The bounds from the submissions judged so far. */
void as_time_bounds_take(const struct as_verify *verify, struct as_time_bounds *bounds);
/* The smallest time limit that the format allows. */
int64_t as_time_limit_min(
	const struct as_package_limits *limits, const struct as_time_bounds *bounds);
/* How far a run may overrun a time limit, so that its margin can be measured. */
int64_t as_time_limit_margin(const struct as_package_limits *limits, int64_t time_limit_ns);
int as_time_limit_check(struct as_verify *verify, struct as_error *error) AS_MUST_USE;

/* candidate_run.c */
/* True if it must be over the time limit on some test. */
bool as_candidate_is_slow(const struct as_candidate *candidate);
/* Sets the limits, reruns and round of the order for its next judging. */
void as_trial_order(
	const struct as_verify *verify, const struct as_trial *trial, struct as_job_order *order);
/* Takes the result of that judging. True: it must be judged again. */
bool as_trial_take(struct as_verify *verify, struct as_trial *trial, struct as_result *result);

/* confirm_time.c: repeats the runs that determine the computed time limit, until undisturbed ones
 * confirm it; else sets `unconfirmed`. */
int as_verify_confirm_times(struct as_verify *verify, struct as_error *error) AS_MUST_USE;

/* batch.c: judges several at once; the results are in the candidates. */
int as_batch_run(struct as_verify *verify, const struct as_trial *trials, size_t count,
	struct as_error *error) AS_MUST_USE;

/* candidate_cache.c: looks up a submission in the cache, and stores its result there. */
bool as_candidate_cache_load(
	struct as_verify *verify, struct as_candidate *candidate, int64_t time_limit_ns);
void as_candidate_cache_store(struct as_verify *verify, const struct as_candidate *candidate);

/* progress.c: reports a step to the caller; from any thread. */
void as_verify_step(struct as_verify *verify, const char *now);
/* All steps of a submission. */
void as_verify_skip(struct as_verify *verify, const struct as_candidate *candidate);

/* run.c: judges every candidate, and computes the time limit if the package has none. */
int as_verify_run(struct as_verify *verify, struct as_error *error) AS_MUST_USE;

/* structure.c: checks that need no run. */
int as_structure_check(struct as_verify *verify, struct as_error *error) AS_MUST_USE;
/* interaction.c: checks the lines of such a file. */
int as_interaction_check(
	struct as_verify *verify, const char *path, struct as_error *error) AS_MUST_USE;
/* replay.c: tries the samples' .interaction files against the output validator. */
int as_replay_check(struct as_verify *verify, struct as_error *error) AS_MUST_USE;
/* shown.c: the files that people see in place of a test's own. */
int as_shown_check(struct as_verify *verify, struct as_error *error) AS_MUST_USE;
/* Sets `real` (free with free) to the path of such a file of a test, or to NULL if there is none.
 */
int as_shown_find(const struct as_package *package, const struct as_test *test, const char *ending,
	char **real, struct as_error *error) AS_MUST_USE;
/* True if people see the answer file itself, so that it must be a right output. */
int as_shown_as_it_is(const struct as_package *package, const struct as_test *test, bool *as_it_is,
	struct as_error *error) AS_MUST_USE;
/* folders.c: unknown names of languages and folders. */
int as_folders_check(struct as_verify *verify, struct as_error *error) AS_MUST_USE;
/* misspelt.c: folders and statements with misspelt names. */
int as_misspelt_check(struct as_verify *verify, struct as_error *error) AS_MUST_USE;
/* names.c: the package's name, and the requirements of legacy-icpc. */
int as_names_check(struct as_verify *verify, struct as_error *error) AS_MUST_USE;

/* report.c: the end of as_verify_package. Takes ownership of the submissions' results. */
int as_verify_report(struct as_verify *verify, struct as_verification *verification,
	struct as_error *error) AS_MUST_USE;

#endif
