/* SPDX-License-Identifier: MIT */
/* The audit trail, which is written as events are applied. An event that changed nothing is left
 * out; one that was skipped does not get here. */
#include "event.h"

bool event_is_of_jury(const struct as_contest_log *log, const struct as_contest_act *act)
{
	return act->account != AS_CONTEST_NONE &&
	       as_contest_log_account(log, act->account)->role != AS_CONTEST_TEAM;
}

bool audit_other(
	const struct as_contest_log *log, const struct event *event, struct as_contest_act *act)
{
	(void)event;
	act->kind = AS_CONTEST_ACT_OTHER;
	return event_is_of_jury(log, act);
}

bool audit_none(
	const struct as_contest_log *log, const struct event *event, struct as_contest_act *act)
{
	(void)log;
	(void)event;
	(void)act;
	return false;
}

size_t log_last_act(const struct as_contest_log *log, enum as_contest_act_kind kind, size_t index)
{
	const struct log_acts *acts = &log->state.extras.acts;

	for (size_t i = acts->count; i-- > 0;)
		if (acts->items[i].kind == kind && acts->items[i].index == index)
			return i;
	return AS_CONTEST_NONE;
}

int log_audit(struct as_contest_log *log, const struct event *event, event_audit *audit,
	const struct as_contest_clock_values *was, struct as_error *error)
{
	struct log_acts *acts = &log->state.extras.acts;
	const char *type = event_text(event, "type"), *username = event_text(event, "account");
	struct as_contest_act act = {.wall_ms = event->wall_ms,
		.account = username ? as_contest_log_find_username(log, username) : AS_CONTEST_NONE,
		.ended = AS_CONTEST_NONE,
		.was = *was};

	snprintf(act.type, sizeof(act.type), "%s", type ? type : "");
	if (!audit(log, event, &act))
		return 0;
	if (!as_array_reserve(acts->items, acts->count, error))
		return -1;
	if (act.kind == AS_CONTEST_ACT_DISQUALIFY &&
		event_copy(&act.reason, event_text(event, "reason"), error))
		return -1;
	acts->items[acts->count++] = act;
	return 0;
}

void log_acts_clear(struct log_acts *acts)
{
	for (size_t i = 0; i < acts->count; i++)
		free(acts->items[i].reason);
	free(acts->items);
}

size_t as_contest_log_act_count(const struct as_contest_log *log)
{
	return log->state.extras.acts.count;
}

const struct as_contest_act *as_contest_log_act(const struct as_contest_log *log, size_t act)
{
	return &log->state.extras.acts.items[act];
}
