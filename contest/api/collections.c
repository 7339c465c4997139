/* SPDX-License-Identifier: MIT */
#include "collections.h"

#include <string.h>

static bool sees_all(const struct as_api_view *view, size_t i)
{
	(void)view;
	(void)i;
	return true;
}

static size_t type_count(const struct as_api_view *view)
{
	(void)view;
	return AS_API_TYPE_COUNT;
}

static size_t language_count(const struct as_api_view *view)
{
	size_t count = 0;

	while (as_api_language(view, count))
		count++;
	return count;
}

static size_t problem_count(const struct as_api_view *view)
{
	return as_api_sees_problems(view) ? view->contest->problem_count : 0;
}

static bool sees_problem(const struct as_api_view *view, size_t i)
{
	(void)i;
	return as_api_sees_problems(view);
}

static bool is_admin(const struct as_api_view *view, size_t i)
{
	(void)i;
	return view->role == AS_CONTEST_API_ADMIN;
}

static size_t group_count(const struct as_api_view *view)
{
	return view->contest->group_count;
}

static size_t organization_count(const struct as_api_view *view)
{
	return view->contest->organization_count;
}

static size_t person_count(const struct as_api_view *view)
{
	return view->contest->person_count;
}

static size_t submission_count(const struct as_api_view *view)
{
	return as_contest_log_submission_count(view->log);
}

static size_t judgement_count(const struct as_api_view *view)
{
	return as_contest_log_judgement_count(view->log);
}

static size_t clarification_count(const struct as_api_view *view)
{
	return as_contest_log_clarification_count(view->log);
}

static json_t *make_judgement(const struct as_api_view *view, size_t judgement)
{
	return as_api_judgement_json(view, judgement, as_api_stage(view, judgement));
}

static json_t *make_clarification(const struct as_api_view *view, size_t clarification)
{
	return as_api_clarification_json(view, clarification, as_api_sees_problems(view));
}

static size_t find_problem(const struct as_api_view *view, const char *id)
{
	return as_contest_find_problem(view->contest, id);
}

static size_t find_group(const struct as_api_view *view, const char *id)
{
	return as_contest_find_group(view->contest, id);
}

static size_t find_organization(const struct as_api_view *view, const char *id)
{
	return as_contest_find_organization(view->contest, id);
}

static size_t find_team(const struct as_api_view *view, const char *id)
{
	return as_contest_log_find_team(view->log, id);
}

static size_t find_person(const struct as_api_view *view, const char *id)
{
	return as_contest_find_person(view->contest, id);
}

static size_t find_submission(const struct as_api_view *view, const char *id)
{
	return as_contest_log_find_submission_id(view->log, id);
}

static size_t find_clarification(const struct as_api_view *view, const char *id)
{
	return as_contest_log_find_clarification_id(view->log, id);
}

static size_t comment_count(const struct as_api_view *view)
{
	return as_contest_log_comment_count(view->log);
}

static const struct as_api_collection collections[] = {
	{"judgement-types", type_count, sees_all, as_api_type_json, NULL,
		{"simplified_judgement_type_id"}},
	{"languages", language_count, sees_all, as_api_language_json, NULL, {NULL}},
	{"problems", problem_count, sees_problem, as_api_problem_json, find_problem, {NULL}},
	{"groups", group_count, as_api_sees_group, as_api_group_json, find_group, {NULL}},
	{"organizations", organization_count, sees_all, as_api_organization_json, find_organization,
		{NULL}},
	{"teams", as_api_team_count, as_api_sees_team, as_api_team_json, find_team,
		{"organization_id"}},
	{"persons", person_count, as_api_sees_person, as_api_person_json, find_person, {NULL}},
	{"accounts", as_api_account_count, is_admin, as_api_account_json, NULL,
		{"team_id", "person_id"}},
	{"submissions", submission_count, as_api_sees_submission, as_api_submission_json,
		find_submission, {"language_id", "problem_id", "team_id"}},
	{"judgements", judgement_count, as_api_sees_judgement, make_judgement,
		as_api_find_judgement,
		{"submission_id", "judgement_type_id", "simplified_judgement_type_id"}},
	{"clarifications", clarification_count, as_api_sees_clarification, make_clarification,
		find_clarification, {"from_team_id", "reply_to_id", "problem_id"}},
	{"commentary", comment_count, as_api_sees_comment, as_api_comment_json, NULL,
		{"source_id"}},
};

const struct as_api_collection *as_api_collection(const char *name)
{
	for (size_t i = 0; i < sizeof(collections) / sizeof(*collections); i++)
		if (strcmp(collections[i].name, name) == 0)
			return &collections[i];
	return NULL;
}
