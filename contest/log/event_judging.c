/* SPDX-License-Identifier: MIT */
/* That judging began, and tests that were run: several jobs in one event. What is said about a
 * judgement that has ended is too late, and what is said twice counts once. */
#include "event.h"

/* The judgement of a job that goes on; AS_CONTEST_NONE: there is none. */
static size_t find_going_on(const struct log_state *state, int64_t job)
{
	const size_t index = log_find_job(state, job);

	return index == AS_CONTEST_NONE || state->judgements[index]->seen.ended ? AS_CONTEST_NONE
										: index;
}

/* True: it is new that it began. */
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
	const size_t index = find_going_on(&log->state, row->job);

	if (index != AS_CONTEST_NONE &&
		begin(&log->state.judgements[index]->seen, row->run.wall_ms))
		event_tell(log, AS_CONTEST_CHANGED_JUDGEMENT, index, event->wall_ms);
}

static int apply_run(struct as_contest_judgement *judgement, const struct as_contest_run *run,
	struct as_error *error)
{
	(void)begin(judgement, run->wall_ms);
	return log_runs_report(judgement, run, error);
}

/* Runs of one job stand together: its judgement is told of after the last one. */
static int apply_runs(struct as_contest_log *log, const struct event *event, struct as_error *error)
{
	const struct log_rows *rows = &event->parsed->runs;

	for (size_t i = 0; i < rows->count; i++) {
		const struct log_row *row = &rows->items[i];
		const bool is_last = i + 1 == rows->count || row[1].job != row->job;
		const size_t index = find_going_on(&log->state, row->job);
		if (index == AS_CONTEST_NONE)
			continue;
		if (apply_run(&log->state.judgements[index]->seen, &row->run, error))
			return -1;
		if (is_last)
			event_tell(log, AS_CONTEST_CHANGED_JUDGEMENT, index, event->wall_ms);
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
