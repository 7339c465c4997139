/* SPDX-License-Identifier: MIT */
/*
 * Reports of judging become events, a few per second at most:
 *   1. The reports of workers in this process are taken, and sorted by job and test.
 *   2. Those that are too late, or were appended before, are dropped. So a judging that is shorter
 *      than the pause between two events has only its end in the log.
 *   3. In a package without scores, a run is deferred until all tests before it have runs, and runs
 *      after a failure are deferred, too: several workers also run tests that do not count in the
 *      end.
 *   4. For jobs of other workers, the store is polled whether they began, some jobs per second, and
 *      for runs that those workers report (assay/store/runs.h), while any judgement goes on.
 */
#include "judging.h"
#include "append.h"
#include "body.h"
#include "runs.h"
#include "state.h"

#define PAUSE_MS 200
/* Reports about jobs that are not in the state are kept this long; then they are of another
 * contest. */
#define UNKNOWN_MS 5000
#define MAX_RUNS 4000
#define LOOK_PAUSE_MS 1000
#define LOOK_COUNT 32
#define RUNS_PAUSE_MS 250

enum action { WRITE, KEEP, DROP };

/* ---- choosing reports ---- */

static int compare(const void *left, const void *right)
{
	const struct log_report *a = left, *b = right;

	if (a->job != b->job)
		return a->job < b->job ? -1 : 1;
	if (a->test != b->test)
		return a->test < b->test ? -1 : 1;
	return a->wall_ms < b->wall_ms ? -1 : a->wall_ms > b->wall_ms;
}

/* Progress of a job, including runs that are about to be appended. */
struct progress {
	int64_t job;
	size_t next; /* the next test whose run can be appended */
	bool has_failed;
	int64_t test; /* of the last report that was appended */
};

static struct progress progress_of(const struct as_contest_judgement *judgement)
{
	struct progress progress = {
		.job = judgement->job, .next = judgement->run_count, .test = LOG_REPORT_BEGIN - 1};

	for (size_t i = 0; i < judgement->run_count; i++)
		progress.has_failed |= judgement->runs[i].verdict != AS_VERDICT_AC;
	return progress;
}

static bool has_scores(struct as_contest_log *log, const struct as_contest_judgement *judgement)
{
	const size_t problem = as_contest_log_submission(log, judgement->submission)->problem;

	as_contest_log_lock(log);
	const struct as_package *package = log_package(log, problem);
	const bool found = package && package->scoring;
	as_contest_log_unlock(log);
	return found;
}

static enum action action_for_run(struct as_contest_log *log,
	const struct as_contest_judgement *judgement, struct progress *progress,
	const struct log_report *report)
{
	if (log_runs_find(judgement, (size_t)report->test) != AS_CONTEST_NONE)
		return DROP;
	if (has_scores(log, judgement))
		return WRITE;
	if (progress->has_failed || (size_t)report->test != progress->next)
		return KEEP;
	progress->next++;
	progress->has_failed = report->verdict != AS_VERDICT_AC;
	return WRITE;
}

static enum action action_for(struct as_contest_log *log, struct progress *progress,
	const struct log_report *report, int64_t now_ms)
{
	const size_t index = log_find_job(&log->state, report->job);

	if (index == AS_CONTEST_NONE)
		return now_ms - report->wall_ms < UNKNOWN_MS ? KEEP : DROP;
	const struct log_judgement *judgement = log->state.judgements[index];
	if (judgement->seen.ended || judgement->is_due)
		return DROP;
	if (progress->job != report->job)
		*progress = progress_of(&judgement->seen);
	if (report->test == progress->test)
		return DROP;
	const enum action action = report->test != LOG_REPORT_BEGIN
					   ? action_for_run(log, &judgement->seen, progress, report)
				   : judgement->seen.begin_wall_ms ? DROP
								   : WRITE;
	if (action == WRITE)
		progress->test = report->test;
	return action;
}

/* ---- the event ---- */

/* Moves reports that are appended now into the body. Keeps or drops the others. */
static int select_reports(
	struct as_contest_log *log, int64_t now_ms, struct log_body *body, struct as_error *error)
{
	struct log_reports *deferred = &log->judging.deferred;
	struct progress progress = {0};
	size_t kept = 0;
	int failed = 0;

	for (size_t i = 0; i < deferred->count; i++) {
		const struct log_report report = deferred->items[i];
		const bool is_full = body->begun.count + body->runs.count >= MAX_RUNS;
		const bool is_begin = report.test == LOG_REPORT_BEGIN;
		const enum action action =
			is_full || failed ? KEEP : action_for(log, &progress, &report, now_ms);
		if (action == KEEP)
			deferred->items[kept++] = report;
		if (action != WRITE)
			continue;
		const struct log_row row = {.job = report.job,
			.run = {.test = is_begin ? 0 : (uint32_t)report.test,
				.verdict = (uint8_t)report.verdict,
				.time_ns = report.time_ns,
				.wall_ms = report.wall_ms}};
		failed = log_rows_add(is_begin ? &body->begun : &body->runs, &row, error);
	}
	deferred->count = kept;
	return failed;
}

/* NULL: out of memory. The log must have all that is applied. */
static json_t *rows_json(const struct log_rows *rows, json_t *(*row_json)(const struct log_row *))
{
	AS_AUTO_JSON json_t *list = json_array();

	for (size_t i = 0; i < rows->count; i++)
		if (json_array_append_new(list, row_json(&rows->items[i])))
			return NULL;
	return as_steal(list);
}

static json_t *begun_json(const struct log_row *row)
{
	return json_pack("[I, I]", (json_int_t)row->job, (json_int_t)row->run.wall_ms);
}

static json_t *run_json(const struct log_row *row)
{
	return json_pack("[I, I, s, I, I]", (json_int_t)row->job, (json_int_t)row->run.test,
		as_verdict_name((enum as_verdict)row->run.verdict), (json_int_t)row->run.time_ns,
		(json_int_t)row->run.wall_ms);
}

/* Adds reports to the deferred ones, in their order. */
static int defer(
	struct log_reports *deferred, const struct log_reports *taken, struct as_error *error)
{
	if (taken->count == 0)
		return 0;
	for (size_t i = 0; i < taken->count; i++) {
		if (!as_array_reserve(deferred->items, deferred->count, error))
			return -1;
		deferred->items[deferred->count++] = taken->items[i];
	}
	qsort(deferred->items, deferred->count, sizeof(*deferred->items), compare);
	return 0;
}

static int take_reports(struct as_contest_log *log, struct as_error *error)
{
	const struct log_reports taken = log_reports_take(log);
	const int failed = defer(&log->judging.deferred, &taken, error);

	free(taken.items);
	return failed;
}

/* ---- jobs of other workers ---- */

static bool waits(const struct log_judgement *judgement)
{
	return !judgement->seen.ended && !judgement->is_due && judgement->seen.begin_wall_ms == 0;
}

static int look_up(
	struct as_contest_log *log, const struct log_judgement *judgement, struct as_error *error)
{
	const int64_t job = judgement->seen.job;
	struct as_store_job found;
	const int is_there = as_store_job_read(as_journal_store(log->journal), job, &found, error);

	if (is_there < 0)
		return -1;
	if (!is_there || found.state != AS_STORE_CLAIMED || found.began_ms == 0)
		return 0;
	const int64_t now_ms = as_contest_log_now_ms(log);
	const int64_t first_ms =
		as_contest_log_submission(log, judgement->seen.submission)->wall_ms;
	int64_t began_ms = log_server_ms(log, found.began_ms);
	began_ms = began_ms > now_ms ? now_ms : began_ms;
	const struct log_report report = {.job = job,
		.test = LOG_REPORT_BEGIN,
		.wall_ms = began_ms < first_ms ? first_ms : began_ms};
	return defer(&log->judging.deferred,
		&(struct log_reports){.items = (struct log_report *)&report, .count = 1}, error);
}

/* Polls the jobs that have waited longest; continues after those that it polled last. */
static int poll_some_jobs(struct as_contest_log *log, struct as_error *error)
{
	const struct log_state *state = &log->state;
	size_t looked = 0;

	while (log->judging.first_waiting < state->judgement_count &&
		!waits(state->judgements[log->judging.first_waiting]))
		log->judging.first_waiting++;
	if (log->judging.next_poll < log->judging.first_waiting ||
		log->judging.next_poll >= state->judgement_count)
		log->judging.next_poll = log->judging.first_waiting;
	for (; log->judging.next_poll < state->judgement_count && looked < LOOK_COUNT;
		log->judging.next_poll++) {
		const struct log_judgement *judgement = state->judgements[log->judging.next_poll];
		looked += waits(judgement);
		if (waits(judgement) && look_up(log, judgement, error))
			return -1;
	}
	return 0;
}

/* ---- runs of other workers ---- */

/* True if a judgement has not ended. All judgements before `first_going` have ended. */
static bool goes_on(struct as_contest_log *log)
{
	const struct log_state *state = &log->state;
	size_t *first = &log->judging.first_going;

	while (*first < state->judgement_count && state->judgements[*first]->seen.ended)
		++*first;
	return *first < state->judgement_count;
}

/* A worker repeats all earlier runs of a job. */
static bool is_deferred(const struct log_reports *deferred, const struct as_store_run *run)
{
	size_t low = 0, high = deferred->count;

	while (low < high) {
		const size_t middle = low + (high - low) / 2;
		const struct log_report *report = &deferred->items[middle];
		if (report->job < run->job ||
			(report->job == run->job && report->test < (int64_t)run->test))
			low = middle + 1;
		else
			high = middle;
	}
	return low < deferred->count && deferred->items[low].job == run->job &&
	       deferred->items[low].test == (int64_t)run->test;
}

static size_t count_tests(struct as_contest_log *log, size_t problem)
{
	as_contest_log_lock(log);
	const struct as_package *package = log_package(log, problem);
	const size_t count = package ? package->test_count : 0;
	as_contest_log_unlock(log);
	return count;
}

/* False for tests that do not exist: the worker's machine is not trusted. */
static bool is_wanted(struct as_contest_log *log, const struct as_store_run *run)
{
	const size_t index = log_find_job(&log->state, run->job);

	if (index == AS_CONTEST_NONE)
		return false;
	const struct log_judgement *judgement = log->state.judgements[index];
	const size_t problem = as_contest_log_submission(log, judgement->seen.submission)->problem;
	return !judgement->seen.ended && !judgement->is_due &&
	       run->test < count_tests(log, problem) &&
	       log_runs_find(&judgement->seen, run->test) == AS_CONTEST_NONE &&
	       !is_deferred(&log->judging.deferred, run);
}

static int defer_runs(struct as_contest_log *log, const struct as_store_run *runs, size_t count,
	int64_t now_ms, struct as_error *error)
{
	struct log_reports reports = {.items = calloc(count, sizeof(*reports.items))};

	if (!reports.items)
		return as_error_no_memory(error);
	for (size_t i = 0; i < count; i++)
		if (is_wanted(log, &runs[i]))
			reports.items[reports.count++] = (struct log_report){.job = runs[i].job,
				.test = runs[i].test,
				.verdict = (enum as_verdict)runs[i].verdict,
				.time_ns = runs[i].time_ns,
				.wall_ms = now_ms};
	const int failed = defer(&log->judging.deferred, &reports, error);
	free(reports.items);
	return failed;
}

static int read_runs(struct as_contest_log *log, int64_t now_ms, struct as_error *error)
{
	struct as_store_run *runs = NULL;
	size_t count = 0;

	if (now_ms - log->judging.runs_wall_ms < RUNS_PAUSE_MS || !goes_on(log))
		return 0;
	log->judging.runs_wall_ms = now_ms;
	if (as_store_runs_read(as_journal_store(log->journal), as_contest_log_space(log), &runs,
		    &count, error))
		return -1;
	const int failed = count ? defer_runs(log, runs, count, now_ms, error) : 0;
	free(runs);
	return failed;
}

/* ---- appending ---- */

/* An entry that was appended right after the last event that was applied is applied as it is. If
 * there are other events, it is read after them. */
static int append(
	struct as_contest_log *log, int64_t now_ms, struct log_body *body, struct as_error *error)
{
	struct as_store_appended appended;
	AS_AUTO_JSON json_t *entry = json_pack("{s: s, s: I, s: o, s: o}", "type", "judging",
		"wall_ms", (json_int_t)now_ms, "begun", rows_json(&body->begun, begun_json), "runs",
		rows_json(&body->runs, run_json));
	int done = log_append(
		log, as_contest_log_last(log), json_incref(entry), NULL, 0, &appended, error);

	if (done == 0) {
		done = log_append(log, -1, json_incref(entry), NULL, 0, &appended, error);
		return done < 0 ? -1 : 1;
	}
	if (done < 0)
		return -1;
	body->of.fields[0] = (struct as_journal_field){.key = "type", .text = "judging"};
	body->of.fields[1] = (struct as_journal_field){.key = "wall_ms", .number = now_ms};
	body->of.field_count = 2;
	return as_journal_apply_own(log->journal, &appended, body, error) < 0 ? -1 : 1;
}

int log_record_judging(struct as_contest_log *log, struct as_error *error)
{
	const int64_t now_ms = as_contest_log_now_ms(log);

	if (now_ms - log->judging.wall_ms < PAUSE_MS)
		return 0;
	log->judging.wall_ms = now_ms;
	if (take_reports(log, error))
		return -1;
	if (now_ms - log->judging.poll_wall_ms >= LOOK_PAUSE_MS) {
		log->judging.poll_wall_ms = now_ms;
		if (poll_some_jobs(log, error))
			return -1;
	}
	if (read_runs(log, now_ms, error))
		return -1;
	AS_AUTO(log_body_clear) struct log_body body = {0};
	if (select_reports(log, now_ms, &body, error))
		return -1;
	return body.begun.count + body.runs.count ? append(log, now_ms, &body, error) : 0;
}
