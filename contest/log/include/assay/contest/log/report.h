/* SPDX-License-Identifier: MIT */
/**
 * Progress reports of a worker in this process: judging of a job began, a test was run. Included by
 * log.h.
 *
 * The thread that follows the log appends the reports as one event, several times a second; then
 * they are in the state. Reports can be dropped without loss, because the result of a judgement has
 * all runs. For jobs of other workers, the log polls the store for their begin and their runs
 * (assay/store/runs.h).
 *
 * Both functions may be called from any thread without the lock, and return at once. Reports about
 * jobs of other contests are dropped.
 */
#ifndef ASSAY_CONTEST_LOG_REPORT_H
#define ASSAY_CONTEST_LOG_REPORT_H

#include <assay/contest/log.h>

/** Judging of a job has begun, possibly again. */
void as_contest_log_report_begin(struct as_contest_log *log, int64_t job) AS_NONNULL(1);
/** A test was run: its index in the package, the verdict, and the CPU time (-1: unknown). */
void as_contest_log_report_run(struct as_contest_log *log, int64_t job, size_t test,
	enum as_verdict verdict, int64_t time_ns) AS_NONNULL(1);

#endif
