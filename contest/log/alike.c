/* SPDX-License-Identifier: MIT */
/*
 * Names that look like others. Their looks are computed once, outside the log's lock:
 *   1. With the log's lock, take the names that were added since the last registration. Names stay
 *      where they are until the log is closed.
 *   2. Without it, add their looks to the tables, and look up those of the new name.
 *   3. Words for the organisers are reserved, so that no team poses as an organiser on the board
 *      or in clarifications. They are in a table that never changes.
 * The tables have a lock of their own, which only registrations take.
 */
#include "alike.h"
#include "state.h"

#include <assay/base/fit.h>
#include <ctype.h>
#include <string.h>

/* Names that are not in the tables yet; borrowed. */
struct fresh {
	const char **usernames, **names;
	size_t username_count, name_count;
};

static void clear_fresh(struct fresh *fresh)
{
	free(fresh->usernames);
	free(fresh->names);
}

/* Messages do not reveal the names of hidden teams. */
static void take_team(const struct as_contest_log *log, size_t index, struct fresh *fresh)
{
	const struct as_contest_team *team = as_contest_log_team(log, index);

	if (as_contest_log_team_is_hidden(log, index))
		return;
	fresh->names[fresh->name_count++] = team->name;
	if (team->display_name)
		fresh->names[fresh->name_count++] = team->display_name;
}

/* With the log's lock. */
static int take_fresh(struct as_contest_log *log, struct fresh *fresh, struct as_error *error)
{
	struct log_alike *alike = &log->state.people.alike;
	const size_t accounts = as_contest_log_account_count(log);
	const size_t teams = as_contest_log_team_count(log);

	fresh->usernames = calloc(accounts - alike->account_count + 1, sizeof(*fresh->usernames));
	fresh->names = calloc(2 * (teams - alike->team_count) + 1, sizeof(*fresh->names));
	if (!fresh->usernames || !fresh->names)
		return as_error_no_memory(error);
	for (size_t i = alike->account_count; i < accounts; i++)
		fresh->usernames[fresh->username_count++] =
			as_contest_log_account(log, i)->username;
	for (size_t i = alike->team_count; i < teams; i++)
		take_team(log, i, fresh);
	alike->account_count = accounts;
	alike->team_count = teams;
	return 0;
}

/* Takes a look. */
static int put_look(struct as_journal_names *table, char *look, struct as_error *error)
{
	if (look && as_journal_names_find(table, look) == AS_CONTEST_NONE)
		return as_journal_names_put(table, look, 0, error) ? (free(look), -1) : 0;
	free(look);
	return 0;
}

static int put_names(struct log_alike *alike, struct as_journal_names *table,
	const char *const *names, size_t count, struct as_error *error)
{
	int result = 0;

	for (size_t i = 0; i < count && !result; i++) {
		char *looks[AS_COLLATION_LOOKS];
		result = as_collation_looks(alike->collation, names[i], looks, error);
		for (size_t look = 0; look < AS_COLLATION_LOOKS; look++)
			if (put_look(table, looks[look], result ? NULL : error))
				result = -1;
	}
	return result;
}

static void clear_table(struct as_journal_names *table)
{
	for (size_t i = 0; i < table->capacity; i++)
		free((char *)table->items[i].text);
	as_journal_names_clear(table);
}

/* ---- reserved names ---- */

/* Also as a part of a name: "The judges", "Jury A". */
static const char *const role_words[] = {"admin", "admins", "administrator", "administrators",
	"administration", "judges", "judging", "jury", "juror", "jurors", "organiser", "organisers",
	"organizer", "organizers", "moderator", "moderators", "referee", "referees"};
/* As a whole name. */
static const char *const reserved_words[] = {"judge", "chief judge", "head judge", "staff",
	"system", "server", "root", "official", "officials", "support", "everybody", "everyone",
	"all teams", "assay", "scoreboard"};
static const char *const reserved_patterns[] = {
	"%s", "the %s", "contest %s", "%s team", "the %s team", "contest %s team", "%s member"};

/* Adds the word by the first patterns. */
static int reserve(struct log_alike *alike, struct as_journal_names *table, const char *word,
	size_t pattern_count, struct as_error *error)
{
	char name[60], other[60];

	for (size_t i = 0; i < pattern_count; i++) {
		const char *pattern = reserved_patterns[i], *at = strstr(pattern, "%s");
		snprintf(
			name, sizeof(name), "%.*s%s%s", (int)(at - pattern), pattern, word, at + 2);
		/* An i that is written as 1 or l has a look of its own. */
		snprintf(other, sizeof(other), "%s", name);
		for (char *letter = other; *letter; letter++)
			*letter = *letter == 'i' ? 'l' : *letter;
		if (put_names(alike, table, (const char *[]){name, other}, 2, error))
			return -1;
	}
	return 0;
}

static int fill_reserved(struct log_alike *alike, struct as_error *error)
{
	for (size_t i = 0; i < sizeof(role_words) / sizeof(*role_words); i++)
		if (reserve(alike, &alike->roles, role_words[i], 1, error))
			return -1;
	for (size_t i = 0; i < sizeof(reserved_words) / sizeof(*reserved_words); i++)
		if (reserve(alike, &alike->reserved, reserved_words[i],
			    sizeof(reserved_patterns) / sizeof(*reserved_patterns), error))
			return -1;
	alike->has_reserved = true;
	return 0;
}

static int open_collation(struct log_alike *alike, struct as_error *error)
{
	if (!alike->collation)
		alike->collation = as_collation_open_alike(error);
	if (!alike->collation)
		return -1;
	return alike->has_reserved ? 0 : fill_reserved(alike, error);
}

/* The mutex stays. */
static void clear_tables(struct log_alike *alike)
{
	clear_table(&alike->usernames);
	clear_table(&alike->names);
	alike->account_count = alike->team_count = 0;
}

/* After a failure the next registration begins with empty tables. */
static int update(struct as_contest_log *log, struct as_error *error)
{
	struct log_alike *alike = &log->state.people.alike;
	AS_AUTO(clear_fresh) struct fresh fresh = {0};

	if (open_collation(alike, error))
		return -1;
	as_contest_log_lock(log);
	const int taken = take_fresh(log, &fresh, error);
	as_contest_log_unlock(log);
	if (!taken &&
		!put_names(
			alike, &alike->usernames, fresh.usernames, fresh.username_count, error) &&
		!put_names(alike, &alike->names, fresh.names, fresh.name_count, error))
		return 0;
	clear_tables(alike);
	return -1;
}

/* 1: the table has a name like this one. 0: it has none. 2: the name has no letters. */
static int find_alike(struct log_alike *alike, const struct as_journal_names *table,
	const char *name, struct as_error *error)
{
	char *looks[AS_COLLATION_LOOKS];
	int found = as_collation_looks(alike->collation, name, looks, error);

	if (found)
		return -1;
	found = looks[0] ? 0 : 2;
	for (size_t i = 0; i < AS_COLLATION_LOOKS; i++) {
		if (looks[i] && as_journal_names_find(table, looks[i]) != AS_CONTEST_NONE)
			found = 1;
		free(looks[i]);
	}
	return found;
}

static bool is_of_word(char c)
{
	return (unsigned char)c >= 0x80 || isalnum((unsigned char)c);
}

/* More words than the longest word of `role_words` has letters. */
#define MAX_PIECES 16

static int is_role(
	struct log_alike *alike, const char *begin, const char *end, struct as_error *error)
{
	while (end > begin && isdigit((unsigned char)end[-1]))
		end--;
	if (end == begin)
		return 0;
	AS_AUTO_FREE char *role = strndup(begin, (size_t)(end - begin));
	if (!role)
		return as_error_no_memory(error);
	const int found = find_alike(alike, &alike->roles, role, error);
	return found == 2 ? 0 : found;
}

static const char *skip_between(const char *at)
{
	while (*at && !is_of_word(*at))
		at++;
	return at;
}

/* 1: a word of the name is for those who run the contest, also with a number ("Jury2"), and also in
 * pieces ("The ju ry"). */
static int has_role(struct log_alike *alike, const char *name, struct as_error *error)
{
	int found = 0;

	for (const char *word = skip_between(name); *word && !found;) {
		const char *next = NULL, *end = word;
		for (int count = 0; *end && count < MAX_PIECES && !found; count++) {
			end = skip_between(end);
			while (is_of_word(*end))
				end++;
			next = next ? next : skip_between(end);
			found = is_role(alike, word, end, error);
		}
		word = next;
	}
	return found;
}

/* 1: a reserved name, also with a number at its end ("Staff 2"). */
static int is_reserved(struct log_alike *alike, const char *name, struct as_error *error)
{
	AS_AUTO_FREE char *stem = strdup(name);

	if (!stem)
		return as_error_no_memory(error);
	const int role = has_role(alike, name, error);
	if (role)
		return role;
	size_t length = strlen(stem);
	while (length && stem[length - 1] >= '0' && stem[length - 1] <= '9')
		length--;
	const int whole = find_alike(alike, &alike->reserved, name, error);
	if (whole)
		return whole == 2 ? 0 : whole;
	stem[length] = '\0';
	const int found = find_alike(alike, &alike->reserved, stem, error);
	return found == 2 ? 0 : found;
}

static int check_reserved(
	struct log_alike *alike, const char *what, const char *name, struct as_error *error)
{
	const int found = is_reserved(alike, name, error);

	if (found <= 0)
		return found;
	return as_error_set(error, AS_ERROR_USAGE,
		"the %s '%.*s' is reserved for the organisers; choose another name", what,
		as_text_fit(name, 80), name);
}

static int check(
	struct log_alike *alike, const struct as_contest_entry_team *entry, struct as_error *error)
{
	const int name = find_alike(alike, &alike->names, entry->name, error);
	const int username =
		name < 0 ? -1 : find_alike(alike, &alike->usernames, entry->username, error);

	if (username < 0)
		return -1;
	if (name == 2)
		return as_error_set(error, AS_ERROR_USAGE,
			"the name of the team has no letters; choose another name");
	if (username == 1)
		return as_error_set(
			error, AS_ERROR_USAGE, "the username is taken; choose another username");
	if (name == 1)
		return as_error_set(error, AS_ERROR_USAGE,
			"the name of the team is taken, or too similar to another name; choose "
			"another name");
	if (username == 2)
		return as_error_set(error, AS_ERROR_USAGE,
			"the username '%s' has neither letters nor digits; choose another name",
			entry->username);
	return check_reserved(alike, "team name", entry->name, error) ||
			       check_reserved(alike, "username", entry->username, error)
		       ? -1
		       : 0;
}

int log_alike_check(struct as_contest_log *log, const struct as_contest_entry_team *entry,
	struct as_error *error)
{
	struct log_alike *alike = &log->state.people.alike;

	pthread_mutex_lock(&alike->mutex);
	const int result = update(log, error) ? -1 : check(alike, entry, error);
	pthread_mutex_unlock(&alike->mutex);
	return result;
}

void log_alike_clear(struct log_alike *alike)
{
	clear_tables(alike);
	clear_table(&alike->reserved);
	clear_table(&alike->roles);
	as_collation_close(alike->collation);
	pthread_mutex_destroy(&alike->mutex);
}
