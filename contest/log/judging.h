/* SPDX-License-Identifier: MIT */
/* Private header: reports of workers about their jobs (report.c, judging.c, due.c). */
#ifndef CONTEST_LOG_JUDGING_H
#define CONTEST_LOG_JUDGING_H

#include <assay/contest/log.h>
#include <pthread.h>

struct as_contest_log;

/* A report of a worker of this process about a job. */
#define LOG_REPORT_BEGIN (-1)
struct log_report {
	int64_t job;
	int64_t test; /* LOG_REPORT_BEGIN: judging began */
	enum as_verdict verdict;
	int64_t time_ns, wall_ms;
};
struct log_reports {
	pthread_mutex_t mutex;
	struct log_report *items;
	size_t count;
};

/* State of judging.c. `reports` have not been taken yet. The rest belongs to the thread that
 * follows the log: deferred reports, and its position when it polls jobs of other workers. */
struct log_judging {
	struct log_reports reports, deferred;
	int64_t wall_ms, poll_wall_ms, runs_wall_ms;
	size_t first_waiting, next_poll, first_going;
};

/* Takes the reports since the last call (free the items). */
struct log_reports log_reports_take(struct as_contest_log *log);
/* Appends reports as events. 1: something was appended. 0: nothing. */
int log_record_judging(struct as_contest_log *log, struct as_error *error) AS_MUST_USE;

/* Appends the entries of results without outcomes. 1: there were some. 0: there were none. */
int log_record_due(struct as_contest_log *log, struct as_error *error) AS_MUST_USE;

#endif
