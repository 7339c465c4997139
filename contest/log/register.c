/* SPDX-License-Identifier: MIT */
/* Registrations of teams, by compare and append (decide.c), so that of two names that are alike
 * only one is registered. */
#include "private.h"

#include <errno.h>
#include <string.h>

static int check_registration(struct as_contest_log *log, const struct as_contest_entry_team *entry,
	struct as_error *error)
{
	int result = 0;

	as_contest_log_lock(log);
	if (log->state.people.team_count >= log->contest->settings.registration.max_teams)
		result = as_error_set(error, AS_ERROR_USAGE, "no more teams can register");
	else if (as_contest_log_team_count(log) >= AS_BOARD_MAX_TEAMS)
		result = as_error_set(error, AS_ERROR_USAGE,
			"no more teams can register: a contest has at most %d", AS_BOARD_MAX_TEAMS);
	else if (as_contest_log_find_username(log, entry->username) != AS_CONTEST_NONE)
		result = as_error_set(error, AS_ERROR_USAGE, "the username is taken");
	as_contest_log_unlock(log);
	/* Otherwise a team could appear as another one, or as the jury, on the board and in
	 * clarifications. */
	return result ? result : log_alike_check(log, entry, error);
}

struct registration {
	const struct as_contest_entry_team *entry;
	char *id;
};

static json_t *registration_body(
	struct as_contest_log *log, const struct registration *registration)
{
	const struct as_contest_entry_team *entry = registration->entry;
	json_t *body = log_entry_of("team", as_contest_log_now_ms(log));

	log_entry_text(&body, "id", registration->id);
	log_entry_text(&body, "name", entry->name);
	log_entry_text(&body, "username", entry->username);
	log_entry_text(&body, "hash", entry->password_hash);
	return body;
}

static int try_register(
	struct as_contest_log *log, const void *context, int64_t *last, struct as_error *error)
{
	const struct registration *registration = context;
	struct as_store_appended appended;

	as_contest_log_lock(log);
	/* Before the check, so it is never the number of an event that the check did not see. */
	*last = as_contest_log_last(log);
	as_contest_log_unlock(log);
	if (check_registration(log, registration->entry, error))
		return -1;
	const int result = log_append(
		log, *last, registration_body(log, registration), NULL, 0, &appended, error);
	if (result <= 0)
		return result;
	return log_await(log, appended.number, error) ? -1 : 1;
}

static int refuse_busy(struct as_error *error)
{
	as_error_set(error, AS_ERROR_MACHINE,
		"the contest is busy, and the team is not registered; try again in a minute");
	if (error)
		error->sys_errno = EBUSY;
	return -1;
}

/* Of two registrations at the same moment with names that are alike, the second one is refused. The
 * first check fills the table of looks before the follower waits for this thread. */
int as_contest_log_register(struct as_contest_log *log, const struct as_contest_entry_team *entry,
	size_t *team, struct as_error *error)
{
	unsigned char random[8];

	if (check_registration(log, entry, error))
		return -1;
	if (getentropy(random, sizeof(random)))
		memset(random, 0, sizeof(random));
	AS_AUTO_FREE char *id = as_text_format(error, "r%02x%02x%02x%02x%02x%02x", random[0],
		random[1], random[2], random[3], random[4], random[5]);
	if (!id)
		return -1;
	const struct registration registration = {entry, id};
	const int result = log_decide(log, try_register, &registration, error);
	if (result < 0)
		return -1;
	if (result == 0)
		return refuse_busy(error);
	as_contest_log_lock(log);
	*team = as_contest_log_find_team(log, id);
	as_contest_log_unlock(log);
	return *team != AS_CONTEST_NONE
		       ? 0
		       : as_error_set(error, AS_ERROR_INTERNAL, "the team was not understood");
}
