/* SPDX-License-Identifier: MIT */
/* Disqualifications, and guests. An event has the team and either `disqualified` or `guest`. */
#include "append.h"
#include "boards.h"
#include "event.h"

#include <string.h>

/* ---- appending ---- */

static int put_standing(struct as_contest_log *log, json_t *body, size_t team,
	struct as_contest_decision decision, struct as_error *error)
{
	log_entry_team(log, &body, "team", team);
	log_entry_account(log, &body, decision.account);
	return log_put_decision(log, body, NULL, 0, decision.unless_final, error);
}

int as_contest_log_disqualify(struct as_contest_log *log, size_t team, const char *reason,
	bool is_hidden, struct as_contest_decision decision, struct as_error *error)
{
	AS_AUTO_FREE char *text = log_text(reason, AS_CONTEST_STANDING_MAX_BYTES, error);

	if (!text)
		return -1;
	json_t *body = log_entry_of("standing", as_contest_log_now_ms(log));
	log_entry_set(&body, "disqualified", json_true());
	log_entry_text(&body, "reason", text);
	log_entry_set(&body, "hidden", json_boolean(is_hidden));
	return put_standing(log, body, team, decision, error);
}

int as_contest_log_requalify(struct as_contest_log *log, size_t team,
	struct as_contest_decision decision, struct as_error *error)
{
	json_t *body = log_entry_of("standing", as_contest_log_now_ms(log));

	log_entry_set(&body, "disqualified", json_false());
	return put_standing(log, body, team, decision, error);
}

int as_contest_log_set_guest(struct as_contest_log *log, size_t team, bool is_guest,
	struct as_contest_decision decision, struct as_error *error)
{
	json_t *body = log_entry_of("standing", as_contest_log_now_ms(log));

	log_entry_set(&body, "guest", json_boolean(is_guest));
	return put_standing(log, body, team, decision, error);
}

/* ---- applying ---- */

static int grow_standings(struct as_contest_log *log, size_t count, struct as_error *error)
{
	struct log_people *people = &log->state.people;

	for (; people->standing_count < count; people->standing_count++) {
		if (!as_array_reserve(people->standings, people->standing_count, error))
			return -1;
		people->standings[people->standing_count] =
			(struct log_standing){.of = {.account = AS_CONTEST_NONE}};
	}
	return 0;
}

static int set_standing(
	struct log_standing *standing, const struct event *event, struct as_error *error)
{
	const json_t *guest = json_object_get(event->body, "guest");
	const json_t *disqualified = json_object_get(event->body, "disqualified");

	if (json_is_boolean(guest)) {
		standing->has_guest = true;
		standing->of.is_guest = json_is_true(guest);
	}
	if (!json_is_boolean(disqualified))
		return 0;
	standing->of.is_disqualified = json_is_true(disqualified);
	standing->of.is_hidden = standing->of.is_disqualified &&
				 json_is_true(json_object_get(event->body, "hidden"));
	free(standing->of.reason);
	standing->of.reason = NULL;
	return event_copy(&standing->of.reason, event_text(event, "reason"), error);
}

/* A team that appears comes before its submissions, and one that disappears after them. */
static void tell_standing(
	struct as_contest_log *log, const struct event *event, size_t team, bool is_gone)
{
	if (!is_gone)
		event_notify(log, AS_CONTEST_CHANGED_TEAM, team, event->wall_ms);
	event_notify(log, AS_CONTEST_CHANGED_VISIBILITY, 0, event->wall_ms);
	if (is_gone)
		event_notify(log, AS_CONTEST_CHANGED_TEAM, team, event->wall_ms);
}

int event_standing(struct as_contest_log *log, const struct event *event, struct as_error *error)
{
	const char *id = event_text(event, "team"), *username = event_text(event, "account");
	const size_t team = id ? as_contest_log_find_team(log, id) : AS_CONTEST_NONE;

	if (team == AS_CONTEST_NONE)
		return event_refuse(log, event, "team");
	if (grow_standings(log, team + 1, error))
		return -1;
	struct log_standing *standing = &log->state.people.standings[team];
	if (set_standing(standing, event, error))
		return -1;
	standing->of.account =
		username ? as_contest_log_find_username(log, username) : AS_CONTEST_NONE;
	standing->of.wall_ms = event->wall_ms;
	if (log_boards_place_team(log, team, error))
		return -1;
	tell_standing(log, event, team, as_contest_log_team_is_hidden(log, team));
	return 0;
}

/* ---- audit ---- */

bool audit_standing(
	const struct as_contest_log *log, const struct event *event, struct as_contest_act *act)
{
	const json_t *guest = json_object_get(event->body, "guest");

	act->index = as_contest_log_find_team(log, event_text(event, "team"));
	if (json_is_boolean(guest))
		act->kind = json_is_true(guest) ? AS_CONTEST_ACT_GUEST : AS_CONTEST_ACT_RANKED;
	else
		act->kind = json_is_true(json_object_get(event->body, "disqualified"))
				    ? AS_CONTEST_ACT_DISQUALIFY
				    : AS_CONTEST_ACT_REQUALIFY;
	if (act->kind == AS_CONTEST_ACT_REQUALIFY)
		act->ended = log_last_act(log, AS_CONTEST_ACT_DISQUALIFY, act->index);
	return act->index != AS_CONTEST_NONE;
}
