/* SPDX-License-Identifier: MIT */
/*
 * run_limits: computes the limits of a run from those of the package. There are three kinds:
 *
 *   1. judged: the package's limits, or those that a job sets in their place. A run that uses more
 *      time is a TLE.
 *   2. overrun: the time after which a run is killed. It is longer than the judged limit, so that
 *      the run shows how far it exceeds the limit (rerun.c).
 *   3. enforced: the limits that the sandbox gets: the judged limits plus what the language's
 *      run-time system needs (allowed), and the time of the overrun.
 */
#ifndef ASSAY_JUDGE_RUN_LIMITS_H
#define ASSAY_JUDGE_RUN_LIMITS_H

#include <assay/engine.h>

struct as_rerun;

struct as_limits as_limits_judged(const struct as_package *package, int64_t time_limit_ns);
/* `language` NULL: no allowance. */
struct as_limits as_limits_allowed(
	const struct as_limits *judged, const struct as_language *language);
struct as_limits as_limits_enforced(
	const struct as_rerun *rerun, const struct as_language *language);

#endif
