/* SPDX-License-Identifier: MIT */
/* verify: what the stages of verifying one package hand to each other. */
#ifndef ASSAY_JUDGE_VERIFY_VERIFY_H
#define ASSAY_JUDGE_VERIFY_VERIFY_H

#include <assay/verify.h>
#include <pthread.h>

/* A program beneath submissions/. */
struct as_candidate {
	char *name;                                 /* "accepted/a.py" */
	char *path;                                 /* "submissions/accepted/a.py" */
	char *folder;                               /* "accepted" */
	const struct as_expectation **expectations; /* that cover it */
	size_t expectation_count;
	const char *language; /* of submissions.yaml, borrowed; NULL: as it looks */
	const char *entrypoint;
	struct as_expectation_tags tags; /* empty where its folder speaks for it */
	char digest[AS_DIGEST_HEX_SIZE]; /* of its files */
	/* What came out. */
	bool judged; /* false: the result is empty */
	struct as_result result;
	int64_t time_limit_ns;               /* in force when it was judged */
	struct as_error trouble;             /* why it was not judged: no compiler */
	bool failed;                         /* the result differs from the expectation */
	char score_note[AS_SCORE_NOTE_SIZE]; /* as in struct as_verified */
	struct as_compiled *compiled;        /* kept while it may be judged again; or NULL */
};

/* A candidate to judge under a time limit, several times if necessary. */
struct as_trial {
	struct as_candidate *candidate;
	int64_t time_limit_ns;
	bool with_reruns;    /* judged without reruns, it was not as expected */
	unsigned near_count; /* times it was judged again because its time is near the limit */
};

struct as_result_cache;

struct as_verify {
	const struct as_package *package;
	const struct as_verify_config *config;
	const struct as_engine_config *settings; /* of the engine */
	struct as_judge *judge;                  /* the package, open in the engine */
	struct as_expectations expectations;
	struct as_candidate *candidates; /* sorted by name */
	size_t count;
	struct as_findings findings;
	int64_t time_limit_ns;         /* 0: none is known */
	unsigned late_count;           /* judgings in which the output validator was late */
	struct as_result_cache *cache; /* NULL: none, which costs time only */
	char machine_digest[AS_DIGEST_HEX_SIZE];
	pthread_mutex_t lock; /* held while the caller's progress is called; see batch.c */
};

/* 0, or -1 where the caller's `cancel` says so; for every loop over submissions or tests. */
static inline int as_verify_check_cancel(const struct as_verify *verify, struct as_error *error)
{
	return as_cancel_check(verify->settings->cancel, error);
}

/* candidates.c: finds the submissions, and what is expected of each. */
int as_candidates_find(struct as_verify *verify, struct as_error *error) AS_MUST_USE;
void as_candidates_clear(struct as_verify *verify);
/* Clears its result, as if it had not been judged. */
void as_candidate_forget(struct as_candidate *candidate);
/* What the verdict of the whole may be, if all goes as expected: a set of verdicts. */
unsigned as_candidate_expected(const struct as_candidate *candidate);
/* True where it cannot be what is expected and be over the time limit on any test. */
bool as_candidate_is_fast(const struct as_candidate *candidate);
/* True where every test of it must be accepted. */
bool as_candidate_is_right(const struct as_candidate *candidate);

/* conform.c: holds what came out against what was expected; what differs becomes findings. */
int as_conform_check(struct as_verify *verify, struct as_error *error) AS_MUST_USE;
/* Whether one does, without a finding. */
bool as_conform_is_met(struct as_verify *verify, struct as_candidate *candidate);

/* unmet.c: the group that the group of a test requires and that was not accepted; or NULL. */
const char *as_unmet_group(const struct as_result *result, const struct as_result_test *test);

/* score_files.c: whether a validator kept to one way of saying scores. */
int as_score_files_check(struct as_verify *verify, struct as_error *error) AS_MUST_USE;

/* time_limit.c */
struct as_time_bounds {
	int64_t slowest_ns; /* of those that must keep the limit; 0: none */
	const char *slowest, *slowest_test;
	int64_t fastest_ns; /* of those that must not; INT64_MAX: none */
	const char *fastest;
	const char *untimed, *untimed_test; /* one of either whose time is not known; or NULL */
};
/* Of what was judged so far. */
void as_time_bounds_take(const struct as_verify *verify, struct as_time_bounds *bounds);
/* The least time limit that the format allows. */
int64_t as_time_limit_least(
	const struct as_package_limits *limits, const struct as_time_bounds *bounds);
/* How long a run is let go on beyond a time limit, so that its margin is seen. */
int64_t as_time_limit_margin(const struct as_package_limits *limits, int64_t time_limit_ns);
int as_time_limit_check(struct as_verify *verify, struct as_error *error) AS_MUST_USE;

/* candidate_run.c */
/* True where some test of it must be over the time limit. */
bool as_candidate_is_slow(const struct as_candidate *candidate);
/* Sets the limits and reruns of the order for its next judging. */
void as_trial_order(
	const struct as_verify *verify, const struct as_trial *trial, struct as_job_order *order);
/* Takes the result of that judging. True: it must be judged once more. */
bool as_trial_take(struct as_verify *verify, struct as_trial *trial, struct as_result *result);

/* batch.c: judges several at once; the results are in the candidates. */
int as_batch_run(struct as_verify *verify, const struct as_trial *trials, size_t count,
	struct as_error *error) AS_MUST_USE;

/* recall.c: whether an earlier command found it out; and keeps it for later ones. */
bool as_candidate_recall(
	struct as_verify *verify, struct as_candidate *candidate, int64_t time_limit_ns);
void as_candidate_keep(struct as_verify *verify, const struct as_candidate *candidate);

/* progress.c: reports a step to the caller; from any thread. */
void as_verify_step(struct as_verify *verify, const char *now);

/* run.c: judges every candidate, and finds the time limit where the package has none. */
int as_verify_run(struct as_verify *verify, struct as_error *error) AS_MUST_USE;

/* structure.c: what can be said without running anything. */
int as_structure_check(struct as_verify *verify, struct as_error *error) AS_MUST_USE;
/* interaction.c: the lines of such a file. */
int as_interaction_check(
	struct as_verify *verify, const char *path, struct as_error *error) AS_MUST_USE;
/* shown.c: the files that people are shown in place of a test's own. */
int as_shown_check(struct as_verify *verify, struct as_error *error) AS_MUST_USE;
/* Sets `real` (free with free) to the path of such a file of a test, or to NULL: there is none. */
int as_shown_find(const struct as_package *package, const struct as_test *test, const char *ending,
	char **real, struct as_error *error) AS_MUST_USE;
/* Whether people are shown the answer file itself, so that it must be a right output. */
int as_shown_as_it_is(const struct as_package *package, const struct as_test *test, bool *as_it_is,
	struct as_error *error) AS_MUST_USE;
/* folders.c: names of languages and folders that no judge knows. */
int as_folders_check(struct as_verify *verify, struct as_error *error) AS_MUST_USE;
/* misspelt.c: folders and statements with misspelt names. */
int as_misspelt_check(struct as_verify *verify, struct as_error *error) AS_MUST_USE;
/* names.c: the package's own name, and what legacy-icpc asks for. */
int as_names_check(struct as_verify *verify, struct as_error *error) AS_MUST_USE;

/* digest.c */
/* Of the names and contents of a file or a tree beneath the package; "" where there is none. */
int as_verify_digest_tree(const struct as_verify *verify, const char *path,
	char hex[AS_DIGEST_HEX_SIZE], struct as_error *error) AS_MUST_USE;
/* Of this command, this machine, and the compilers on it. */
int as_verify_digest_machine(const struct as_engine_config *settings, char hex[AS_DIGEST_HEX_SIZE],
	struct as_error *error) AS_MUST_USE;

/* result_cache.c: records by key, in a database of the cache folder. */
/* NULL where there can be none; `dir` NULL: the usual one. */
struct as_result_cache *as_result_cache_open(const char *dir);
void as_result_cache_close(struct as_result_cache *cache);
/* Fills `value` (clear it); false where it is not there. */
bool as_result_cache_find(
	struct as_result_cache *cache, const char *key, struct as_bytes *value) AS_MUST_USE;
void as_result_cache_store(
	struct as_result_cache *cache, const char *key, const struct as_bytes *value);

/* report.c: the end of as_verify_package. Takes the submissions' results. */
int as_verify_report(struct as_verify *verify, struct as_verification *verification,
	struct as_error *error) AS_MUST_USE;

#endif
