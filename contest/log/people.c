/* SPDX-License-Identifier: MIT */
/* Reads teams and accounts: those of the folder, with what pages decided about them, and of the
 * log.
 */
#include "state.h"

#include <string.h>

static bool is_guest_of_folder(const struct as_contest_log *log, size_t team)
{
	const struct as_contest_team *of = as_contest_log_team(log, team);

	for (size_t i = 0; i < of->group_count; i++)
		if (log->contest->groups[of->groups[i]].guest)
			return true;
	return of->guest;
}

struct as_contest_standing as_contest_log_standing(const struct as_contest_log *log, size_t team)
{
	const struct log_people *people = &log->state.people;
	struct as_contest_standing standing = {.account = AS_CONTEST_NONE};
	const bool is_known = team < people->standing_count;

	if (is_known)
		standing = people->standings[team].of;
	if (!is_known || !people->standings[team].has_guest)
		standing.is_guest = is_guest_of_folder(log, team);
	return standing;
}

bool as_contest_log_is_ranked(const struct as_contest_log *log, size_t team)
{
	const struct as_contest_standing standing = as_contest_log_standing(log, team);

	return !standing.is_guest && !standing.is_disqualified &&
	       as_contest_is_main_team(log->contest, as_contest_log_team(log, team));
}

bool as_contest_log_has_new_password(const struct as_contest_log *log, size_t account)
{
	const struct log_people *people = &log->state.people;

	return account < people->changed_count && people->changed[account];
}

size_t as_contest_log_team_count(const struct as_contest_log *log)
{
	return log->contest->team_count + log->state.people.team_count;
}

const struct as_contest_team *as_contest_log_team(const struct as_contest_log *log, size_t team)
{
	return team < log->contest->team_count
		       ? &log->contest->teams[team]
		       : log->state.people.teams[team - log->contest->team_count];
}

bool as_contest_log_team_is_hidden(const struct as_contest_log *log, size_t team)
{
	const struct as_contest_team *found = as_contest_log_team(log, team);

	if (found->hidden || as_contest_log_standing(log, team).is_hidden)
		return true;
	for (size_t i = 0; i < found->group_count; i++)
		if (log->contest->groups[found->groups[i]].hidden)
			return true;
	return false;
}

size_t as_contest_log_account_count(const struct as_contest_log *log)
{
	return log->contest->account_count + log->state.people.account_count;
}

const struct as_contest_account *as_contest_log_account(
	const struct as_contest_log *log, size_t account)
{
	const size_t count = log->contest->account_count;

	if (as_contest_log_has_new_password(log, account))
		return log->state.people.changed[account];
	return account < count ? &log->contest->accounts[account]
			       : log->state.people.accounts[account - count];
}

size_t as_contest_log_find_team(const struct as_contest_log *log, const char *id)
{
	const size_t found = as_contest_find_team(log->contest, id);

	if (found != AS_CONTEST_NONE)
		return found;
	for (size_t i = 0; i < log->state.people.team_count; i++)
		if (strcmp(log->state.people.teams[i]->id, id) == 0)
			return log->contest->team_count + i;
	return AS_CONTEST_NONE;
}

size_t as_contest_log_find_username(const struct as_contest_log *log, const char *username)
{
	return as_journal_names_find(&log->state.people.usernames, username);
}
