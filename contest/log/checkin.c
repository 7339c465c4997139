/* SPDX-License-Identifier: MIT */
/* The check-in: the teams that are present, and their places in the hall. */
#include "append.h"
#include "event.h"

#include <string.h>

/* ---- appending ---- */

int as_contest_log_check_in(struct as_contest_log *log, size_t team, bool is_present,
	const char *place, size_t account, struct as_error *error)
{
	struct as_store_appended appended;

	if (*place && log_check_text(place, AS_CONTEST_PLACE_MAX_BYTES, error))
		return -1;
	if (strpbrk(place, "\t\r\n"))
		return as_error_set(error, AS_ERROR_USAGE, "the place has more than one line");
	json_t *body = log_entry_of("checkin", as_contest_log_now_ms(log));
	log_entry_team(log, &body, "team", team);
	log_entry_set(&body, "present", json_boolean(is_present));
	log_entry_text(&body, "place", *place ? place : NULL);
	log_entry_account(log, &body, account);
	return log_put(log, body, NULL, 0, &appended, error);
}

/* ---- applying ---- */

/* Teams are added while the contest runs. */
static int grow_presences(struct as_contest_log *log, size_t count, struct as_error *error)
{
	struct log_hall *hall = &log->state.extras.hall;

	if (count <= hall->presence_count)
		return 0;
	struct as_contest_presence *grown =
		realloc(hall->presences, count * sizeof(*hall->presences));
	if (!grown)
		return as_error_no_memory(error);
	hall->presences = grown;
	for (; hall->presence_count < count; hall->presence_count++)
		grown[hall->presence_count] =
			(struct as_contest_presence){.account = AS_CONTEST_NONE};
	return 0;
}

int event_checkin(struct as_contest_log *log, const struct event *event, struct as_error *error)
{
	const char *id = event_text(event, "team"), *username = event_text(event, "account");
	const size_t team = id ? as_contest_log_find_team(log, id) : AS_CONTEST_NONE;

	if (team == AS_CONTEST_NONE)
		return event_refuse(log, event, "team");
	if (grow_presences(log, as_contest_log_team_count(log), error))
		return -1;
	struct as_contest_presence *presence = &log->state.extras.hall.presences[team];
	presence->is_present = json_is_true(json_object_get(event->body, "present"));
	presence->account =
		username ? as_contest_log_find_username(log, username) : AS_CONTEST_NONE;
	presence->wall_ms = event->wall_ms;
	free(presence->place);
	presence->place = NULL;
	return event_copy(&presence->place, event_text(event, "place"), error);
}

/* ---- reading ---- */

const struct as_contest_presence *as_contest_log_presence(
	const struct as_contest_log *log, size_t team)
{
	static const struct as_contest_presence none = {.account = AS_CONTEST_NONE};
	const struct log_hall *hall = &log->state.extras.hall;

	return team < hall->presence_count ? &hall->presences[team] : &none;
}

const char *as_contest_log_place(const struct as_contest_log *log, size_t team)
{
	const struct as_contest_team *of = as_contest_log_team(log, team);
	const char *place = as_contest_log_presence(log, team)->place;

	if (!place)
		place = of->place;
	return place ? place
		     : json_string_value(json_object_get(
			       json_object_get(of->more, "location"), "description"));
}
