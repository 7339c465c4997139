/* SPDX-License-Identifier: MIT */
/* The audit trail, which is written as events are applied. An event that changed nothing is left
 * out; one that was skipped does not get here. */
#include "event.h"

#include <string.h>

struct as_contest_clock_values log_clock_values(const struct log_state *state)
{
	const struct as_contest_clock *clock = &state->clock;

	return (struct as_contest_clock_values){.start_wall_ms = clock->start_wall_ms,
		.countdown_ms = state->countdown_ms,
		.duration_ms = clock->duration_ms,
		.freeze_duration_ms = clock->freeze_duration_ms,
		.thaw_wall_ms = clock->thaw_wall_ms,
		.finalized_wall_ms = clock->finalized_wall_ms,
		.removed_count = clock->removed_count,
		.is_paused = as_contest_is_paused(clock)};
}

static bool is_same_clock(
	const struct as_contest_clock_values *a, const struct as_contest_clock_values *b)
{
	return a->start_wall_ms == b->start_wall_ms && a->countdown_ms == b->countdown_ms &&
	       a->duration_ms == b->duration_ms && a->freeze_duration_ms == b->freeze_duration_ms &&
	       a->thaw_wall_ms == b->thaw_wall_ms && a->finalized_wall_ms == b->finalized_wall_ms &&
	       a->removed_count == b->removed_count && a->is_paused == b->is_paused;
}

/* ---- one function per type; false: not an act ---- */

typedef bool fill_act(
	const struct as_contest_log *log, const struct event *event, struct as_contest_act *act);

static bool fill_clock(
	const struct as_contest_log *log, const struct event *event, struct as_contest_act *act)
{
	(void)event;
	act->kind = AS_CONTEST_ACT_CLOCK;
	act->is = log_clock_values(&log->state);
	return act->account != AS_CONTEST_NONE && !is_same_clock(&act->was, &act->is);
}

static bool fill_submission(
	const struct as_contest_log *log, const struct event *event, struct as_contest_act *act)
{
	const int64_t arrival = event_number(event, "submission");

	act->index = (size_t)arrival - 1;
	return arrival >= 1 && (uint64_t)arrival <= log->state.submission_count;
}

static bool fill_again(
	const struct as_contest_log *log, const struct event *event, struct as_contest_act *act)
{
	act->kind = AS_CONTEST_ACT_REJUDGE;
	return fill_submission(log, event, act);
}

static bool fill_ignore(
	const struct as_contest_log *log, const struct event *event, struct as_contest_act *act)
{
	act->kind = json_is_true(json_object_get(event->body, "ignored")) ? AS_CONTEST_ACT_IGNORE
									  : AS_CONTEST_ACT_COUNT;
	return fill_submission(log, event, act);
}

static bool is_of_jury(const struct as_contest_log *log, const struct as_contest_act *act)
{
	return act->account != AS_CONTEST_NONE &&
	       as_contest_log_account(log, act->account)->role != AS_CONTEST_TEAM;
}

/* The newest object is the event's, if the event was valid. */
static bool fill_made(
	const struct as_contest_log *log, const struct event *event, struct as_contest_act *act)
{
	const size_t count = log->state.submission_count;

	act->kind = AS_CONTEST_ACT_SUBMIT;
	act->index = count - 1;
	return is_of_jury(log, act) && count > 0 &&
	       log->state.submissions[count - 1]->event == event->record->event.number;
}

static bool fill_clarification(
	const struct as_contest_log *log, const struct event *event, struct as_contest_act *act)
{
	(void)event;
	act->kind = AS_CONTEST_ACT_CLARIFY;
	act->index = log->state.clarification_count - 1;
	return is_of_jury(log, act) && log->state.clarification_count > 0;
}

static bool fill_team(
	const struct as_contest_log *log, const struct event *event, struct as_contest_act *act)
{
	const char *id = event_text(event, "id");

	act->kind = AS_CONTEST_ACT_REGISTER;
	act->index = id ? as_contest_log_find_team(log, id) : AS_CONTEST_NONE;
	return act->index != AS_CONTEST_NONE;
}

/* The first version of a package is not an act, nor are files that were read again. */
static bool fill_package(
	const struct as_contest_log *log, const struct event *event, struct as_contest_act *act)
{
	const char *problem = event_text(event, "problem");

	act->kind = AS_CONTEST_ACT_PACKAGE;
	act->index = problem ? as_contest_find_problem(log->contest, problem) : AS_CONTEST_NONE;
	if (act->index == AS_CONTEST_NONE)
		return false;
	const struct as_contest_version *version = as_contest_log_version(log, act->index);
	memcpy(act->packages[0], version->before, AS_CONTEST_ACT_DIGEST_SIZE - 1);
	memcpy(act->packages[1], version->digest, AS_CONTEST_ACT_DIGEST_SIZE - 1);
	return *version->before && version->event == event->record->event.number;
}

static bool fill_session(
	const struct as_contest_log *log, const struct event *event, struct as_contest_act *act)
{
	const char *ends = event_text(event, "ends");

	act->kind = AS_CONTEST_ACT_END_SESSIONS;
	act->index = ends ? as_contest_log_find_username(log, ends) : AS_CONTEST_NONE;
	return act->index != AS_CONTEST_NONE;
}

static bool fill_other(
	const struct as_contest_log *log, const struct event *event, struct as_contest_act *act)
{
	(void)event;
	act->kind = AS_CONTEST_ACT_OTHER;
	return is_of_jury(log, act);
}

/* ---- all types ---- */

static const struct {
	const char *type;
	fill_act *fill;
} types[] = {
	{"clock", fill_clock},
	{"again", fill_again},
	{"ignore", fill_ignore},
	{"submission", fill_made},
	{"clarification", fill_clarification},
	{"team", fill_team},
	{"package", fill_package},
	{"session", fill_session},
};

static bool fill(
	const struct as_contest_log *log, const struct event *event, struct as_contest_act *act)
{
	for (size_t i = 0; i < sizeof(types) / sizeof(*types); i++)
		if (strcmp(types[i].type, act->type) == 0)
			return types[i].fill(log, event, act);
	return fill_other(log, event, act);
}

int log_audit(struct as_contest_log *log, const struct event *event,
	const struct as_contest_clock_values *was, struct as_error *error)
{
	struct log_acts *acts = &log->state.extras.acts;
	const char *type = event_text(event, "type"), *username = event_text(event, "account");
	struct as_contest_act act = {.wall_ms = event->wall_ms,
		.account = username ? as_contest_log_find_username(log, username) : AS_CONTEST_NONE,
		.was = *was};

	snprintf(act.type, sizeof(act.type), "%s", type ? type : "");
	if (!fill(log, event, &act))
		return 0;
	if (!as_array_reserve(acts->items, acts->count, error))
		return -1;
	acts->items[acts->count++] = act;
	return 0;
}

size_t as_contest_log_act_count(const struct as_contest_log *log)
{
	return log->state.extras.acts.count;
}

const struct as_contest_act *as_contest_log_act(const struct as_contest_log *log, size_t act)
{
	return &log->state.extras.acts.items[act];
}
