/* SPDX-License-Identifier: MIT */
#include "event.h"

#include <string.h>

#define DIGITS "0123456789"
#define MAX_LABEL_DIGITS 18

/* The number at the end of a label; 0: none. */
static uint64_t number_of(const char *label)
{
	const char *at = label + strlen(label);

	while (at > label && strchr(DIGITS, at[-1]))
		at--;
	return strlen(at) <= MAX_LABEL_DIGITS ? strtoull(at, NULL, 10) : 0;
}

/* Labels of teams that register continue those of the folder: after 20, or team20, comes 21. */
static uint64_t first_label(const struct as_contest *contest)
{
	uint64_t last = 0;

	for (size_t i = 0; i < contest->team_count; i++) {
		const uint64_t number = number_of(contest->teams[i].label);
		if (number > last)
			last = number;
	}
	return (last ? last : contest->team_count) + 1;
}

static char *next_label(struct as_contest_log *log, struct as_error *error)
{
	struct log_people *people = &log->state.people;

	if (!people->next_label)
		people->next_label = first_label(log->contest);
	return as_text_format(error, "%ju", (uintmax_t)people->next_label++);
}

static int add_team(struct as_contest_log *log, const struct event *event, const char *id,
	struct as_error *error)
{
	struct log_state *state = &log->state;
	const size_t group = log->contest->settings.registration.group;
	struct as_contest_team **teams =
		as_array_grow(state->people.teams, state->people.team_count, sizeof(*teams), error);

	if (!teams)
		return -1;
	state->people.teams = teams;
	struct as_contest_team *made = calloc(1, sizeof(*made));
	if (!made)
		return as_error_no_memory(error);
	teams[state->people.team_count++] = made;
	made->organization = AS_CONTEST_NONE;
	made->label = next_label(log, error);
	if (!made->label || event_copy(&made->id, id, error) ||
		event_copy(&made->name, event_text(event, "name"), error))
		return -1;
	if (group != AS_CONTEST_NONE) {
		made->groups = malloc(sizeof(*made->groups));
		if (!made->groups)
			return as_error_no_memory(error);
		made->groups[made->group_count++] = group;
	}
	return log_boards_add_team(log, as_contest_log_team_count(log) - 1, error);
}

static int add_account(
	struct as_contest_log *log, const struct event *event, size_t team, struct as_error *error)
{
	struct log_state *state = &log->state;
	struct as_contest_account **accounts = as_array_grow(
		state->people.accounts, state->people.account_count, sizeof(*accounts), error);

	if (!accounts)
		return -1;
	state->people.accounts = accounts;
	struct as_contest_account *made = calloc(1, sizeof(*made));
	if (!made)
		return as_error_no_memory(error);
	accounts[state->people.account_count++] = made;
	*made = (struct as_contest_account){.role = AS_CONTEST_TEAM,
		.team = team,
		.person = AS_CONTEST_NONE,
		.password_is_hash = true};
	if (event_copy(&made->id, event_text(event, "id"), error) ||
		event_copy(&made->username, event_text(event, "username"), error))
		return -1;
	if (event_copy(&made->password, event_text(event, "hash"), error))
		return -1;
	return log_names_put(&state->people.usernames, made->username,
		as_contest_log_account_count(log) - 1, error);
}

int event_team(struct as_contest_log *log, const struct event *event, struct as_error *error)
{
	const char *id = event_text(event, "id"), *username = event_text(event, "username");

	if (!id || !username || !event_text(event, "name") || !event_text(event, "hash") ||
		as_contest_log_find_team(log, id) != AS_CONTEST_NONE ||
		as_contest_log_find_username(log, username) != AS_CONTEST_NONE)
		return event_refuse(log, event, "team");
	/* The team was appended at the same time as another team, which filled the contest. */
	if (as_contest_log_team_count(log) >= AS_BOARD_MAX_TEAMS)
		return event_skip(log, event, "a contest has at most %d teams", AS_BOARD_MAX_TEAMS);
	if (add_team(log, event, id, error) ||
		add_account(log, event, as_contest_log_team_count(log) - 1, error))
		return -1;
	event_notify(
		log, AS_CONTEST_CHANGED_TEAM, as_contest_log_team_count(log) - 1, event->wall_ms);
	event_notify(log, AS_CONTEST_CHANGED_ACCOUNT, as_contest_log_account_count(log) - 1,
		event->wall_ms);
	return 0;
}

/* A new session has a username and a hash; the end of one only a hash; the end of all sessions and
 * tokens of an account only `ends`, its username. */
int event_session(struct as_contest_log *log, const struct event *event, struct as_error *error)
{
	struct log_credentials *sessions = &log->state.people.sessions;
	const char *username = event_text(event, "username"), *hash = event_text(event, "hash");
	const char *ends = event_text(event, "ends"), *seal = event_text(event, "seal");

	if (ends) {
		log_credentials_end_account(sessions, as_contest_log_find_username(log, ends));
		log_credentials_end_account(
			&log->state.extras.tokens, as_contest_log_find_username(log, ends));
		return 0;
	}
	if (!hash || strlen(hash) != AS_DIGEST_HEX_SIZE - 1)
		return event_refuse(log, event, "session");
	/* The account may have been removed from the folder. */
	if (!username || as_contest_log_find_username(log, username) == AS_CONTEST_NONE) {
		log_credentials_end(sessions, hash);
		return 0;
	}
	struct log_credential *made = event_credential(
		event, hash, seal, as_contest_log_find_username(log, username), error);
	if (!made)
		return -1;
	made->expires_wall_ms = event_number(event, "expires_ms");
	return log_credentials_add(sessions, made, error);
}
