/* SPDX-License-Identifier: MIT */
/* Reports: judging began, tests were run; an event covers several jobs. Reports about judgements
 * that have ended are ignored, and repeated ones count once. */
#include "body.h"
#include "event.h"
#include "runs.h"

/* The unfinished judgement of a job, or AS_CONTEST_NONE. */
static size_t find_unfinished(const struct log_state *state, int64_t job)
{
	const size_t index = log_find_job(state, job);

	return index == AS_CONTEST_NONE || state->judgements[index]->seen.ended ? AS_CONTEST_NONE
										: index;
}

/* Returns false if it had begun before. */
static bool begin(struct as_contest_judgement *judgement, int64_t wall_ms)
{
	if (judgement->begin_wall_ms != 0 || wall_ms <= 0)
		return false;
	judgement->begin_wall_ms = wall_ms;
	return true;
}

static void apply_begun(
	struct as_contest_log *log, const struct event *event, const struct log_row *row)
{
	const size_t index = find_unfinished(&log->state, row->job);

	if (index != AS_CONTEST_NONE &&
		begin(&log->state.judgements[index]->seen, row->run.wall_ms))
		event_notify(log, AS_CONTEST_CHANGED_JUDGEMENT, index, event->wall_ms);
}

static int apply_run(struct as_contest_judgement *judgement, const struct as_contest_run *run,
	struct as_error *error)
{
	(void)begin(judgement, run->wall_ms);
	return log_runs_report(judgement, run, error);
}

/* Runs of one job are contiguous; the observer is notified after the last one. */
static int apply_runs(struct as_contest_log *log, const struct event *event, struct as_error *error)
{
	const struct log_rows *rows = &event->parsed->runs;

	for (size_t i = 0; i < rows->count; i++) {
		const struct log_row *row = &rows->items[i];
		const bool is_last = i + 1 == rows->count || row[1].job != row->job;
		const size_t index = find_unfinished(&log->state, row->job);
		if (index == AS_CONTEST_NONE)
			continue;
		if (apply_run(&log->state.judgements[index]->seen, &row->run, error))
			return -1;
		if (is_last)
			event_notify(log, AS_CONTEST_CHANGED_JUDGEMENT, index, event->wall_ms);
	}
	return 0;
}

int event_judging(struct as_contest_log *log, const struct event *event, struct as_error *error)
{
	const struct log_rows *begun = &event->parsed->begun;

	for (size_t i = 0; i < begun->count; i++)
		apply_begun(log, event, &begun->items[i]);
	return apply_runs(log, event, error);
}
