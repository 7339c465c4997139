/* SPDX-License-Identifier: MIT */
/* Teams and accounts, for the jury. */
#include "answer.h"
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

const struct route routes_jury_teams[] = {
	{"GET", "/jury/teams", ROUTE_JURY, get_teams, ROUTE_BLOCKS},
	{"POST", "/jury/accounts/end", ROUTE_ADMIN, post_end, ROUTE_BLOCKS},
	{0},
};
