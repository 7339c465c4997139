/* SPDX-License-Identifier: MIT */
/* What teachers and markers did. */
#include "state.h"

int course_act_add(struct as_course_log *log, const struct course_event *event,
	const struct as_course_act *act, struct as_error *error)
{
	struct course_state *state = &log->state;

	if (!as_array_reserve(state->acts, state->act_count, error))
		return -1;
	state->acts[state->act_count] = *act;
	state->acts[state->act_count++].wall_ms = event->wall_ms;
	return 0;
}

size_t as_course_log_act_count(const struct as_course_log *log)
{
	return log->state.act_count;
}

const struct as_course_act *as_course_log_act(const struct as_course_log *log, size_t index)
{
	return &log->state.acts[index];
}
