/* SPDX-License-Identifier: MIT */
#include "event.h"

static size_t team_in(const struct as_contest_log *log, const struct event *event, const char *key)
{
	const char *id = event_text(event, key);

	return id ? as_contest_log_find_team(log, id) : AS_CONTEST_NONE;
}

int event_clarification(
	struct as_contest_log *log, const struct event *event, struct as_error *error)
{
	struct log_state *state = &log->state;
	const char *problem = event_text(event, "problem"), *text = event_text(event, "text");
	const int64_t reply_to = event_number(event, "reply_to");

	if (!text)
		return event_refuse(log, event, "clarification");
	struct as_contest_clarification **clarifications = as_array_grow(
		state->clarifications, state->clarification_count, sizeof(*clarifications), error);
	if (!clarifications)
		return -1;
	state->clarifications = clarifications;
	struct as_contest_clarification *made = calloc(1, sizeof(*made));
	if (!made || event_copy(&made->text, text, error)) {
		free(made);
		return as_error_no_memory(error);
	}
	const int64_t time_ms = as_contest_time_ms(&state->clock, event->wall_ms);
	made->from_team = team_in(log, event, "from_team");
	made->to_team = team_in(log, event, "to_team");
	made->problem = problem ? as_contest_find_problem(log->contest, problem) : AS_CONTEST_NONE;
	made->wall_ms = event->wall_ms;
	made->time_ms = time_ms == AS_NEVER_MS ? 0 : time_ms;
	made->reply_to = AS_CONTEST_NONE;
	if (reply_to >= 1 && (uint64_t)reply_to <= state->clarification_count) {
		made->reply_to = (size_t)reply_to - 1;
		clarifications[made->reply_to]->is_answered = true;
	}
	clarifications[state->clarification_count] = made;
	if (event_name(&state->extras.clarification_ids, event_text(event, "id"),
		    state->clarification_count + 1, state->clarification_count, &made->id, error)) {
		state->clarification_count++;
		return -1;
	}
	event_made(log, event, state->clarification_count);
	event_tell(log, AS_CONTEST_CHANGED_CLARIFICATION, state->clarification_count++,
		event->wall_ms);
	return 0;
}
