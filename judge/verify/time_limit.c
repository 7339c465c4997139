/* SPDX-License-Identifier: MIT */
/*
 * Compares the time limit with the times of the submissions (2025-09, "Problem timing" and
 * "Timelimit inference"; legacy, "limits" of problem.yaml: time_multiplier and time_safety_margin).
 * There are two bounds. The slowest test of the submissions that must keep the limit, times a
 * margin, must be at most the limit. The limit, times a margin, must be at most the slowest test of
 * the fastest submission that must exceed it.
 */
#include "verify.h"

#include <math.h>
#include <signal.h>
#include <string.h>

/* A margin that is kept by less than a tenth is reported. */
#define THIN 1.1

/* Neither exited nor crashed: it was ended early. */
static bool was_ended(const struct as_result_test *test)
{
	const bool crashed = test->signal && test->signal != SIGKILL;

	return test->exit_code < 0 && !crashed;
}

/* The time of a test: infinite if it slept, waited or was ended. */
static int64_t time_of(const struct as_result_test *test)
{
	const bool waited = test->reason && strcmp(test->reason, "cpu") != 0;

	return test->verdict == AS_VERDICT_TLE && (waited || was_ended(test))
		       ? INT64_MAX
		       : test->usage.cpu_time_ns;
}

/* A test that is over the limit against its expectation is reported as such, and does not count for
 * the limit; neither does a test that no judge would run. */
static bool counts_for(const struct as_result *result, const struct as_result_test *test,
	const struct as_requirement *requirement, enum as_time_use use)
{
	return as_requirement_covers(requirement, test->name) && !as_unmet_group(result, test) &&
	       !(use == AS_TIME_LOWER && test->verdict == AS_VERDICT_TLE);
}

/* `*untimed` is set to a test with an unknown time, which therefore proves nothing. */
static int64_t slowest_of(const struct as_result *result, const struct as_requirement *requirement,
	enum as_time_use use, const char **name, const char **untimed)
{
	int64_t slowest_ns = 0;

	for (size_t i = 0; i < result->test_count; i++) {
		const struct as_result_test *test = &result->tests[i];
		if (!counts_for(result, test, requirement, use))
			continue;
		/* Without control groups, the usage of a run that was ended is unknown. */
		if (!test->usage.known) {
			*untimed = test->name;
			continue;
		}
		int64_t time_ns = time_of(test);
		if (!*name || time_ns > slowest_ns)
			*name = test->name;
		if (time_ns > slowest_ns)
			slowest_ns = time_ns;
	}
	return slowest_ns;
}

static void take_times(struct as_time_bounds *bounds, const struct as_candidate *candidate,
	const struct as_requirement *requirement)
{
	enum as_time_use use = as_requirement_time_use(requirement);
	const char *test = NULL, *untimed = NULL;

	if (use == AS_TIME_UNUSED)
		return;
	int64_t time_ns = slowest_of(&candidate->result, requirement, use, &test, &untimed);
	if (untimed && !bounds->untimed) {
		bounds->untimed = candidate->path;
		bounds->untimed_test = untimed;
	}
	/* For a submission that must be over the limit on some test, the slowest test counts, which
	 * may be this one. */
	if (!test || (untimed && use == AS_TIME_UPPER))
		return;
	if (use == AS_TIME_LOWER && (time_ns > bounds->slowest_ns || !bounds->slowest)) {
		bounds->slowest_ns = time_ns;
		bounds->slowest = candidate->path;
		bounds->slowest_test = test;
	}
	if (use == AS_TIME_UPPER && (time_ns < bounds->fastest_ns || !bounds->fastest)) {
		bounds->fastest_ns = time_ns;
		bounds->fastest = candidate->path;
	}
}

void as_time_bounds_take(const struct as_verify *verify, struct as_time_bounds *bounds)
{
	*bounds = (struct as_time_bounds){.fastest_ns = INT64_MAX};
	for (size_t c = 0; c < verify->count; c++) {
		const struct as_candidate *candidate = &verify->candidates[c];
		for (size_t e = 0; candidate->judged && e < candidate->expectation_count; e++)
			for (size_t r = 0; r < candidate->expectations[e]->count; r++)
				take_times(bounds, candidate,
					&candidate->expectations[e]->requirements[r]);
	}
}

/* Times are hours at most and the loader bounds the factors, so a long double is exact enough. */
static int64_t times(int64_t time_ns, double factor)
{
	long double product = (long double)time_ns * (long double)factor;

	return product >= 9e18L ? INT64_MAX : (int64_t)ceill(product);
}

int64_t as_time_limit_min(
	const struct as_package_limits *limits, const struct as_time_bounds *bounds)
{
	int64_t needed_ns = times(bounds->slowest_ns, limits->ac_to_time_limit);
	int64_t steps = needed_ns / limits->time_resolution_ns +
			(needed_ns % limits->time_resolution_ns != 0);

	return (steps > 0 ? steps : 1) * limits->time_resolution_ns;
}

int64_t as_time_limit_margin(const struct as_package_limits *limits, int64_t time_limit_ns)
{
	return times(time_limit_ns, limits->time_limit_to_tle * THIN);
}

/* ---- findings ---- */

static double seconds(int64_t time_ns)
{
	return (double)time_ns / 1e9;
}

/* The margin is required in the newer formats, and recommended in the legacy format. */
static enum as_finding_level margin_level(const struct as_verify *verify)
{
	return verify->package->format == AS_FORMAT_LEGACY ? AS_FINDING_WARNING : AS_FINDING_ERROR;
}

static int check_lower(
	struct as_verify *verify, const struct as_time_bounds *bounds, struct as_error *error)
{
	const struct as_package_limits *limits = &verify->package->limits;
	int64_t min_ns = times(bounds->slowest_ns, limits->ac_to_time_limit);

	if (!bounds->slowest)
		return 0;
	/* A submission over the limit itself has an unexpected verdict, which is reported. */
	if (bounds->slowest_ns > verify->time_limit_ns)
		return 0;
	if (min_ns > verify->time_limit_ns)
		return as_findings_add(&verify->findings, margin_level(verify), bounds->slowest,
			error,
			"it needs %.3f s on %s, and %g times that is more than the time limit of "
			"%g s; raise the limit to %g s or make it faster",
			seconds(bounds->slowest_ns), bounds->slowest_test, limits->ac_to_time_limit,
			seconds(verify->time_limit_ns), seconds(as_time_limit_min(limits, bounds)));
	/* A computed limit has the smallest permitted margin. */
	if (verify->package->limits.has_time_limit && times(min_ns, THIN) > verify->time_limit_ns)
		return as_findings_add(&verify->findings, AS_FINDING_WARNING, bounds->slowest,
			error,
			"small margin: it needs %.3f s on %s; if it needed %.3f s, the time limit "
			"of %g s would be too short",
			seconds(bounds->slowest_ns), bounds->slowest_test,
			seconds(verify->time_limit_ns) / limits->ac_to_time_limit,
			seconds(verify->time_limit_ns));
	return 0;
}

static int check_upper(
	struct as_verify *verify, const struct as_time_bounds *bounds, struct as_error *error)
{
	const struct as_package_limits *limits = &verify->package->limits;
	int64_t max_ns = times(verify->time_limit_ns, limits->time_limit_to_tle);

	/* A submission within the limit also has an unexpected verdict. */
	if (!bounds->fastest || bounds->fastest_ns <= verify->time_limit_ns)
		return 0;
	if (bounds->fastest_ns < max_ns)
		return as_findings_add(&verify->findings, margin_level(verify), bounds->fastest,
			error,
			"it needs only %.3f s, which is less than %g times the time limit of %g s; "
			"add a test on which it takes longer, or lower the limit",
			seconds(bounds->fastest_ns), limits->time_limit_to_tle,
			seconds(verify->time_limit_ns));
	if (bounds->fastest_ns < times(max_ns, THIN) && bounds->fastest_ns != INT64_MAX)
		return as_findings_add(&verify->findings, AS_FINDING_WARNING, bounds->fastest,
			error,
			"small margin: it needs %.3f s; below %.3f s it would be too fast for the "
			"time limit of %g s",
			seconds(bounds->fastest_ns), seconds(max_ns),
			seconds(verify->time_limit_ns));
	return 0;
}

static int check_untimed(
	struct as_verify *verify, const struct as_time_bounds *bounds, struct as_error *error)
{
	if (!bounds->untimed)
		return 0;
	return as_findings_add(&verify->findings, AS_FINDING_WARNING, bounds->untimed, error,
		"its time on %s is unknown, because without control groups a run that is killed is "
		"not measured; it is not compared with the time limit",
		bounds->untimed_test);
}

static int check_declared(struct as_verify *verify, struct as_error *error)
{
	const struct as_package_limits *limits = &verify->package->limits;

	if (!limits->has_time_limit || verify->package->format != AS_FORMAT_2025_09 ||
		limits->time_limit_ns % limits->time_resolution_ns == 0)
		return 0;
	return as_findings_add(&verify->findings, AS_FINDING_ERROR, "problem.yaml", error,
		"the time limit of %g s is not a multiple of time_resolution, %g s",
		seconds(limits->time_limit_ns), seconds(limits->time_resolution_ns));
}

int as_time_limit_check(struct as_verify *verify, struct as_error *error)
{
	struct as_time_bounds bounds;

	as_time_bounds_take(verify, &bounds);
	if (check_declared(verify, error) || check_untimed(verify, &bounds, error))
		return -1;
	if (verify->count && !bounds.slowest &&
		as_findings_add(&verify->findings,
			verify->package->format == AS_FORMAT_LEGACY ? AS_FINDING_WARNING
								    : AS_FINDING_ERROR,
			"submissions", error,
			"no submission in submissions/accepted passes all tests in time: the lower "
			"bound of the time limit is unknown"))
		return -1;
	if (!verify->time_limit_ns)
		return 0;
	return check_lower(verify, &bounds, error) || check_upper(verify, &bounds, error) ? -1 : 0;
}
