/* SPDX-License-Identifier: MIT */
/* Teams that start when they like. A start goes by compare and append (decide.c), so that of two
 * starts at the same time one is refused. */
#include "start.h"
#include "append.h"
#include "decide.h"
#include "event.h"

static const struct as_contest_participation *participation(const struct as_contest_log *log)
{
	return &log->contest->settings.participation;
}

/* ---- checking ---- */

static bool has_taken_part(const struct as_contest_log *log, size_t team)
{
	for (size_t i = as_contest_log_last_submission(log, team); i != AS_CONTEST_NONE;
		i = as_contest_log_submission(log, i)->previous) {
		const struct as_contest_submission *of = as_contest_log_submission(log, i);
		if (!of->is_practice && of->time_ms >= 0)
			return true;
	}
	return false;
}

/* The reason against a virtual start, or NULL. */
static const char *reason_against(const struct as_contest_log *log, size_t team, int64_t wall_ms)
{
	const struct as_contest_participation *of = participation(log);

	if (log->state.state.ended_wall_ms == AS_NEVER_MS)
		return "the contest is not over; teams can take part afterwards, once it has ended";
	if (log->state.clock.freeze_duration_ms > 0 &&
		log->state.state.thawed_wall_ms == AS_NEVER_MS)
		return "the results of the contest are not public yet: try again when the board is "
		       "no longer frozen";
	if (wall_ms < of->virtual_from_wall_ms)
		return "teams cannot start yet: see the rules for the time from which they can";
	if (wall_ms >= of->virtual_to_wall_ms)
		return "the time in which teams could start is over";
	return has_taken_part(log, team)
		       ? "your team took part in the contest, so it cannot take part again"
		       : NULL;
}

static int check_virtual(
	const struct as_contest_log *log, size_t team, int64_t wall_ms, struct as_error *error)
{
	if (participation(log)->virtual_from_wall_ms == AS_NEVER_MS)
		return as_error_set(error, AS_ERROR_USAGE,
			participation(log)->time_per_team_ms > 0
				? "the contest is over: no team can start any more"
				: "in this contest all teams start together; there is no start of "
				  "a team's own");
	const char *why = reason_against(log, team, wall_ms);
	return why ? as_error_set(error, AS_ERROR_USAGE, "%s", why) : 0;
}

int as_contest_log_check_start(const struct as_contest_log *log, size_t team, int64_t wall_ms,
	struct as_contest_turn *turn, struct as_error *error)
{
	const struct as_contest_clock *contest = &log->state.clock;
	const int64_t time_ms = as_contest_time_ms(contest, wall_ms);

	if (as_contest_log_start_of(log, team).wall_ms != AS_NEVER_MS)
		return as_error_set(error, AS_ERROR_USAGE,
			"your team has started already, and its time counts from that start");
	turn->is_virtual = participation(log)->time_per_team_ms == 0 ||
			   (time_ms != AS_NEVER_MS && time_ms >= contest->duration_ms);
	if (turn->is_virtual && check_virtual(log, team, wall_ms, error))
		return -1;
	if (!turn->is_virtual && (time_ms == AS_NEVER_MS || time_ms < 0))
		return as_error_set(error, AS_ERROR_USAGE,
			"teams can start only after the start of the contest");
	const struct as_contest_clock clock =
		log_clock_from(log, contest, wall_ms, turn->is_virtual);
	turn->whole_ms = log_whole_time(log, contest);
	turn->duration_ms = clock.duration_ms;
	turn->end_wall_ms = as_contest_wall_ms(&clock, clock.duration_ms);
	return 0;
}

/* ---- appending ---- */

struct start_check {
	const struct as_contest_entry_start *entry;
	int64_t wall_ms;
};

static int check_start(
	const struct as_contest_log *log, const void *context, struct as_error *error)
{
	const struct start_check *check = context;
	struct as_contest_turn turn;
	char left[AS_SPAN_TEXT_SIZE];

	if (as_contest_log_check_start(log, check->entry->team, check->wall_ms, &turn, error))
		return -1;
	if (turn.duration_ms == turn.whole_ms || check->entry->may_be_short)
		return 0;
	return as_error_set(error, AS_ERROR_USAGE,
		"only %s (minutes:seconds) are left, because the time in which teams take part "
		"ends "
		"then: tick that you know this, or ask the jury",
		as_span_text(turn.duration_ms / 1000 * 1000, left));
}

int as_contest_log_start_team(struct as_contest_log *log,
	const struct as_contest_entry_start *entry, struct as_error *error)
{
	const struct start_check check = {entry, as_contest_log_now_ms(log)};
	json_t *body = log_entry_of("start", check.wall_ms);
	int64_t number;

	log_entry_team(log, &body, "team", entry->team);
	log_entry_account(log, &body, entry->account);
	return log_put_checked(log, body, (struct log_check){check_start, &check}, &number, error);
}

struct reset_check {
	size_t team;
	bool unless_final;
};

static int check_reset(
	const struct as_contest_log *log, const void *context, struct as_error *error)
{
	const struct reset_check *check = context;
	const struct as_contest_start start = as_contest_log_start_of(log, check->team);

	if (start.wall_ms == AS_NEVER_MS)
		return as_error_set(error, AS_ERROR_USAGE, "the team has not started");
	return start.is_virtual || !check->unless_final ? 0 : log_check_not_final(log, error);
}

int as_contest_log_reset_start(struct as_contest_log *log, size_t team,
	struct as_contest_decision decision, struct as_error *error)
{
	const struct reset_check check = {team, decision.unless_final};
	json_t *body = log_entry_of("start", as_contest_log_now_ms(log));
	int64_t number;

	log_entry_team(log, &body, "team", team);
	log_entry_set(&body, "reset", json_true());
	log_entry_account(log, &body, decision.account);
	return log_put_checked(log, body, (struct log_check){check_reset, &check}, &number, error);
}

/* ---- applying ---- */

static bool is_reset(const struct event *event)
{
	return json_is_true(json_object_get(event->body, "reset"));
}

/* The first start counts, also if the entries of two did not know each other. */
int event_start(struct as_contest_log *log, const struct event *event, struct as_error *error)
{
	const char *id = event_text(event, "team"), *username = event_text(event, "account");
	const size_t team = id ? as_contest_log_find_team(log, id) : AS_CONTEST_NONE;

	if (team == AS_CONTEST_NONE)
		return event_refuse(log, event, "team");
	struct log_start *start = log_start_at(log, team, error);
	if (!start)
		return -1;
	if (!is_reset(event) && start->seen.wall_ms != AS_NEVER_MS)
		return event_skip(log, event, "team '%s' has started already", id);
	const int64_t time_ms = as_contest_time_ms(&log->state.clock, event->wall_ms);
	if (is_reset(event))
		start->reset_wall_ms = start->seen.wall_ms;
	start->seen = (struct as_contest_start){
		.wall_ms = is_reset(event) ? AS_NEVER_MS : event->wall_ms,
		.is_virtual = time_ms != AS_NEVER_MS && time_ms >= log->state.clock.duration_ms,
		.account =
			username ? as_contest_log_find_username(log, username) : AS_CONTEST_NONE};
	if (log_boards_set_start(log, team, error))
		return -1;
	event_notify(log, AS_CONTEST_CHANGED_START, team, event->wall_ms);
	return 0;
}

/* ---- audit ---- */

/* A team's own start is shown beside the team. */
bool audit_start(
	const struct as_contest_log *log, const struct event *event, struct as_contest_act *act)
{
	const char *id = event_text(event, "team");

	act->kind = AS_CONTEST_ACT_RESET_START;
	act->index = id ? as_contest_log_find_team(log, id) : AS_CONTEST_NONE;
	if (!is_reset(event) || act->index == AS_CONTEST_NONE)
		return false;
	act->start_wall_ms = log->state.people.starts[act->index].reset_wall_ms;
	return true;
}
