/* SPDX-License-Identifier: MIT */
/*
 * A member of the jury looks at the site as a team. The log has the team of the session, so all
 * servers agree, and the audit trail shows the begin and the end. In such a session each page is
 * that of the team, with a banner, and view_refuses refuses everything but reading and the end.
 */
#include "view.h"
#include "answer.h"
#include "server.h"
#include "shared.h"

#include <string.h>

/* ---- whose request it is ---- */

/* The first account of a team; AS_CONTEST_NONE: it has none. Call it with the lock, as below. */
static size_t account_of_team(const struct as_contest_log *log, size_t team)
{
	for (size_t i = 0; i < as_contest_log_account_count(log); i++) {
		const struct as_contest_account *account = as_contest_log_account(log, i);
		if (account->role == AS_CONTEST_TEAM && account->team == team)
			return i;
	}
	return AS_CONTEST_NONE;
}

/* The role may have changed since the begin. */
static bool is_of_jury(const struct as_contest_log *log, size_t account)
{
	const enum as_contest_role role = as_contest_log_account(log, account)->role;

	return role == AS_CONTEST_ADMIN || role == AS_CONTEST_JUDGE;
}

/* The team as which the session looks at the site; AS_CONTEST_NONE: none. */
static size_t team_of_session(
	const struct as_contest_log *log, const struct as_site_visitor *visitor)
{
	if (visitor->account == AS_CONTEST_NONE || !is_of_jury(log, visitor->account))
		return AS_CONTEST_NONE;
	const size_t team = as_contest_log_session_team(log, visitor->session);
	return team == AS_CONTEST_NONE || account_of_team(log, team) == AS_CONTEST_NONE
		       ? AS_CONTEST_NONE
		       : team;
}

void view_take(struct request *request)
{
	struct as_contest_log *log = request->server->log;

	as_contest_log_lock(log);
	const size_t team = team_of_session(log, &request->visitor);
	if (team != AS_CONTEST_NONE) {
		request->viewer = request->visitor.account;
		request->visitor.account = account_of_team(log, team);
	}
	as_contest_log_unlock(log);
}

/* ---- refusing ---- */

void view_fail(const struct request *request, int status, const char *text)
{
	struct page page;

	if (!answer_begin(&page, request, NULL))
		return;
	as_contest_page_error(page.out, &page.visit, status, text);
	answer_send(&page, status);
}

static void post_end(const struct request *request);

bool view_refuses(struct as_http_request *http, struct as_server *server, const struct route *route)
{
	if (strcmp(route->method, "GET") == 0 || route->answer == post_end)
		return false;
	struct request request = request_begin(http, server);
	request.visitor = as_site_visitor(server->site, http);
	view_take(&request);
	if (request.viewer == AS_CONTEST_NONE)
		return false;
	if (route->sender == ROUTE_API)
		as_http_fail(http, 403, "the session looks at the site as a team: it only reads");
	else
		view_fail(&request, 403,
			"You look at the site as a team, so nothing can be changed. End that "
			"first.");
	return true;
}

/* ---- the forms ---- */

static void post_begin(const struct request *request)
{
	struct as_contest_log *log = request->server->log;
	struct as_error error = {0};

	as_contest_log_lock(log);
	const size_t team = as_contest_log_find_team(log, as_http_part(request->http, "id"));
	const bool has_account =
		team != AS_CONTEST_NONE && account_of_team(log, team) != AS_CONTEST_NONE;
	as_contest_log_unlock(log);
	if (team == AS_CONTEST_NONE)
		as_http_fail(request->http, 404, "there is no such team");
	else if (!has_account)
		as_http_fail(request->http, 422, "the team has no account, so it has no pages");
	else if (shared_session_keep(request, &error) ||
		 as_contest_log_view_as(
			 log, request->visitor.session, team, request->visitor.account, &error))
		as_http_fail(request->http, 503, "%s", error.text);
	else
		as_site_redirect(request->http, request->server->site, "/");
}

static void post_end(const struct request *request)
{
	struct as_error error = {0};

	if (request->viewer != AS_CONTEST_NONE &&
		as_contest_log_view_as(request->server->log, request->visitor.session,
			AS_CONTEST_NONE, request->viewer, &error))
		as_http_fail(request->http, 503, "%s", error.text);
	else
		as_site_redirect(request->http, request->server->site, "/jury/teams");
}

const struct route routes_view[] = {
	{"POST", "/jury/teams/:id/as", ROUTE_JURY, post_begin, ROUTE_BLOCKS},
	{"POST", "/as/end", ROUTE_VISITOR, post_end, ROUTE_BLOCKS},
	{0},
};
