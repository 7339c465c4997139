/* SPDX-License-Identifier: MIT */
/* Teams and accounts, for the jury. */
#include "answer.h"
#include "jury.h"
#include "routes.h"
#include "server.h"

static void get_teams(const struct request *request)
{
	answer_page(request, as_contest_page_jury_teams);
}

/* Ends the sessions and tokens of an account: also those of somebody who stole its password. */
static void post_end(const struct request *request)
{
	struct as_error error = {0};
	const char *username = as_http_form(request->http, "username");

	as_contest_log_lock(request->server->log);
	const size_t account =
		username ? as_contest_log_find_username(request->server->log, username)
			 : AS_CONTEST_NONE;
	as_contest_log_unlock(request->server->log);
	if (account == AS_CONTEST_NONE)
		as_http_fail(request->http, 422, "there is no such account");
	else if (as_contest_log_sessions_end(
			 request->server->log, account, request->visitor.account, &error))
		as_http_fail(request->http, 503, "%s", error.text);
	else
		as_site_redirect(request->http, request->server->site, "/jury/teams");
}

/* The page again, with the reason. */
static void refuse_reset(const struct request *request, const char *text, int status)
{
	struct page page;

	if (!answer_begin(&page, request, text))
		return;
	as_contest_page_jury_teams(page.out, &page.visit);
	answer_send(&page, status);
}

static void post_reset(const struct request *request)
{
	const char *id = as_http_form(request->http, "team");
	struct as_error error = {0};

	as_contest_log_lock(request->server->log);
	const size_t team =
		id ? as_contest_log_find_team(request->server->log, id) : AS_CONTEST_NONE;
	as_contest_log_unlock(request->server->log);
	if (team == AS_CONTEST_NONE)
		as_http_fail(request->http, 422, "there is no such team");
	else if (!jury_is_sure(request))
		refuse_reset(request,
			"What the team submitted until now will not count any more: tick \"I am "
			"sure\".",
			422);
	else if (as_contest_log_reset_start(
			 request->server->log, team, jury_decision(request), &error))
		refuse_reset(request, error.text, error.kind == AS_ERROR_USAGE ? 409 : 503);
	else
		as_site_redirect(request->http, request->server->site, "/jury/teams");
}

const struct route routes_jury_teams[] = {
	{"GET", "/jury/teams", ROUTE_JURY, get_teams, ROUTE_BLOCKS},
	{"POST", "/jury/teams/reset", ROUTE_JURY, post_reset, ROUTE_BLOCKS},
	{"POST", "/jury/accounts/end", ROUTE_ADMIN, post_end, ROUTE_BLOCKS},
	{0},
};
