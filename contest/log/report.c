/* SPDX-License-Identifier: MIT */
/* Reports of workers in this process, until the follower thread takes them. */
#include "state.h"

/* More than a busy machine makes in a second: the store does not respond. */
#define MAX_REPORTS 100000

static void add_report(struct as_contest_log *log, struct log_report report)
{
	struct log_reports *reports = &log->judging.reports;

	report.wall_ms = as_contest_log_now_ms(log);
	pthread_mutex_lock(&reports->mutex);
	if (reports->count < MAX_REPORTS && as_array_reserve(reports->items, reports->count, NULL))
		reports->items[reports->count++] = report;
	pthread_mutex_unlock(&reports->mutex);
}

void as_contest_log_report_begin(struct as_contest_log *log, int64_t job)
{
	add_report(log, (struct log_report){.job = job, .test = LOG_REPORT_BEGIN});
}

void as_contest_log_report_run(struct as_contest_log *log, int64_t job, size_t test,
	enum as_verdict verdict, int64_t time_ns)
{
	add_report(log,
		(struct log_report){
			.job = job, .test = (int64_t)test, .verdict = verdict, .time_ns = time_ns});
}

struct log_reports log_reports_take(struct as_contest_log *log)
{
	struct log_reports taken;

	pthread_mutex_lock(&log->judging.reports.mutex);
	taken.items = log->judging.reports.items;
	taken.count = log->judging.reports.count;
	log->judging.reports.items = NULL;
	log->judging.reports.count = 0;
	pthread_mutex_unlock(&log->judging.reports.mutex);
	return taken;
}
