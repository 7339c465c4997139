/* SPDX-License-Identifier: MIT */
/* Pages and forms of helpers in the hall. */
#include "answer.h"
#include "routes.h"
#include "server.h"

#include <string.h>

static void get_balloons(const struct request *request)
{
	answer_page(request, as_contest_page_balloons);
}

/* False: the action is unknown. */
static bool read_kind(const char *name, enum as_contest_handing_kind *kind)
{
	for (int i = AS_CONTEST_BALLOON_DELIVER; name && i <= AS_CONTEST_BALLOON_FETCH; i++)
		if (strcmp(as_contest_handing_name((enum as_contest_handing_kind)i), name) == 0) {
			*kind = (enum as_contest_handing_kind)i;
			return true;
		}
	return false;
}

/* The team of the form, or AS_CONTEST_NONE. */
static size_t form_team(const struct request *request)
{
	const char *id = as_http_form(request->http, "team");

	as_contest_log_lock(request->server->log);
	const size_t team =
		id ? as_contest_log_find_team(request->server->log, id) : AS_CONTEST_NONE;
	as_contest_log_unlock(request->server->log);
	return team;
}

/* The page again, with the reason: another runner was quicker, or the store failed. */
static void balloon_refused(const struct request *request, const struct as_error *why)
{
	struct page page;

	if (!answer_begin(&page, request, why->text))
		return;
	as_contest_page_balloons(page.out, &page.visit);
	answer_send(&page, why->kind == AS_ERROR_USAGE ? 409 : 503);
}

static void post_balloon(const struct request *request)
{
	const char *id = as_http_form(request->http, "problem");
	const size_t team = form_team(request);
	const size_t problem =
		id ? as_contest_find_problem(request->server->config.contest, id) : AS_CONTEST_NONE;
	enum as_contest_handing_kind kind;
	struct as_error error = {0};

	if (team == AS_CONTEST_NONE || problem == AS_CONTEST_NONE ||
		!read_kind(as_http_form(request->http, "action"), &kind))
		as_http_fail(request->http, 422, "there is no such team, problem or action");
	else if (as_contest_log_hand_balloon(request->server->log, team, problem, kind,
			 request->visitor.account, &error))
		balloon_refused(request, &error);
	else
		as_site_redirect(request->http, request->server->site, "/balloons");
}

/* ---- the check-in ---- */

static void show_checkin(const struct request *request, int status, const char *wrong)
{
	struct page page;

	if (!answer_begin(&page, request, wrong))
		return;
	as_contest_page_checkin(page.out, &page.visit, as_http_query(request->http, "name"));
	answer_send(&page, status);
}

static void get_checkin(const struct request *request)
{
	show_checkin(request, 200, NULL);
}

static void post_checkin(const struct request *request)
{
	const char *place = as_http_form(request->http, "place");
	const char *present = as_http_form(request->http, "present");
	const size_t team = form_team(request);
	struct as_error error = {0};

	if (team == AS_CONTEST_NONE || !place || !present)
		as_http_fail(request->http, 422, "there is no such team, or no place");
	else if (as_contest_log_check_in(request->server->log, team, strcmp(present, "1") == 0,
			 place, request->visitor.account, &error))
		show_checkin(request, error.kind == AS_ERROR_USAGE ? 422 : 503, error.text);
	else
		as_site_redirect(request->http, request->server->site, "/checkin");
}

const struct route routes_hall[] = {
	{"GET", "/balloons", ROUTE_BALLOON, get_balloons, ROUTE_BLOCKS},
	{"POST", "/balloons", ROUTE_BALLOON, post_balloon, ROUTE_BLOCKS},
	{"GET", "/checkin", ROUTE_STAFF, get_checkin, ROUTE_BLOCKS},
	{"POST", "/checkin", ROUTE_STAFF, post_checkin, ROUTE_BLOCKS},
	{0},
};
