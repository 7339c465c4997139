/* SPDX-License-Identifier: MIT */
/* Registrations of teams, and teams that an admin adds, by compare and append (decide.c), so that
 * of two names that are alike only one is registered. */
#include "append.h"
#include "decide.h"
#include "event.h"
#include "start.h"

#include <inttypes.h>
#include <string.h>

/* ---- appending ---- */

static int check_username(
	const struct as_contest_log *log, const char *username, struct as_error *error)
{
	if (as_contest_log_team_count(log) >= AS_BOARD_MAX_TEAMS)
		return as_error_set(error, AS_ERROR_USAGE,
			"no more teams can register: a contest has at most %d", AS_BOARD_MAX_TEAMS);
	if (as_contest_log_find_username(log, username) != AS_CONTEST_NONE)
		return as_error_set(
			error, AS_ERROR_USAGE, "the username is taken; choose another username");
	return 0;
}

static int check_registration(struct as_contest_log *log, const struct as_contest_entry_team *entry,
	struct as_error *error)
{
	int result;

	as_contest_log_lock(log);
	if (log->state.people.registered_count >= log->contest->settings.registration.max_teams)
		result = as_error_set(error, AS_ERROR_USAGE,
			"no more teams can register: the contest takes at most %" PRIu64 "; ask "
			"the organisers",
			(uint64_t)log->contest->settings.registration.max_teams);
	else
		result = check_username(log, entry->username, error);
	as_contest_log_unlock(log);
	/* Otherwise a team could appear as another one, or as the jury, on the board and in
	 * clarifications. */
	return result ? result : log_alike_check(log, entry, error);
}

struct registration {
	const struct as_contest_entry_team *entry;
	char *id;
};

static json_t *team_body(
	struct as_contest_log *log, const struct as_contest_entry_team *entry, const char *id)
{
	json_t *body = log_entry_of("team", as_contest_log_now_ms(log));

	log_entry_text(&body, "id", id);
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
	const int result = log_append(log, *last,
		team_body(log, registration->entry, registration->id), NULL, 0, &appended, error);
	if (result <= 0)
		return result;
	return log_await(log, appended.number, error) ? -1 : 1;
}

static int find_made(
	struct as_contest_log *log, const char *id, size_t *team, struct as_error *error)
{
	as_contest_log_lock(log);
	*team = as_contest_log_find_team(log, id);
	as_contest_log_unlock(log);
	return *team != AS_CONTEST_NONE
		       ? 0
		       : as_error_set(error, AS_ERROR_INTERNAL, "the team was not understood");
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
		return log_refuse_busy(log, "the team is not registered", error);
	return find_made(log, id, team, error);
}

/* ---- a team that an admin adds ---- */

/* Called with the lock. */
static int check_late_team(
	const struct as_contest_log *log, const void *context, struct as_error *error)
{
	const struct as_contest_entry_late_team *entry = context;

	if (as_contest_log_find_team(log, entry->id) != AS_CONTEST_NONE)
		return as_error_set(error, AS_ERROR_USAGE,
			"there is already a team with the ID '%s'; choose another ID", entry->id);
	return check_username(log, entry->team.username, error);
}

static int check_line(const char *what, const char *text, size_t max_bytes, struct as_error *error)
{
	if (!text)
		return 0;
	if (log_check_text(text, max_bytes, error))
		return as_error_context(error, "%s", what);
	return strpbrk(text, "\t\r\n")
		       ? as_error_set(error, AS_ERROR_USAGE, "the %s has more than one line", what)
		       : 0;
}

int as_contest_log_add_team(struct as_contest_log *log,
	const struct as_contest_entry_late_team *entry, size_t *team, struct as_error *error)
{
	const struct as_contest *contest = log->contest;
	int64_t number;

	if (check_line("label", entry->label, AS_CONTEST_LABEL_MAX_BYTES, error) ||
		check_line("place", entry->place, AS_CONTEST_PLACE_MAX_BYTES, error))
		return -1;
	json_t *body = team_body(log, &entry->team, entry->id);
	log_entry_text(&body, "label", entry->label);
	log_entry_text(&body, "place", entry->place);
	if (entry->organization != AS_CONTEST_NONE)
		log_entry_text(
			&body, "organization", contest->organizations[entry->organization].id);
	if (entry->group != AS_CONTEST_NONE)
		log_entry_text(&body, "group", contest->groups[entry->group].id);
	if (entry->is_guest)
		log_entry_set(&body, "guest", json_true());
	log_entry_set(&body, "added", json_true());
	log_entry_account(log, &body, entry->account);
	if (log_put_checked(log, body, (struct log_check){check_late_team, entry}, &number, error))
		return -1;
	return find_made(log, entry->id, team, error);
}

/* ---- applying ---- */

/* An admin added the team; otherwise it registered itself. */
static bool is_added(const struct event *event)
{
	return json_is_true(json_object_get(event->body, "added"));
}

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

/* The group of teams that register; of a team that an admin added, its own. */
static size_t group_of(const struct as_contest_log *log, const struct event *event)
{
	const char *id = event_text(event, "group");

	if (!is_added(event))
		return log->contest->settings.registration.group;
	return id ? as_contest_find_group(log->contest, id) : AS_CONTEST_NONE;
}

static int fill_team(struct as_contest_log *log, const struct event *event,
	struct as_contest_team *made, struct as_error *error)
{
	const char *organization = event_text(event, "organization");
	const size_t group = group_of(log, event);

	made->organization = organization ? as_contest_find_organization(log->contest, organization)
					  : AS_CONTEST_NONE;
	made->guest = json_is_true(json_object_get(event->body, "guest"));
	if (event_copy(&made->id, event_text(event, "id"), error) ||
		event_copy(&made->name, event_text(event, "name"), error) ||
		event_copy(&made->place, event_text(event, "place"), error) ||
		event_copy(&made->label, event_text(event, "label"), error))
		return -1;
	if (!made->label && !(made->label = next_label(log, error)))
		return -1;
	if (group == AS_CONTEST_NONE)
		return 0;
	made->groups = malloc(sizeof(*made->groups));
	if (!made->groups)
		return as_error_no_memory(error);
	made->groups[made->group_count++] = group;
	return 0;
}

static int add_team(struct as_contest_log *log, const struct event *event, struct as_error *error)
{
	struct log_state *state = &log->state;

	if (!as_array_reserve(state->people.teams, state->people.team_count, error))
		return -1;
	struct as_contest_team *made = calloc(1, sizeof(*made));
	if (!made)
		return as_error_no_memory(error);
	state->people.teams[state->people.team_count++] = made;
	state->people.registered_count += !is_added(event);
	if (fill_team(log, event, made, error))
		return -1;
	const size_t index = as_contest_log_team_count(log) - 1;
	return log_start_late(log, index, error) || log_boards_add_team(log, index, error) ? -1 : 0;
}

static int add_account(
	struct as_contest_log *log, const struct event *event, size_t team, struct as_error *error)
{
	struct log_state *state = &log->state;

	if (!as_array_reserve(state->people.accounts, state->people.account_count, error))
		return -1;
	struct as_contest_account *made = calloc(1, sizeof(*made));
	if (!made)
		return as_error_no_memory(error);
	state->people.accounts[state->people.account_count++] = made;
	*made = (struct as_contest_account){.role = AS_CONTEST_TEAM,
		.team = team,
		.person = AS_CONTEST_NONE,
		.password_is_hash = true};
	if (event_copy(&made->id, event_text(event, "id"), error) ||
		event_copy(&made->username, event_text(event, "username"), error))
		return -1;
	if (event_copy(&made->password, event_text(event, "hash"), error))
		return -1;
	return as_journal_names_put(&state->people.usernames, made->username,
		as_contest_log_account_count(log) - 1, error);
}

/* Adds the account of the team. */
static int join(
	struct as_contest_log *log, const struct event *event, size_t team, struct as_error *error)
{
	if (add_account(log, event, team, error))
		return -1;
	event_notify(log, AS_CONTEST_CHANGED_ACCOUNT, as_contest_log_account_count(log) - 1,
		event->wall_ms);
	return 0;
}

/* An organiser has written the team and its account into the folder. */
static bool is_in_folder(const struct as_contest_log *log, size_t team, const char *username)
{
	const size_t account = as_contest_log_find_username(log, username);

	return team < log->contest->team_count && account < log->contest->account_count &&
	       log->contest->accounts[account].role == AS_CONTEST_TEAM &&
	       log->contest->accounts[account].team == team;
}

int event_team(struct as_contest_log *log, const struct event *event, struct as_error *error)
{
	const char *id = event_text(event, "id"), *username = event_text(event, "username");

	if (!id || !username || !event_text(event, "name") || !event_text(event, "hash"))
		return event_refuse(log, event, "team");
	const size_t known = as_contest_log_find_team(log, id);
	if (as_contest_log_find_username(log, username) != AS_CONTEST_NONE)
		return is_in_folder(log, known, username)
			       ? 0
			       : event_skip(log, event,
					 "the team '%s' is hidden, because another account has its "
					 "username '%s'",
					 id, username);
	if (known != AS_CONTEST_NONE && known >= log->contest->team_count)
		return event_refuse(log, event, "team");
	/* An organiser has written the team into the folder, to hide or rename it. */
	if (known != AS_CONTEST_NONE)
		return join(log, event, known, error);
	/* The team was appended at the same time as another team, which filled the contest. */
	if (as_contest_log_team_count(log) >= AS_BOARD_MAX_TEAMS)
		return event_skip(log, event, "a contest has at most %d teams", AS_BOARD_MAX_TEAMS);
	if (add_team(log, event, error))
		return -1;
	const size_t made = as_contest_log_team_count(log) - 1;
	event_notify(log, AS_CONTEST_CHANGED_TEAM, made, event->wall_ms);
	return join(log, event, made, error);
}

/* ---- audit ---- */

bool audit_team(
	const struct as_contest_log *log, const struct event *event, struct as_contest_act *act)
{
	const char *id = event_text(event, "id");

	act->kind = is_added(event) ? AS_CONTEST_ACT_ADD_TEAM : AS_CONTEST_ACT_REGISTER;
	act->index = id ? as_contest_log_find_team(log, id) : AS_CONTEST_NONE;
	return act->index != AS_CONTEST_NONE;
}

/* ---- memory ---- */

static void free_team(struct as_contest_team *team)
{
	free(team->id);
	free(team->name);
	free(team->label);
	free(team->place);
	free(team->groups);
	free(team);
}

static void free_account(struct as_contest_account *account)
{
	free(account->id);
	free(account->username);
	free(account->password);
	free(account->name);
	free(account);
}

void log_people_clear(struct log_people *people)
{
	for (size_t i = 0; i < people->team_count; i++)
		free_team(people->teams[i]);
	for (size_t i = 0; i < people->account_count; i++)
		free_account(people->accounts[i]);
	free(people->teams);
	free(people->accounts);
	for (size_t i = 0; people->changed && i < people->changed_count; i++)
		if (people->changed[i]) {
			free(people->changed[i]->password);
			free(people->changed[i]);
		}
	for (size_t i = 0; i < people->standing_count; i++)
		free(people->standings[i].of.reason);
	free(people->changed);
	free(people->standings);
	free(people->logins.items);
	free(people->last_submissions);
	for (size_t i = 0; i < people->start_count; i++)
		free(people->starts[i].given.intervals);
	free(people->starts);
	as_journal_credentials_clear(&people->sessions);
	as_journal_names_clear(&people->usernames);
	log_alike_clear(&people->alike);
}
