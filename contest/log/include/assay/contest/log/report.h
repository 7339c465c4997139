/* SPDX-License-Identifier: MIT */
/**
 * What a worker of this process reports while it judges: that it began with a job, and each test.
 * Included by log.h.
 *
 * The thread that follows the log appends what was reported, several times a second, as one event:
 * from then on it is in the state. Nothing is lost with a report that is not appended, because the
 * result of a judgement says all of it. Of jobs of other workers the log finds out by the store
 * that they began, and has their runs once they ended.
 *
 * From any thread, without the lock; they return at once. Reports about jobs that are not of this
 * contest are dropped.
 */
#ifndef ASSAY_CONTEST_LOG_REPORT_H
#define ASSAY_CONTEST_LOG_REPORT_H

#include <assay/contest/log.h>

/** Judging of a job has begun, maybe not for the first time. */
void as_contest_log_report_begin(struct as_contest_log *log, int64_t job) AS_NONNULL(1);
/** A test was run: its place in the package's order, the verdict, and the CPU time (-1: unknown).
 */
void as_contest_log_report_run(struct as_contest_log *log, int64_t job, size_t test,
	enum as_verdict verdict, int64_t time_ns) AS_NONNULL(1);

#endif
