/* SPDX-License-Identifier: MIT */
/* Clarifications of the public and of teams: the page, and the form for a question. */
#include "clarifications.h"
#include "answer.h"
#include "intake.h"
#include "news.h"
#include "routes.h"
#include "server.h"

#include <string.h>

const char *read_subject(
	const struct request *request, struct as_contest_entry_clarification *entry)
{
	static const size_t prefix = sizeof(AS_CONTEST_CATEGORY) - 1;
	const struct as_contest *contest = request->server->config.contest;
	const char *subject = as_http_form(request->http, "problem");

	if (!subject || !*subject)
		return NULL;
	if (strncmp(subject, AS_CONTEST_CATEGORY, prefix) == 0)
		return as_contest_desk_has(
			       &contest->settings.desk, subject + prefix, &entry->category)
			       ? NULL
			       : "the category is unknown";
	const struct as_contest_visit visit = visit_of(request);
	if (as_contest_visit_sees_problems(&visit))
		entry->problem = as_contest_find_problem(contest, subject);
	return entry->problem == AS_CONTEST_NONE ? "the problem is unknown" : NULL;
}

static void show(const struct request *request, int status, const char *wrong)
{
	const struct as_contest_typed_message typed = {
		.subject = as_http_form(request->http, "problem"),
		.text = as_http_form(request->http, "text")};
	struct page page;

	if (!answer_begin(&page, request, wrong))
		return;
	news_see_clarifications(request->server, seer_of(request));
	page.visit.seen = news_seen(request->server, request->visitor.account);
	as_contest_page_clarifications(page.out, &page.visit, wrong ? &typed : NULL);
	answer_send(&page, status);
}

static void get(const struct request *request)
{
	show(request, 200, NULL);
}

static void post(const struct request *request)
{
	struct as_error error = {0};
	const char *text = as_http_form(request->http, "text");
	struct as_contest_entry_clarification entry = {.reply_to = AS_CONTEST_NONE,
		.problem = AS_CONTEST_NONE,
		.account = request->visitor.account,
		.wall_ms = request_wall_ms(request, AS_CONTEST_NONE),
		.text = text ? text : ""};
	size_t made;

	as_contest_log_lock(request->server->log);
	entry.from_team = as_contest_log_account(request->server->log, entry.account)->team;
	const char *wrong = read_subject(request, &entry);
	as_contest_log_unlock(request->server->log);
	const int status = wrong ? 422 : intake_clarify(request->server, &entry, &made, &error);
	if (status)
		show(request, status, wrong ? wrong : error.text);
	else
		as_site_redirect(request->http, request->server->site, "/clarifications");
}

const struct route routes_clarifications[] = {
	{"GET", "/clarifications", ROUTE_VISITOR, get, ROUTE_BLOCKS},
	{"POST", "/clarifications", ROUTE_TEAM, post, ROUTE_BLOCKS},
	{0},
};
