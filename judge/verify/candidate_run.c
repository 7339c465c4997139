/* SPDX-License-Identifier: MIT */
/*
 * One submission on every test, each once. What is not as expected, and may be so by others' doing,
 * is run again.
 */
#include "verify.h"

#include <errno.h>
#include <signal.h>
#include <string.h>

#define NEAR_TRIES 2
/* On so many submissions the output validator may come to the end of its time: it has a minute each
 * time, and what it does to others is not worth more of them. */
#define LATE_TRIES 2

/* True where some test of it must be over the time limit. */
bool as_candidate_is_slow(const struct as_candidate *candidate)
{
	for (size_t e = 0; e < candidate->expectation_count; e++) {
		const struct as_expectation *item = candidate->expectations[e];
		for (size_t r = 0; r < item->count; r++)
			if (as_requirement_time_use(&item->requirements[r]) == AS_TIME_UPPER)
				return true;
	}
	return false;
}

/* Where some tests by themselves must be slow, another that was slow says nothing of them. */
static bool is_one_enough(const struct as_candidate *candidate)
{
	for (size_t e = 0; e < candidate->expectation_count; e++) {
		const struct as_expectation *item = candidate->expectations[e];
		for (size_t r = 0; r < item->count; r++)
			if (item->requirements[r].tests &&
				as_requirement_time_use(&item->requirements[r]) == AS_TIME_UPPER)
				return false;
	}
	return true;
}

/* Whether another run might say otherwise: it was killed, or for a limit of time. */
static bool has_time_verdict(const struct as_result *result)
{
	for (size_t i = 0; i < result->test_count; i++)
		if (result->tests[i].verdict == AS_VERDICT_TLE ||
			result->tests[i].signal == SIGKILL)
			return true;
	return false;
}

/* True where the time limit is too near for what it needs; a run may only be slow by others' doing.
 */
static bool is_too_near(const struct as_verify *verify, const struct as_candidate *candidate)
{
	/* Not a copy: others are judged meanwhile. */
	const struct as_verify alone = {.candidates = (struct as_candidate *)candidate, .count = 1};
	struct as_time_bounds bounds;

	as_time_bounds_take(&alone, &bounds);
	return bounds.slowest &&
	       (double)bounds.slowest_ns * verify->package->limits.ac_to_time_limit >
		       (double)verify->time_limit_ns;
}

/* 0 where it is not known. */
static int64_t time_of(const struct as_result *result)
{
	const struct as_result_usage usage = as_result_usage(result, AS_AUDIENCE_SETTER);

	return usage.known ? usage.cpu_time_ns : 0;
}

static int run_tests(struct as_verify *verify, const struct as_compiled *compiled,
	const struct as_judging_options *options, struct as_result *result, struct as_error *error)
{
	struct as_judging judging;
	int failed = as_judging_init(&judging, verify->judge, options, error) ||
		     as_judging_run(&judging, compiled, result, error);

	verify->late_count += judging.validator_late;
	as_judging_clear(&judging);
	return failed ? -1 : 0;
}

/* Where the limit is known: again, twice at most, and the fastest counts. */
static int judge_near(struct as_verify *verify, struct as_candidate *candidate,
	const struct as_compiled *compiled, const struct as_judging_options *options,
	struct as_error *error)
{
	for (int i = 0; i < NEAR_TRIES && is_too_near(verify, candidate); i++) {
		struct as_result first = candidate->result, again = {0};
		if (run_tests(verify, compiled, options, &again, error))
			return -1;
		candidate->result = again;
		if (time_of(&again) < time_of(&first) && as_conform_is_met(verify, candidate)) {
			as_result_clear(&first);
			continue;
		}
		as_result_clear(&again);
		candidate->result = first;
	}
	return 0;
}

/* How far over the limit it is matters only of what must be over it, and only over the limit
 * itself: beyond one that is only there to find another, nothing is to be seen. */
static struct as_judging_options choose_options(
	const struct as_verify *verify, const struct as_candidate *candidate)
{
	const int64_t limit_ns = candidate->time_limit_ns;
	const bool explores = limit_ns == verify->time_limit_ns && as_candidate_is_slow(candidate);

	return (struct as_judging_options){
		.time_limit_ns = limit_ns,
		.least_time_ns = explores ? as_time_limit_margin(&verify->package->limits, limit_ns)
					  : limit_ns,
		.least_once = is_one_enough(candidate),
		.reruns = AS_RERUNS_NONE,
	};
}

/* First without reruns: they can only change a verdict, and most are as expected. One that is not
 * may have been disturbed, so it is judged again with them. */
static int judge(struct as_verify *verify, struct as_candidate *candidate,
	const struct as_compiled *compiled, struct as_error *error)
{
	const int reruns = verify->config->judge.reruns;
	struct as_judging_options options = choose_options(verify, candidate);

	if (run_tests(verify, compiled, &options, &candidate->result, error))
		return -1;
	candidate->judged = true;
	if (reruns != AS_RERUNS_NONE && has_time_verdict(&candidate->result) &&
		!as_conform_is_met(verify, candidate)) {
		as_candidate_forget(candidate);
		options.reruns = reruns;
		if (run_tests(verify, compiled, &options, &candidate->result, error))
			return -1;
		candidate->judged = true;
	}
	if (candidate->time_limit_ns != verify->time_limit_ns ||
		!as_conform_is_met(verify, candidate))
		return 0;
	return judge_near(verify, candidate, compiled, &options, error);
}

/* That a compiler is missing keeps nobody from judging the others. */
static bool is_passed_over(const struct as_error *why)
{
	return why->kind == AS_ERROR_MACHINE && why->sys_errno == ENOPKG;
}

int as_candidate_judge(struct as_verify *verify, struct as_candidate *candidate,
	int64_t time_limit_ns, struct as_error *error)
{
	struct as_error why = {0};

	as_candidate_forget(candidate);
	candidate->time_limit_ns = time_limit_ns;
	if (verify->late_count >= LATE_TRIES) {
		as_error_set(&candidate->trouble, AS_ERROR_INPUT,
			"the output validator did not end in time on other submissions");
		return 0;
	}
	struct as_compiled *compiled = as_ahead_take(verify->ahead, verify, candidate, &why);
	int failed = !compiled || judge(verify, candidate, compiled, &why);
	as_compiled_free(compiled);
	if (!failed) {
		as_candidate_keep(verify, candidate);
	} else if (is_passed_over(&why)) {
		candidate->trouble = why;
	} else {
		if (error)
			*error = why;
		return -1;
	}
	return 0;
}
