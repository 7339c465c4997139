/* SPDX-License-Identifier: MIT */
/* The steps of a run, and its errors. */
#include "tree.h"

#include <errno.h>
#include <inttypes.h>
#include <time.h>

int as_ctd_complain(struct as_ctd_run *run, int cause, const char *problem)
{
	if (cause)
		as_error_at_cause(run->error, AS_ERROR_INPUT, cause, run->ctd->name, "%s", problem);
	else
		as_error_at(
			run->error, AS_ERROR_INPUT, run->ctd->name, run->line, 0, "%s", problem);
	if (run->error && !run->error->line)
		run->error->line = run->line;
	return -1;
}

int64_t as_ctd_cpu_ns(void)
{
	struct timespec now = {0};

	clock_gettime(CLOCK_THREAD_CPUTIME_ID, &now);
	return now.tv_sec * INT64_C(1000000000) + now.tv_nsec;
}

int as_ctd_charge(struct as_ctd_run *run, uint64_t steps)
{
	const uint64_t before = run->steps;

	run->steps += steps;
	if (run->steps > run->max_steps) {
		char problem[80];
		snprintf(problem, sizeof(problem), "more than %" PRIu64 " steps", run->max_steps);
		return as_ctd_complain(run, ENOTSUP, problem);
	}
	/* A step takes some ten nanoseconds. */
	if (before >> 16 == run->steps >> 16)
		return 0;
	if (run->end_cpu_ns && as_ctd_cpu_ns() > run->end_cpu_ns)
		return as_ctd_complain(run, ETIME, "exceeded its limit of CPU time");
	return as_cancel_check(run->cancel, run->error);
}
