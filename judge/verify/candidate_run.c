/* SPDX-License-Identifier: MIT */
/*
 * Decides how a submission is judged next, and whether again. If it was not as expected, other
 * programs may have disturbed it; if it was, its time may be too near the time limit.
 */
#include "verify.h"

#include <signal.h>

#define NEAR_TRIES 2

/* True if it must be over the time limit on some test. */
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

/* If certain tests must be slow, another slow test does not count for them. */
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

/* True if another run may have another verdict: it was killed, or ended by a time limit. */
static bool has_time_verdict(const struct as_result *result)
{
	for (size_t i = 0; i < result->test_count; i++)
		if (result->tests[i].verdict == AS_VERDICT_TLE ||
			result->tests[i].signal == SIGKILL)
			return true;
	return false;
}

/* True if its time is too near the time limit for its expectation; other programs may have slowed
 * the run. */
static bool is_too_near(const struct as_verify *verify, const struct as_candidate *candidate)
{
	const struct as_verify alone = {.candidates = (struct as_candidate *)candidate, .count = 1};
	struct as_time_bounds bounds;

	as_time_bounds_take(&alone, &bounds);
	return bounds.slowest &&
	       (double)bounds.slowest_ns * verify->package->limits.ac_to_time_limit >
		       (double)verify->time_limit_ns;
}

/* 0: unknown */
static int64_t time_of(const struct as_result *result)
{
	const struct as_result_usage usage = as_result_usage(result, AS_AUDIENCE_SETTER);

	return usage.known ? usage.cpu_time_ns : 0;
}

/* If the limit is known, it is judged again, at most twice, and the fastest run counts. */
static bool is_near(const struct as_verify *verify, const struct as_trial *trial)
{
	return trial->time_limit_ns == verify->time_limit_ns && trial->near_count < NEAR_TRIES &&
	       is_too_near(verify, trial->candidate);
}

static void take_near(
	struct as_verify *verify, struct as_candidate *candidate, struct as_result *again)
{
	struct as_result first = candidate->result;

	candidate->result = *again;
	if (time_of(again) < time_of(&first) && as_conform_is_met(verify, candidate)) {
		as_result_clear(&first);
		return;
	}
	as_result_clear(again);
	candidate->result = first;
}

/* The excess over the limit matters only for a submission that must be over the limit, and only
 * over the final limit: beyond a provisional one there is nothing to measure. */
void as_trial_order(
	const struct as_verify *verify, const struct as_trial *trial, struct as_job_order *order)
{
	const int64_t limit_ns = trial->time_limit_ns;
	const bool explores =
		limit_ns == verify->time_limit_ns && as_candidate_is_slow(trial->candidate);

	order->run_all = true;
	order->time_limit_ns = limit_ns;
	order->margin_time_ns =
		explores ? as_time_limit_margin(&verify->package->limits, limit_ns) : limit_ns;
	order->margin_once = is_one_enough(trial->candidate);
	order->keep_disturbed = true;
	order->round = trial->candidate->round++;
	order->reruns = trial->with_reruns ? verify->config->reruns : AS_RERUNS_NONE;
}

/* The first judging is without reruns: they can only change a verdict, and most submissions are as
 * expected. One that is not may have been disturbed, so it is judged again with reruns. */
bool as_trial_take(struct as_verify *verify, struct as_trial *trial, struct as_result *result)
{
	struct as_candidate *candidate = trial->candidate;

	if (trial->near_count > 0) {
		take_near(verify, candidate, result);
	} else {
		as_candidate_forget(candidate);
		candidate->result = *result;
		candidate->judged = true;
	}
	const bool is_met = as_conform_is_met(verify, candidate);
	if (!is_met && !trial->with_reruns && verify->config->reruns != AS_RERUNS_NONE &&
		has_time_verdict(&candidate->result)) {
		trial->with_reruns = true;
		return true;
	}
	if (is_met && is_near(verify, trial)) {
		trial->near_count++;
		return true;
	}
	as_candidate_cache_store(verify, candidate);
	return false;
}
