/* SPDX-License-Identifier: MIT */
/* That judging began, and tests that were run: several jobs in one event. What is said about a
 * judgement that has ended is too late, and what is said twice counts once. */
#include "event.h"

/* The judgement of a job that goes on; AS_CONTEST_NONE: there is none. */
static size_t find_going_on(const struct log_state *state, const json_t *item)
{
	const size_t index = log_find_job(state, json_integer_value(json_array_get(item, 0)));

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

static void apply_begun(struct as_contest_log *log, const struct event *event, const json_t *item)
{
	const size_t index = find_going_on(&log->state, item);

	if (index != AS_CONTEST_NONE && begin(&log->state.judgements[index]->seen,
						json_integer_value(json_array_get(item, 1))))
		event_tell(log, AS_CONTEST_CHANGED_JUDGEMENT, index, event->wall_ms);
}

static int apply_run(
	struct as_contest_judgement *judgement, const json_t *item, struct as_error *error)
{
	const struct as_contest_run run = {
		.test = (uint32_t)json_integer_value(json_array_get(item, 1)),
		.verdict = event_verdict(json_array_get(item, 2)),
		.time_ns = json_integer_value(json_array_get(item, 3)),
		.wall_ms = json_integer_value(json_array_get(item, 4)),
	};

	(void)begin(judgement, run.wall_ms);
	return log_runs_report(judgement, &run, error);
}

/* Runs of one job stand together: its judgement is told of after the last one. */
static int apply_runs(struct as_contest_log *log, const struct event *event, struct as_error *error)
{
	const json_t *runs = json_object_get(event->body, "runs");
	const size_t count = json_array_size(runs);

	for (size_t i = 0; i < count; i++) {
		const json_t *item = json_array_get(runs, i);
		const size_t index = find_going_on(&log->state, item);
		if (index == AS_CONTEST_NONE)
			continue;
		if (apply_run(&log->state.judgements[index]->seen, item, error))
			return -1;
		if (find_going_on(&log->state, json_array_get(runs, i + 1)) != index)
			event_tell(log, AS_CONTEST_CHANGED_JUDGEMENT, index, event->wall_ms);
	}
	return 0;
}

int event_judging(struct as_contest_log *log, const struct event *event, struct as_error *error)
{
	const json_t *begun = json_object_get(event->body, "begun");

	for (size_t i = 0; i < json_array_size(begun); i++)
		apply_begun(log, event, json_array_get(begun, i));
	return apply_runs(log, event, error);
}
