/* SPDX-License-Identifier: MIT */
#include "event.h"

#include <string.h>

static int fill_submission(struct as_contest_log *log, const struct event *event,
	struct as_contest_submission *made, struct as_error *error)
{
	const char *username = event_text(event, "account");

	made->account = username ? as_contest_log_find_username(log, username) : AS_CONTEST_NONE;
	made->valid = AS_CONTEST_NONE;
	made->wall_ms = event->wall_ms;
	made->time_ms = as_contest_time_ms(&log->state.clock, made->wall_ms);
	if (made->time_ms == AS_NEVER_MS)
		made->time_ms = -1;
	made->is_practice = made->time_ms >= log->state.clock.duration_ms;
	event_digest(event, "files", made->blob);
	if (event_name(&log->state.extras.submission_ids, event_text(event, "id"), made->arrival,
		    made->arrival - 1, &made->id, error) ||
		event_copy(&made->language, event_text(event, "language"), error) ||
		event_copy(&made->entry_point, event_text(event, "entry_point"), error))
		return -1;
	return event_copy(&made->name, event_text(event, "name"), error);
}

/* Makes the submission the last one of its team. */
static int link_submission(
	struct as_contest_log *log, struct as_contest_submission *made, struct as_error *error)
{
	struct log_people *people = &log->state.people;

	while (people->last_submission_count <= made->team) {
		size_t *last = as_array_grow(people->last_submissions,
			people->last_submission_count, sizeof(*last), error);
		if (!last)
			return -1;
		people->last_submissions = last;
		last[people->last_submission_count++] = AS_CONTEST_NONE;
	}
	made->previous = people->last_submissions[made->team];
	people->last_submissions[made->team] = made->arrival - 1;
	return 0;
}

int event_submission(struct as_contest_log *log, const struct event *event, struct as_error *error)
{
	struct log_state *state = &log->state;
	const char *team = event_text(event, "team"), *problem = event_text(event, "problem");
	const size_t team_index = team ? as_contest_log_find_team(log, team) : AS_CONTEST_NONE;
	const size_t problem_index =
		problem ? as_contest_find_problem(log->contest, problem) : AS_CONTEST_NONE;

	if (team_index == AS_CONTEST_NONE)
		return event_refuse(log, event, "team");
	if (problem_index == AS_CONTEST_NONE)
		return event_refuse(log, event, "problem");
	struct log_submission **submissions = as_array_grow(
		state->submissions, state->submission_count, sizeof(*submissions), error);
	if (!submissions)
		return -1;
	state->submissions = submissions;
	struct log_submission *made = calloc(1, sizeof(*made));
	if (!made)
		return as_error_no_memory(error);
	const size_t index = state->submission_count++;
	submissions[index] = made;
	made->event = event->record->event.number;
	made->seen.team = team_index;
	made->seen.problem = problem_index;
	made->seen.arrival = index + 1;
	if (fill_submission(log, event, &made->seen, error) ||
		link_submission(log, &made->seen, error) ||
		event_add_judgement(log, index, event, error) || log_boards_set(log, index, error))
		return -1;
	event_notify(log, AS_CONTEST_CHANGED_SUBMISSION, index, event->wall_ms);
	return 0;
}

static size_t submission_of(const struct as_contest_log *log, const struct event *event)
{
	const int64_t arrival = event_number(event, "submission");

	return arrival >= 1 && (uint64_t)arrival <= log->state.submission_count
		       ? (size_t)arrival - 1
		       : AS_CONTEST_NONE;
}

int event_rejudge(struct as_contest_log *log, const struct event *event, struct as_error *error)
{
	const size_t submission = submission_of(log, event);

	if (submission == AS_CONTEST_NONE || event->record->event.job == 0)
		return event_refuse(log, event, "submission");
	return event_add_judgement(log, submission, event, error);
}

int event_ignore(struct as_contest_log *log, const struct event *event, struct as_error *error)
{
	const size_t submission = submission_of(log, event);

	if (submission == AS_CONTEST_NONE)
		return event_refuse(log, event, "submission");
	log->state.submissions[submission]->seen.is_ignored =
		json_is_true(json_object_get(event->body, "ignored"));
	if (log_boards_set(log, submission, error))
		return -1;
	event_notify(log, AS_CONTEST_CHANGED_SUBMISSION, submission, event->wall_ms);
	return 0;
}
