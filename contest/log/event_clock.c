/* SPDX-License-Identifier: MIT */
#include "event.h"

#include <errno.h>

/* Sets the state of the contest at a time. True: the public may see more or less than before, so
 * the boards must be recomputed. */
static bool set_state(struct log_state *state, int64_t wall_ms)
{
	const bool was_thawed = state->state.thawed_wall_ms != AS_NEVER_MS;

	state->state_wall_ms = wall_ms;
	state->state = as_contest_state_at(&state->clock, wall_ms);
	return was_thawed != (state->state.thawed_wall_ms != AS_NEVER_MS);
}

int event_clock(struct as_contest_log *log, const struct event *event, struct as_error *error)
{
	struct log_state *state = &log->state;
	struct as_removed_interval *removed = NULL;
	struct as_contest_clock clock;
	int64_t countdown_ms;
	struct as_error why = {0};

	if (log_entry_read_clock(event->body, &clock, &removed, &countdown_ms, &why)) {
		free(removed);
		return why.sys_errno == ENOMEM ? as_error_no_memory(error)
					       : event_skip(log, event, "%s", why.text);
	}
	const bool same_freeze = state->is_begun && as_contest_freeze_ms(&clock) ==
							    as_contest_freeze_ms(&state->clock);
	free(state->removed);
	state->removed = removed;
	state->clock = clock;
	state->countdown_ms = countdown_ms;
	state->is_begun = true;
	const bool changes_visibility = set_state(state, event->wall_ms);
	if (log_boards_recompute(log, error))
		return -1;
	if (changes_visibility)
		event_notify(log, AS_CONTEST_CHANGED_VISIBILITY, 0, event->wall_ms);
	event_notify(log, AS_CONTEST_CHANGED_CLOCK, 0, event->wall_ms);
	if (!same_freeze)
		event_notify(log, AS_CONTEST_CHANGED_VISIBILITY, 0, event->wall_ms);
	event_notify(log, AS_CONTEST_CHANGED_STATE, 0, event->wall_ms);
	return 0;
}

/* Tells the observer about visible objects before the state itself, so that a feed ends with the
 * state. */
int event_state(struct as_contest_log *log, const struct event *event, struct as_error *error)
{
	if (set_state(&log->state, event->wall_ms)) {
		if (log_boards_recompute(log, error))
			return -1;
		event_notify(log, AS_CONTEST_CHANGED_VISIBILITY, 0, event->wall_ms);
	}
	event_notify(log, AS_CONTEST_CHANGED_STATE, 0, event->wall_ms);
	return 0;
}
