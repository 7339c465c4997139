/* SPDX-License-Identifier: MIT */
/* Private header: the runs of a judgement (runs.c). */
#ifndef CONTEST_LOG_RUNS_H
#define CONTEST_LOG_RUNS_H

#include <assay/contest/log.h>

/* The current run of a test: an index, or AS_CONTEST_NONE. */
size_t log_runs_find(const struct as_contest_judgement *judgement, size_t test);
/* Adds a reported run, unless the test has one. */
int log_runs_report(struct as_contest_judgement *judgement, const struct as_contest_run *run,
	struct as_error *error) AS_MUST_USE;
/* Replaces the runs by those of the result. */
int log_runs_end(struct as_contest_judgement *judgement, const struct as_contest_run *runs,
	size_t count, int64_t wall_ms, struct as_error *error) AS_MUST_USE;

#endif
