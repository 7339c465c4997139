/* SPDX-License-Identifier: MIT */
/*
 * Judges every submission on every test. There are two cases:
 *
 * - The package has a time limit. Verdicts are those under that limit. A run of a submission that
 *   must be too slow may overrun up to the margin of the format, so that one run gives both the
 *   verdict and its distance from the limit. The slowest test of such a submission counts: once one
 *   test has established the margin, the others are ended at the time limit.
 * - It has none. The submissions that must be accepted are judged first, under a limit far beyond
 *   that of any contest, and the time limit is computed from their times. Others that must not be
 *   too slow may raise it. They are judged under four times that limit, since they might never end.
 *   That is rare, so the rest is judged at the same time under the limit known so far, and again if
 *   that was too low. A result under a higher limit stays valid; only submissions that slept or
 *   waited are judged again.
 */
#include "verify.h"

#include <string.h>

#define PROBE_NS INT64_C(30000000000)
#define PROBE_FACTOR 4
/* The maximum number of rounds for a package whose submissions raise the time limit step by step.
 */
#define MAX_ROUNDS 3

/* The time limit for a candidate; 0: do not judge it in this round. */
typedef int64_t (*chooses_limit)(const struct as_verify *, const struct as_candidate *);

static bool is_its_turn(const struct as_verify *verify, const struct as_candidate *candidate,
	chooses_limit choose, bool slow)
{
	return !candidate->time_limit_ns && choose(verify, candidate) > 0 &&
	       as_candidate_is_slow(candidate) == slow;
}

/* The chosen submissions that were not judged before. Slow ones come first, because others can be
 * judged at the same time. */
static size_t list_trials(struct as_verify *verify, chooses_limit choose, struct as_trial *trials)
{
	size_t count = 0;

	for (int pass = 0; pass < 2; pass++)
		for (size_t i = 0; i < verify->count; i++) {
			struct as_candidate *candidate = &verify->candidates[i];
			if (is_its_turn(verify, candidate, choose, pass == 0))
				trials[count++] = (struct as_trial){.candidate = candidate,
					.time_limit_ns = choose(verify, candidate)};
		}
	return count;
}

/* Submissions with a cached result need not be run. */
static void load_cached(struct as_verify *verify, chooses_limit choose)
{
	for (size_t i = 0; i < verify->count; i++) {
		struct as_candidate *candidate = &verify->candidates[i];
		int64_t limit_ns = choose(verify, candidate);
		if (!candidate->time_limit_ns && limit_ns > 0 &&
			as_candidate_cache_load(verify, candidate, limit_ns))
			as_verify_skip(verify, candidate);
	}
}

static int64_t choose_limit(const struct as_verify *verify, const struct as_candidate *candidate)
{
	(void)candidate;
	return verify->time_limit_ns;
}

static int64_t choose_to_find(const struct as_verify *verify, const struct as_candidate *candidate)
{
	(void)verify;
	return as_candidate_is_right(candidate) ? PROBE_NS : 0;
}

static int64_t choose_to_raise(const struct as_verify *verify, const struct as_candidate *candidate)
{
	return as_candidate_is_fast(candidate) ? PROBE_FACTOR * verify->time_limit_ns
					       : verify->time_limit_ns;
}

static int judge_some(struct as_verify *verify, chooses_limit choose, struct as_error *error)
{
	AS_AUTO_FREE struct as_trial *trials = calloc(verify->count + 1, sizeof(*trials));

	if (!trials)
		return as_error_no_memory(error);
	load_cached(verify, choose);
	return as_batch_run(verify, trials, list_trials(verify, choose, trials), error);
}

static int64_t min_time_limit(const struct as_verify *verify)
{
	struct as_time_bounds bounds;

	as_time_bounds_take(verify, &bounds);
	return as_time_limit_min(&verify->package->limits, &bounds);
}

typedef bool (*chooses_again)(const struct as_verify *, const struct as_candidate *);

/* Judges again the submissions that were judged under another limit. */
static int judge_again(struct as_verify *verify, chooses_again choose, int64_t time_limit_ns,
	struct as_error *error)
{
	AS_AUTO_FREE struct as_trial *trials = calloc(verify->count + 1, sizeof(*trials));
	size_t count = 0;

	if (!trials)
		return as_error_no_memory(error);
	for (size_t i = 0; i < verify->count; i++) {
		struct as_candidate *candidate = &verify->candidates[i];
		if (choose(verify, candidate) &&
			!as_candidate_cache_load(verify, candidate, time_limit_ns))
			trials[count++] = (struct as_trial){
				.candidate = candidate, .time_limit_ns = time_limit_ns};
	}
	return as_batch_run(verify, trials, count, error);
}

/* True if a test of it may have another verdict under the limit. */
static bool is_doubtful(const struct as_verify *verify, const struct as_candidate *candidate)
{
	const int64_t time_limit_ns = verify->time_limit_ns;
	int64_t wall_ns = as_test_wall_limit_ns(verify->package, time_limit_ns);
	const struct as_result *result = &candidate->result;

	for (size_t i = 0; i < result->test_count; i++) {
		const struct as_result_test *test = &result->tests[i];
		bool late = (test->usage.known && test->usage.cpu_time_ns > time_limit_ns) ||
			    test->usage.wall_time_ns > wall_ns;
		bool known = test->verdict == AS_VERDICT_TLE;
		/* More time does not end a deadlock. */
		bool is_stuck = known && test->reason && strcmp(test->reason, "deadlock") == 0;
		if (late != known && !is_stuck)
			return true;
	}
	return false;
}

/* True if it was judged under another limit, and that affects its result. */
static bool must_be_judged_again(
	const struct as_verify *verify, const struct as_candidate *candidate)
{
	const int64_t time_limit_ns = verify->time_limit_ns;

	if (!candidate->judged || candidate->time_limit_ns == time_limit_ns)
		return false;
	/* Its margin over a lower limit does not establish the margin over this one. */
	return (candidate->time_limit_ns < time_limit_ns && as_candidate_is_slow(candidate)) ||
	       is_doubtful(verify, candidate);
}

/* True if it is over the limit on a test that may raise it. */
static bool may_raise_limit(const struct as_candidate *candidate)
{
	for (size_t i = 0; i < candidate->result.test_count; i++) {
		const struct as_result_test *test = &candidate->result.tests[i];
		if (test->verdict != AS_VERDICT_TLE)
			continue;
		for (size_t e = 0; e < candidate->expectation_count; e++) {
			const struct as_expectation *item = candidate->expectations[e];
			for (size_t r = 0; r < item->count; r++)
				if (as_requirement_covers(&item->requirements[r], test->name) &&
					as_requirement_time_use(&item->requirements[r]) ==
						AS_TIME_LOWER)
					return true;
		}
	}
	return false;
}

/* True if it must be fast on some tests and may be slow on others: rare, and then it costs the time
 * of the slow tests. */
static bool is_mixed(const struct as_verify *verify, const struct as_candidate *candidate)
{
	return candidate->time_limit_ns == verify->time_limit_ns && may_raise_limit(candidate);
}

static int find_time_limit(struct as_verify *verify, struct as_error *error)
{
	if (judge_some(verify, choose_to_find, error) || as_verify_confirm_times(verify, error))
		return -1;
	verify->time_limit_ns = min_time_limit(verify);
	if (judge_some(verify, choose_to_raise, error) ||
		judge_again(verify, is_mixed, PROBE_FACTOR * verify->time_limit_ns, error))
		return -1;
	/* Tests that a submission must pass in time may have raised it, even if it may fail others.
	 */
	for (int round = 0; round < MAX_ROUNDS; round++) {
		if (as_verify_confirm_times(verify, error))
			return -1;
		verify->time_limit_ns = min_time_limit(verify);
		if (judge_again(verify, must_be_judged_again, verify->time_limit_ns, error))
			return -1;
		if (min_time_limit(verify) == verify->time_limit_ns)
			break;
	}
	return 0;
}

static int judge_all(struct as_verify *verify, struct as_error *error)
{
	const struct as_package_limits *limits = &verify->package->limits;

	if (!limits->has_time_limit)
		return find_time_limit(verify, error);
	verify->time_limit_ns = limits->time_limit_ns;
	return judge_some(verify, choose_limit, error);
}

/* In the order of the submissions, not of the errors. */
static int report_errors(struct as_verify *verify, struct as_error *error)
{
	for (size_t i = 0; i < verify->count; i++) {
		const struct as_candidate *candidate = &verify->candidates[i];
		if (candidate->trouble.kind != AS_ERROR_NONE &&
			as_findings_add(&verify->findings, AS_FINDING_WARNING, candidate->path,
				error, "not judged: %s", candidate->trouble.text))
			return -1;
	}
	return 0;
}

int as_verify_run(struct as_verify *verify, struct as_error *error)
{
	if (verify->package->test_count == 0 || verify->count == 0)
		return 0;
	return judge_all(verify, error) || report_errors(verify, error) ? -1 : 0;
}
