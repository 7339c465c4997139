/* SPDX-License-Identifier: MIT */
/* Teams, and their standing, for the jury. */
#include "answer.h"
#include "jury.h"
#include "routes.h"
#include "server.h"

#include <string.h>

static void get_teams(const struct request *request)
{
	answer_page(request, as_contest_page_jury_teams);
}

/* AS_CONTEST_NONE: unknown, and the request has been answered. */
static size_t require_team(const struct request *request)
{
	as_contest_log_lock(request->server->log);
	const size_t team =
		as_contest_log_find_team(request->server->log, as_http_part(request->http, "id"));
	as_contest_log_unlock(request->server->log);
	if (team == AS_CONTEST_NONE)
		as_http_fail(request->http, 404, "there is no such team");
	return team;
}

static void show_team(const struct request *request, size_t team, const char *wrong, int status)
{
	struct page page;

	if (!answer_begin(&page, request, wrong))
		return;
	as_contest_page_jury_team(page.out, &page.visit, team);
	answer_send(&page, status);
}

static void get_team(const struct request *request)
{
	const size_t team = require_team(request);

	if (team != AS_CONTEST_NONE)
		show_team(request, team, NULL, 200);
}

/* ---- the standing ---- */

static int disqualify(const struct request *request, size_t team,
	struct as_contest_decision decision, struct as_error *error)
{
	const char *reason = as_http_form(request->http, "reason");
	const char *hidden = as_http_form(request->http, "hidden");

	if (!jury_is_sure(request))
		return as_error_set(error, AS_ERROR_USAGE,
			"a disqualification needs a confirmation: tick \"I am sure\"");
	if (!reason || !*reason)
		return as_error_set(error, AS_ERROR_USAGE,
			"a disqualification needs a reason: the team sees it");
	return as_contest_log_disqualify(request->server->log, team, reason,
		hidden && strcmp(hidden, "1") == 0, decision, error);
}

static int set_standing(
	const struct request *request, const char *action, size_t team, struct as_error *error)
{
	struct as_contest_log *log = request->server->log;
	const struct as_contest_decision decision = jury_decision(request);

	if (strcmp(action, "disqualify") == 0)
		return disqualify(request, team, decision, error);
	if (strcmp(action, "requalify") == 0)
		return as_contest_log_requalify(log, team, decision, error);
	if (strcmp(action, "guest") == 0 || strcmp(action, "rank") == 0)
		return as_contest_log_set_guest(
			log, team, strcmp(action, "guest") == 0, decision, error);
	return as_error_set(error, AS_ERROR_USAGE, "there is no such action");
}

static void post_standing(const struct request *request)
{
	const char *action = as_http_form(request->http, "action");
	const size_t team = require_team(request);
	struct as_error error = {0};

	if (team == AS_CONTEST_NONE)
		return;
	const char *question = jury_ask_final(request);
	if (question) {
		show_team(request, team, question, 422);
	} else if (set_standing(request, action ? action : "", team, &error)) {
		show_team(request, team, error.text, error.kind == AS_ERROR_USAGE ? 422 : 503);
	} else {
		AS_AUTO_FREE char *path =
			as_text_format(NULL, "/jury/teams/%s", as_http_part(request->http, "id"));
		as_site_redirect(request->http, request->server->site, path ? path : "/jury/teams");
	}
}

/* ---- the start ---- */

static void post_reset(const struct request *request)
{
	const size_t team = require_team(request);
	struct as_error error = {0};

	if (team == AS_CONTEST_NONE)
		return;
	if (!jury_is_sure(request))
		show_team(request, team,
			"What the team submitted until now will not count any more: tick \"I am "
			"sure\".",
			422);
	else if (as_contest_log_reset_start(
			 request->server->log, team, jury_decision(request), &error))
		show_team(request, team, error.text, error.kind == AS_ERROR_USAGE ? 409 : 503);
	else
		as_site_redirect(request->http, request->server->site, "/jury/teams");
}

const struct route routes_jury_teams[] = {
	{"GET", "/jury/teams", ROUTE_JURY, get_teams, ROUTE_BLOCKS},
	{"GET", "/jury/teams/:id", ROUTE_JURY, get_team, ROUTE_BLOCKS},
	/* A refused form shows the page of the team. */
	{"GET", "/jury/teams/:id/standing", ROUTE_JURY, get_team, ROUTE_BLOCKS},
	{"POST", "/jury/teams/:id/standing", ROUTE_ADMIN, post_standing, ROUTE_BLOCKS},
	{"GET", "/jury/teams/:id/reset", ROUTE_JURY, get_team, ROUTE_BLOCKS},
	{"POST", "/jury/teams/:id/reset", ROUTE_JURY, post_reset, ROUTE_BLOCKS},
	{0},
};
