/* SPDX-License-Identifier: MIT */
/* Teams and accounts, for the jury. */
#include "answer.h"
#include "jury.h"
#include "routes.h"
#include "server.h"

static void get_teams(struct as_http_request *request, void *context)
{
	jury_show(request, context, as_contest_page_jury_teams);
}

/* Ends the sessions and tokens of an account: also those of somebody who stole its password. */
static void post_end(struct as_http_request *request, void *context)
{
	struct as_server *server = context;
	struct as_site_visitor visitor;
	struct as_error error = {0};

	if (!require_form(request, server, true, &visitor))
		return;
	const char *username = as_http_form(request, "username");
	as_contest_log_lock(server->log);
	const size_t account =
		username ? as_contest_log_find_username(server->log, username) : AS_CONTEST_NONE;
	as_contest_log_unlock(server->log);
	if (account == AS_CONTEST_NONE)
		as_http_fail(request, 422, "there is no such account");
	else if (as_contest_log_sessions_end(server->log, account, visitor.account, &error))
		as_http_fail(request, 503, "%s", error.text);
	else
		as_site_redirect(request, server->site, "/jury/teams");
}

void routes_jury_teams(struct as_site_routes *routes)
{
	as_site_route(routes, "GET", "/jury/teams", get_teams, 0, AS_HTTP_PLAIN);
	as_site_route(
		routes, "POST", "/jury/accounts/end", post_end, FORM_MAX_BYTES, AS_HTTP_MAY_BLOCK);
}
