/* SPDX-License-Identifier: MIT */
/* Visibility of objects. */
#include "view.h"

#include <string.h>

struct as_contest_reader as_contest_api_log_reader(const struct as_contest_api_reader *reader)
{
	switch (reader->role) {
	case AS_CONTEST_API_ANALYST:
	case AS_CONTEST_API_JUDGE:
	case AS_CONTEST_API_ADMIN:
		return (struct as_contest_reader){.scope = AS_CONTEST_SEES_ALL};
	case AS_CONTEST_API_TEAM:
		return (struct as_contest_reader){
			.scope = AS_CONTEST_SEES_TEAM, .team = reader->team};
	case AS_CONTEST_API_PUBLIC:
		break;
	}
	return (struct as_contest_reader){.scope = AS_CONTEST_SEES_PUBLIC};
}

static enum as_contest_api_role role_of(enum as_contest_role role)
{
	switch (role) {
	case AS_CONTEST_ADMIN:
		return AS_CONTEST_API_ADMIN;
	case AS_CONTEST_JUDGE:
		return AS_CONTEST_API_JUDGE;
	case AS_CONTEST_ANALYST:
		return AS_CONTEST_API_ANALYST;
	case AS_CONTEST_TEAM:
		return AS_CONTEST_API_TEAM;
	case AS_CONTEST_BALLOON:
	case AS_CONTEST_STAFF:
		break;
	}
	return AS_CONTEST_API_PUBLIC;
}

struct as_contest_api_reader as_contest_api_reader(struct as_contest_log *log, size_t account)
{
	struct as_contest_api_reader reader = AS_CONTEST_API_ANYBODY;

	if (account == AS_CONTEST_NONE)
		return reader;
	as_contest_log_lock(log);
	const struct as_contest_account *of = as_contest_log_account(log, account);
	reader.role = role_of(of->role);
	reader.team = of->role == AS_CONTEST_TEAM ? of->team : AS_CONTEST_NONE;
	reader.account = account;
	as_contest_log_unlock(log);
	return reader;
}

struct as_api_view as_api_view(const struct as_contest_api *api, struct as_contest_log *log,
	const struct as_contest_api_reader *reader)
{
	return (struct as_api_view){
		.api = api,
		.contest = api->config.contest,
		.log = log,
		.role = reader->role,
		.sees = as_contest_api_log_reader(reader),
		.clock = as_contest_log_clock(log),
		.state = as_contest_log_state(log),
		.countdown_ms = as_contest_log_countdown_ms(log),
	};
}

/* ---- people ---- */

size_t as_api_team_count(const struct as_api_view *view)
{
	return view->log ? as_contest_log_team_count(view->log) : view->contest->team_count;
}

const struct as_contest_team *as_api_team(const struct as_api_view *view, size_t team)
{
	return view->log ? as_contest_log_team(view->log, team) : &view->contest->teams[team];
}

size_t as_api_account_count(const struct as_api_view *view)
{
	return view->log ? as_contest_log_account_count(view->log) : view->contest->account_count;
}

const struct as_contest_account *as_api_account(const struct as_api_view *view, size_t account)
{
	return view->log ? as_contest_log_account(view->log, account)
			 : &view->contest->accounts[account];
}

bool as_api_sees_group(const struct as_api_view *view, size_t group)
{
	return as_api_is_jury(view) || !view->contest->groups[group].hidden;
}

static bool is_hidden(const struct as_api_view *view, size_t team)
{
	return view->log ? as_contest_log_team_is_hidden(view->log, team)
			 : as_contest_team_is_hidden(view->contest, team);
}

/* Before the first event, the folder decides. */
bool as_api_is_apart(const struct as_api_view *view, size_t team)
{
	const struct as_contest_team *of = as_api_team(view, team);
	bool is_guest = of->guest;

	if (view->log) {
		const struct as_contest_standing standing =
			as_contest_log_standing(view->log, team);
		return standing.is_guest || standing.is_disqualified;
	}
	for (size_t i = 0; i < of->group_count; i++)
		is_guest |= view->contest->groups[of->groups[i]].guest;
	return is_guest;
}

bool as_api_sees_team(const struct as_api_view *view, size_t team)
{
	if (as_api_is_jury(view) ||
		(view->sees.scope == AS_CONTEST_SEES_TEAM && view->sees.team == team))
		return true;
	return !is_hidden(view, team);
}

/* Members of a hidden team are hidden from it, too, so that all but the jury see the same persons.
 */
bool as_api_sees_team_of_person(const struct as_api_view *view, size_t team)
{
	return as_api_is_jury(view) || !is_hidden(view, team);
}

/* A person is hidden if all of its teams are. */
bool as_api_sees_person(const struct as_api_view *view, size_t person)
{
	const struct as_contest_person *of = &view->contest->persons[person];

	for (size_t i = 0; i < of->team_count; i++)
		if (as_api_sees_team_of_person(view, of->teams[i]))
			return true;
	return of->team_count == 0;
}

bool as_api_hides_file_of_team(const struct as_api_view *view, const char *property)
{
	static const char *const of_jury[] = {"backup", "key_log", "tool_data"},
				 *const streams[] = {"desktop", "webcam", "audio"};

	for (size_t i = 0; i < sizeof(of_jury) / sizeof(*of_jury); i++)
		if (strcmp(property, of_jury[i]) == 0)
			return !as_api_sees_files(view);
	for (size_t i = 0; i < sizeof(streams) / sizeof(*streams); i++)
		if (strcmp(property, streams[i]) == 0)
			return !as_api_is_jury(view) && view->log &&
			       as_contest_log_is_frozen(view->log);
	return false;
}

/* ---- submissions ---- */

bool as_api_sees_submission(const struct as_api_view *view, size_t submission)
{
	const struct as_contest_submission *of = as_contest_log_submission(view->log, submission);

	return !of->is_ignored && !of->is_practice &&
	       as_contest_log_sees_submission(view->log, &view->sees, submission);
}

/* A queued or proposed judgement is in no collection. */
bool as_api_sees_judgement(const struct as_api_view *view, size_t judgement)
{
	const struct as_contest_judgement *of = as_contest_log_judgement(view->log, judgement);

	return of->begin_wall_ms != 0 && !of->is_proposed &&
	       as_api_sees_submission(view, of->submission) &&
	       as_contest_log_sees_judgement(view->log, &view->sees, judgement);
}

bool as_api_sees_runs(const struct as_api_view *view, size_t judgement)
{
	const struct as_contest_judgement *of = as_contest_log_judgement(view->log, judgement);
	const size_t problem = as_contest_log_submission(view->log, of->submission)->problem;

	return as_api_is_jury(view) ||
	       view->contest->problems[problem].feedback == AS_CONTEST_FEEDBACK_FULL;
}

bool as_api_sees_clarification(const struct as_api_view *view, size_t clarification)
{
	return as_contest_log_sees_clarification(view->log, &view->sees, clarification);
}

/* ---- languages ---- */

/* True if this machine can judge the language. */
static bool is_here(const struct as_api_view *view, const struct as_language *language)
{
	const char *const *ids = view->api->config.language_ids;

	for (; ids && *ids; ids++)
		if (strcmp(*ids, language->id) == 0)
			return true;
	return !ids && !language->refused;
}

/* The languages that the submission form offers: those in which some problem may be solved. */
static bool is_offered(const struct as_api_view *view, const struct as_language *language)
{
	const struct as_contest *contest = view->contest;

	if (language->is_hidden || !is_here(view, language))
		return false;
	for (size_t i = 0; i < contest->problem_count; i++) {
		const struct as_contest_problem *problem = &contest->problems[i];
		if (as_contest_allows(problem, language->id) &&
			(!problem->package ||
				as_language_is_allowed(language, problem->package->languages)))
			return true;
	}
	return false;
}

const struct as_language *as_api_language(const struct as_api_view *view, size_t i)
{
	const struct as_languages *all = view->api->config.languages;

	for (size_t l = 0; l < all->count; l++)
		if (is_offered(view, &all->items[l]) && i-- == 0)
			return &all->items[l];
	return NULL;
}
