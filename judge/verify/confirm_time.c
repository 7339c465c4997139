/* SPDX-License-Identifier: MIT */
/*
 * A time limit that is written is as good as the runs that it was computed from. Other programs
 * make a run longer, and nothing makes it shorter than the program needs
 * (judge/engine/run/rerun.c), so:
 * - Of all runs of a test the shortest counts.
 * - Only the submission whose slowest test determines the limit needs confirmation. It is judged
 *   again until two runs of that test were undisturbed.
 * - The smallest limit that the format allows needs none: a disturbed run proves it, too.
 */
#include "verify.h"

#include <string.h>

#define CALM_RUNS 2
#define MAX_RUNS 10

static struct as_candidate *find_slowest(
	struct as_verify *verify, const struct as_time_bounds *bounds)
{
	for (size_t i = 0; i < verify->count; i++)
		if (strcmp(verify->candidates[i].path, bounds->slowest) == 0)
			return &verify->candidates[i];
	return NULL;
}

/* Takes the shorter runs of an earlier result over. */
static void keep_shorter(struct as_result *result, struct as_result *earlier)
{
	for (size_t i = 0; i < result->test_count; i++) {
		struct as_result_test *test = &result->tests[i];
		const struct as_result_test *other = as_result_find_test(earlier, test->name);
		if (other && other->verdict == test->verdict && other->usage.known &&
			other->usage.cpu_time_ns < test->usage.cpu_time_ns)
			test->usage = other->usage;
	}
}

static int judge_once_more(struct as_verify *verify, struct as_candidate *candidate,
	const char *name, struct as_error *error)
{
	const struct as_trial trial = {
		.candidate = candidate, .time_limit_ns = candidate->time_limit_ns};
	AS_AUTO(as_result_clear) struct as_result earlier = candidate->result;
	const unsigned timed = candidate->timed + 1, calm = candidate->calm;
	AS_AUTO_FREE char *test_name = as_text_format(error, "%s", name);

	candidate->result = (struct as_result){0};
	candidate->judged = false;
	if (!test_name || as_batch_run(verify, &trial, 1, error))
		return -1;
	const struct as_result_test *test = as_result_find_test(&candidate->result, test_name);
	candidate->timed = timed;
	candidate->calm = calm + (test && test->usage.known && !test->usage.disturbed);
	if (candidate->judged) {
		keep_shorter(&candidate->result, &earlier);
		return 0;
	}
	candidate->result = earlier;
	candidate->judged = true;
	earlier = (struct as_result){0};
	return 0;
}

static int give_up(struct as_verify *verify, const struct as_time_bounds *bounds,
	const struct as_candidate *candidate, struct as_error *error)
{
	free(verify->unconfirmed);
	verify->unconfirmed = as_text_format(error,
		"other programs disturbed %u of %u runs of %.200s on %.100s; end them and verify "
		"again%s",
		candidate->timed - candidate->calm, candidate->timed, bounds->slowest,
		bounds->slowest_test, verify->config->runner ? " with --fresh" : "");
	return verify->unconfirmed ? 0 : -1;
}

int as_verify_confirm_times(struct as_verify *verify, struct as_error *error)
{
	const struct as_package_limits *limits = &verify->package->limits;

	while (verify->config->confirm_times && !verify->unconfirmed) {
		struct as_time_bounds bounds;
		as_time_bounds_take(verify, &bounds);
		struct as_candidate *candidate =
			bounds.slowest ? find_slowest(verify, &bounds) : NULL;
		if (!candidate || candidate->calm >= CALM_RUNS ||
			as_time_limit_min(limits, &bounds) <= limits->time_resolution_ns)
			return 0;
		if (candidate->timed >= MAX_RUNS)
			return give_up(verify, &bounds, candidate, error);
		if (judge_once_more(verify, candidate, bounds.slowest_test, error))
			return -1;
	}
	return 0;
}
