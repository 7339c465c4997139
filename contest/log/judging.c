/* SPDX-License-Identifier: MIT */
/*
 * What goes on while judgements are made becomes events, a few a second at most:
 *   1. The reports of a worker of this process are taken, and put in the order of jobs and tests.
 *   2. Those that are too late, or were appended before, are dropped: of a judging that takes no
 *      longer than the pause between two events only the end is written.
 *   3. In a package without scores a run is held back until all tests before it are there, and
 *      what follows a failure, too: with several workers tests are run that do not count in the
 *      end.
 *   4. Of jobs of other workers it is looked up in the store whether they began, some a second.
 */
#include "private.h"

#define PAUSE_MS 200
/* Reports about jobs that are not in the state: of another contest of the store. */
#define UNKNOWN_MS 5000
#define MAX_RUNS 4000
#define LOOK_PAUSE_MS 1000
#define LOOK_COUNT 32

enum fate { WRITE, KEEP, DROP };

/* ---- which reports are written ---- */

static int compare(const void *left, const void *right)
{
	const struct log_report *a = left, *b = right;

	if (a->job != b->job)
		return a->job < b->job ? -1 : 1;
	if (a->test != b->test)
		return a->test < b->test ? -1 : 1;
	return a->wall_ms < b->wall_ms ? -1 : a->wall_ms > b->wall_ms;
}

/* How far the runs of a job are, with those that are about to be written. */
struct front {
	int64_t job;
	size_t next; /* the test whose run can be written */
	bool has_failed;
	int64_t test; /* of the last report that was written */
};

static struct front front_of(const struct as_contest_judgement *judgement)
{
	struct front front = {
		.job = judgement->job, .next = judgement->run_count, .test = LOG_REPORT_BEGIN - 1};

	for (size_t i = 0; i < judgement->run_count; i++)
		front.has_failed |= judgement->runs[i].verdict != AS_VERDICT_AC;
	return front;
}

static bool has_scores(
	const struct as_contest_log *log, const struct as_contest_judgement *judgement)
{
	const size_t problem = as_contest_log_submission(log, judgement->submission)->problem;
	const struct as_package *package = log->contest->problems[problem].package;

	return package && package->scoring;
}

static enum fate fate_of_run(const struct as_contest_log *log,
	const struct as_contest_judgement *judgement, struct front *front,
	const struct log_report *report)
{
	if (log_runs_find(judgement, (size_t)report->test) != AS_CONTEST_NONE)
		return DROP;
	if (has_scores(log, judgement))
		return WRITE;
	if (front->has_failed || (size_t)report->test != front->next)
		return KEEP;
	front->next++;
	front->has_failed = report->verdict != AS_VERDICT_AC;
	return WRITE;
}

static enum fate fate_of(struct as_contest_log *log, struct front *front,
	const struct log_report *report, int64_t now_ms)
{
	const size_t index = log_find_job(&log->state, report->job);

	if (index == AS_CONTEST_NONE)
		return now_ms - report->wall_ms < UNKNOWN_MS ? KEEP : DROP;
	const struct log_judgement *judgement = log->state.judgements[index];
	if (judgement->seen.ended || judgement->is_due)
		return DROP;
	if (front->job != report->job)
		*front = front_of(&judgement->seen);
	if (report->test == front->test)
		return DROP;
	const enum fate fate = report->test != LOG_REPORT_BEGIN
				       ? fate_of_run(log, &judgement->seen, front, report)
			       : judgement->seen.begin_wall_ms ? DROP
							       : WRITE;
	if (fate == WRITE)
		front->test = report->test;
	return fate;
}

/* ---- the event ---- */

static json_t *begun_json(const struct log_report *report)
{
	return json_pack("[I, I]", (json_int_t)report->job, (json_int_t)report->wall_ms);
}

static json_t *run_json(const struct log_report *report)
{
	return json_pack("[I, I, s, I, I]", (json_int_t)report->job, (json_int_t)report->test,
		as_verdict_name(report->verdict), (json_int_t)report->time_ns,
		(json_int_t)report->wall_ms);
}

/* Moves what is to be written from the reports to the arrays; the rest is kept, or dropped. */
static int sort_out(struct as_contest_log *log, int64_t now_ms, json_t *begun, json_t *runs)
{
	struct log_reports *held = &log->judging.held;
	struct front front = {0};
	size_t kept = 0;
	int failed = 0;

	for (size_t i = 0; i < held->count; i++) {
		const struct log_report report = held->items[i];
		const bool is_full = json_array_size(begun) + json_array_size(runs) >= MAX_RUNS;
		const enum fate fate = is_full ? KEEP : fate_of(log, &front, &report, now_ms);
		if (fate == KEEP)
			held->items[kept++] = report;
		else if (fate == WRITE && report.test == LOG_REPORT_BEGIN)
			failed |= json_array_append_new(begun, begun_json(&report));
		else if (fate == WRITE)
			failed |= json_array_append_new(runs, run_json(&report));
	}
	held->count = kept;
	return failed;
}

/* Adds to those that are held back, in their order. */
static int hold(struct log_reports *held, const struct log_reports *taken, struct as_error *error)
{
	if (taken->count == 0)
		return 0;
	struct log_report *items =
		reallocarray(held->items, held->count + taken->count, sizeof(*items));
	if (!items)
		return as_error_no_memory(error);
	held->items = items;
	for (size_t i = 0; i < taken->count; i++)
		items[held->count++] = taken->items[i];
	qsort(items, held->count, sizeof(*items), compare);
	return 0;
}

static int take(struct as_contest_log *log, struct as_error *error)
{
	const struct log_reports taken = log_reports_take(log);
	const int failed = hold(&log->judging.held, &taken, error);

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
	const int is_there = as_store_job_read(log->store, job, &found, error);

	if (is_there < 0)
		return -1;
	if (!is_there || found.state != AS_STORE_CLAIMED || found.began_ms == 0)
		return 0;
	const struct log_report report = {
		.job = job, .test = LOG_REPORT_BEGIN, .wall_ms = found.began_ms};
	return hold(&log->judging.held,
		&(struct log_reports){.items = (struct log_report *)&report, .count = 1}, error);
}

/* Those that wait longest are likeliest; it goes on behind those that it looked up last. */
static int look_up_some(struct as_contest_log *log, struct as_error *error)
{
	const struct log_state *state = &log->state;
	size_t looked = 0;

	while (log->judging.first_waiting < state->judgement_count &&
		!waits(state->judgements[log->judging.first_waiting]))
		log->judging.first_waiting++;
	if (log->judging.next_look < log->judging.first_waiting ||
		log->judging.next_look >= state->judgement_count)
		log->judging.next_look = log->judging.first_waiting;
	for (; log->judging.next_look < state->judgement_count && looked < LOOK_COUNT;
		log->judging.next_look++) {
		const struct log_judgement *judgement = state->judgements[log->judging.next_look];
		looked += waits(judgement);
		if (waits(judgement) && look_up(log, judgement, error))
			return -1;
	}
	return 0;
}

/* ---- all ---- */

static int append(struct as_contest_log *log, int64_t now_ms, json_t *begun, json_t *runs,
	struct as_error *error)
{
	struct as_store_appended appended;
	json_t *body = json_pack("{s: s, s: I, s: O, s: O}", "type", "judging", "wall_ms",
		(json_int_t)now_ms, "begun", begun, "runs", runs);

	return log_append(log, -1, body, NULL, 0, &appended, error) < 0 ? -1 : 1;
}

int log_record_judging(struct as_contest_log *log, struct as_error *error)
{
	const int64_t now_ms = as_contest_log_now_ms(log);

	if (now_ms - log->judging.wall_ms < PAUSE_MS)
		return 0;
	log->judging.wall_ms = now_ms;
	if (take(log, error))
		return -1;
	if (now_ms - log->judging.look_wall_ms >= LOOK_PAUSE_MS) {
		log->judging.look_wall_ms = now_ms;
		if (look_up_some(log, error))
			return -1;
	}
	AS_AUTO_JSON json_t *begun = json_array();
	AS_AUTO_JSON json_t *runs = json_array();
	if (sort_out(log, now_ms, begun, runs))
		return as_error_no_memory(error);
	if (json_array_size(begun) + json_array_size(runs) == 0)
		return 0;
	return append(log, now_ms, begun, runs, error);
}
