/* SPDX-License-Identifier: MIT */
/* Editorials and solutions of the packages: whether the jury has opened them. */
#include "append.h"
#include "decide.h"
#include "event.h"

#include <string.h>

static const char *const state_names[] = {
	[AS_CONTEST_EDITORIALS_CLOSED] = "closed", [AS_CONTEST_EDITORIALS_OPEN] = "open"};

/* ---- appending ---- */

struct editorials_wish {
	enum as_contest_editorials_state state;
	int64_t now_ms;
};

static int check_editorials(
	const struct as_contest_log *log, const void *context, struct as_error *error)
{
	const struct editorials_wish *wish = context;

	if (as_contest_log_editorials(log)->state == wish->state)
		return as_error_set(error, AS_ERROR_USAGE, "the editorials are already %s",
			state_names[wish->state]);
	if (wish->state == AS_CONTEST_EDITORIALS_CLOSED ||
		as_contest_log_is_over(log, wish->now_ms))
		return 0;
	AS_AUTO_FREE char *late = as_contest_log_late_text(log, wish->now_ms);
	return as_error_set(error, AS_ERROR_USAGE,
		"the editorials can be opened once the contest is over for all teams%s%s",
		late && *late ? "; " : "", late ? late : "");
}

int as_contest_log_set_editorials(struct as_contest_log *log,
	enum as_contest_editorials_state state, size_t account, struct as_error *error)
{
	const struct editorials_wish wish = {state, as_contest_log_now_ms(log)};
	json_t *body = log_entry_of("editorials", wish.now_ms);
	int64_t number;

	log_entry_text(&body, "state", state_names[state]);
	log_entry_account(log, &body, account);
	return log_put_checked(
		log, body, (struct log_check){check_editorials, &wish}, &number, error);
}

/* ---- applying ---- */

int event_editorials(struct as_contest_log *log, const struct event *event, struct as_error *error)
{
	struct as_contest_editorials *editorials = &log->state.extras.editorials;
	const char *state = event_text(event, "state"), *username = event_text(event, "account");

	(void)error;
	if (!state || (strcmp(state, state_names[0]) != 0 && strcmp(state, state_names[1]) != 0))
		return event_skip(log, event, "the state of the editorials is unknown");
	editorials->state = strcmp(state, state_names[AS_CONTEST_EDITORIALS_OPEN]) == 0
				    ? AS_CONTEST_EDITORIALS_OPEN
				    : AS_CONTEST_EDITORIALS_CLOSED;
	editorials->wall_ms = event->wall_ms;
	editorials->account =
		username ? as_contest_log_find_username(log, username) : AS_CONTEST_NONE;
	return 0;
}

/* ---- audit ---- */

bool audit_editorials(
	const struct as_contest_log *log, const struct event *event, struct as_contest_act *act)
{
	(void)event;
	act->kind = log->state.extras.editorials.state == AS_CONTEST_EDITORIALS_OPEN
			    ? AS_CONTEST_ACT_OPEN_EDITORIALS
			    : AS_CONTEST_ACT_CLOSE_EDITORIALS;
	return true;
}

/* ---- reading ---- */

const struct as_contest_editorials *as_contest_log_editorials(const struct as_contest_log *log)
{
	return &log->state.extras.editorials;
}

bool as_contest_log_is_over(const struct as_contest_log *log, int64_t now_wall_ms)
{
	return log->state.state.ended_wall_ms != AS_NEVER_MS &&
	       as_contest_log_late(log, now_wall_ms).count == 0;
}

/* True while a team takes part by itself after the contest. */
static bool is_playing(const struct as_contest_log *log, size_t team, int64_t now_wall_ms)
{
	const struct as_contest_start start = as_contest_log_start_of(log, team);

	if (start.wall_ms == AS_NEVER_MS || !start.is_virtual)
		return false;
	const struct as_contest_clock clock =
		as_contest_log_team_clock(log, team, as_contest_log_clock(log));
	return as_contest_time_ms(&clock, now_wall_ms) < clock.duration_ms;
}

bool as_contest_log_sees_editorials(const struct as_contest_log *log,
	const struct as_contest_reader *reader, int64_t now_wall_ms)
{
	if (reader->scope == AS_CONTEST_SEES_ALL)
		return true;
	return as_contest_log_editorials(log)->state == AS_CONTEST_EDITORIALS_OPEN &&
	       as_contest_log_is_over(log, now_wall_ms) &&
	       (reader->scope != AS_CONTEST_SEES_TEAM ||
		       !is_playing(log, reader->team, now_wall_ms));
}
