/* SPDX-License-Identifier: MIT */
/*
 * run_limits: the limits of a submission have three names.
 *
 *   1. judged: the package's limits, or those that the job gives in their place. A run that used
 *      more time than these is a TLE.
 *   2. overrun: the time after which a run is killed. It is longer than the judged limit, which
 *      shows by how much the run is over it: rerun.c.
 *   3. enforced: what the sandbox gets: the judged limits with what the language's run-time system
 *      needs on top of them (allowed), and the time of the overrun.
 */
#ifndef ASSAY_JUDGE_RUN_LIMITS_H
#define ASSAY_JUDGE_RUN_LIMITS_H

#include <assay/engine.h>

struct as_rerun;

struct as_limits as_limits_judged(const struct as_package *package, int64_t time_limit_ns);
/* `language` NULL: there is none. */
struct as_limits as_limits_allowed(
	const struct as_limits *judged, const struct as_language *language);
struct as_limits as_limits_enforced(
	const struct as_rerun *rerun, const struct as_language *language);
/* Of the package's validators and its grader, without what else they need. */
struct as_limits as_limits_of_validation(const struct as_package_limits *package);

#endif
