/* SPDX-License-Identifier: MIT */
/* The tables of routes, and the check of the sender. */
#include "routes.h"
#include "api.h"
#include "intake.h"
#include "port.h"
#include "view.h"

#include <string.h>

/* Why a sender is refused: on a page, and for a form. */
static const char *const reasons[][2] = {
	[ROUTE_TEAM] = {"this page is for teams: log in with a team's account",
		"only a team can do this: log in with a team's account"},
	[ROUTE_JURY] = {"this page is for the jury: log in with an account of the jury",
		"only the jury can do this: log in with an account of the jury"},
	[ROUTE_BALLOON] = {"this page is for balloon runners: log in with an account of "
			   "the type balloon, or of the jury",
		"only the jury and accounts of the type balloon can do this"},
	[ROUTE_STAFF] = {"this page is for helpers: log in with an account of the type staff, or "
			 "of the jury",
		"only the jury and accounts of the type staff can do this"},
	[ROUTE_ADMIN] = {"this page is for admins: log in as an admin",
		"only an admin can do this: log in as an admin"},
};

static enum as_contest_role role_of(struct as_server *server, size_t account)
{
	as_contest_log_lock(server->log);
	const enum as_contest_role role = as_contest_log_account(server->log, account)->role;
	as_contest_log_unlock(server->log);
	return role;
}

static bool may_send(enum as_contest_role role, enum route_sender sender, bool is_form)
{
	if (sender == ROUTE_TEAM)
		return role == AS_CONTEST_TEAM;
	if ((sender == ROUTE_BALLOON && role == AS_CONTEST_BALLOON) ||
		(sender == ROUTE_STAFF && role == AS_CONTEST_STAFF))
		return true;
	return role == AS_CONTEST_ADMIN ||
	       (sender >= ROUTE_JURY &&
		       (role == AS_CONTEST_JUDGE || (role == AS_CONTEST_ANALYST && !is_form)));
}

/* False: the request has been answered. */
static bool check_sender(const struct request *request, const struct route *route)
{
	const bool is_form = strcmp(route->method, "GET") != 0;
	const bool is_known = request->visitor.account != AS_CONTEST_NONE;

	if (is_form && !as_site_check_form(request->http, &request->visitor))
		return false;
	if (route->sender == ROUTE_ANYBODY || route->sender == ROUTE_VISITOR ||
		(is_known && may_send(role_of(request->server, request->visitor.account),
				     route->sender, is_form)))
		return true;
	if (request->viewer != AS_CONTEST_NONE)
		view_fail(request, 403, "The team may not open this page.");
	else if (is_known || is_form)
		as_http_fail(
			request->http, is_known ? 403 : 401, "%s", reasons[route->sender][is_form]);
	else
		as_site_redirect_to_login(request->http, request->server->site);
	return false;
}

static void answer(struct as_http_request *http, void *context)
{
	struct as_server *server = port_find(as_http_context(http), http);
	const struct route *route = context;

	if (!server) {
		as_http_fail(http, 404, PORT_UNKNOWN);
		return;
	}
	if (view_refuses(http, server, route))
		return;
	if (route->sender == ROUTE_API) {
		api_authenticate(http, server, route->answer);
		return;
	}
	struct request request = request_begin(http, server);
	if (route->sender != ROUTE_ANYBODY)
		request.visitor = as_site_visitor(server->site, http);
	view_take(&request);
	if (check_sender(&request, route))
		route->answer(&request);
}

/* Called before the body is read. The handler, which knows more, refuses small bodies. */
const char *routes_refuse_body(void *context, const struct as_http_request *http, size_t account)
{
	const struct route *route = as_http_route_context(http);

	if (!route || route->sender == ROUTE_ANYBODY || route->sender == ROUTE_VISITOR)
		return NULL;
	const enum as_contest_role role = role_of(context, account);
	if (route->sender != ROUTE_API)
		return may_send(role, route->sender, true) ? NULL : reasons[route->sender][true];
	/* A team cannot send submissions by PUT (api_submissions.c). */
	return route->kind != ROUTE_UPLOAD || role == AS_CONTEST_ADMIN ||
			       (role == AS_CONTEST_TEAM && strcmp(route->method, "POST") == 0)
		       ? NULL
		       : "this account cannot send submissions here";
}

/* 0: the site's limit, FORM_MAX_BYTES. Programs send files in base64. */
static uint64_t body_limit(const struct route *route)
{
	if (route->kind == ROUTE_PACKAGE)
		return PACKAGE_MAX_BYTES;
	if (route->kind != ROUTE_UPLOAD)
		return 0;
	return route->sender == ROUTE_API ? AS_UPLOAD_MAX_BYTES * 2 : AS_UPLOAD_MAX_BYTES;
}

static void add_route(struct as_site_routes *routes, const struct route *route)
{
	as_site_route(routes,
		&(struct as_http_route){.method = route->method,
			.pattern = route->path,
			.handler = answer,
			.context = (void *)route,
			.body_limit_bytes = body_limit(route),
			.flags = route->kind == ROUTE_PLAIN ? AS_HTTP_PLAIN : AS_HTTP_MAY_BLOCK});
}

void routes_add(struct as_site_routes *routes, const char *begin)
{
	static const struct route *const tables[] = {routes_pages, routes_forms, routes_jury,
		routes_jury_teams, routes_jury_clarifications, routes_jury_problems,
		routes_jury_rejudgings, routes_jury_candidates, routes_jury_backup,
		routes_jury_clock, routes_ceremony, routes_tests, routes_screens, routes_starts,
		routes_statements, routes_editorials, routes_languages, routes_hall, routes_prints,
		routes_api, routes_api_contest, routes_api_submissions, routes_api_clarifications,
		routes_api_awards, routes_api_commentary, routes_api_tokens, routes_registration,
		routes_jury_accounts, routes_jury_rulings, routes_jury_time, routes_api_judgements,
		routes_clarifications, routes_comparison, routes_view};

	for (size_t i = 0; i < sizeof(tables) / sizeof(*tables); i++)
		for (const struct route *route = tables[i]; route->path; route++)
			if (strncmp(route->path, begin, strlen(begin)) == 0)
				add_route(routes, route);
}
