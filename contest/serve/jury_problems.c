/* SPDX-License-Identifier: MIT */
/* The packages of the problems, for the jury. */
#include "answer.h"
#include "candidates.h"
#include "jury.h"
#include "problem.h"
#include "routes.h"
#include "server.h"

static void add_progress(struct as_server *server, struct as_contest_package_view *views)
{
	for (size_t i = 0; i < server->config.contest->problem_count; i++) {
		as_contest_log_lock(server->log);
		const struct as_contest_candidate *candidate =
			as_contest_log_candidate(server->log, i);
		const int64_t event = candidate->is_checked ? 0 : candidate->event;
		as_contest_log_unlock(server->log);
		views[i].is_verifying = event && candidate_progress(server, i, event,
							 &views[i].done, &views[i].total);
	}
}

void jury_show_problems(const struct request *request, int status, const char *wrong)
{
	AS_AUTO_FREE struct as_contest_package_view *views = versions_look(request->server);
	struct page page;

	if (!views) {
		as_http_fail_no_memory(request->http);
		return;
	}
	add_progress(request->server, views);
	if (!answer_begin(&page, request, wrong))
		return;
	as_contest_page_jury_problems(page.out, &page.visit, views);
	answer_send(&page, status);
}

void jury_get_problems(const struct request *request)
{
	jury_show_problems(request, 200, NULL);
}

int jury_status(const struct as_error *error)
{
	return error->kind == AS_ERROR_INPUT || error->kind == AS_ERROR_USAGE ? 422 : 503;
}

/* What happened, as a sentence of the page. */
static char *sentence(
	const struct as_contest_problem *problem, enum take end, const struct as_error *why)
{
	char text[sizeof(why->where) + sizeof(why->text)];

	return as_text_format(NULL,
		end == TAKE_LATER
			? "The new package of problem %s is in use. Waiting submissions could not "
			  "be queued with it yet, and the server tries again: %s"
			: "The new package of problem %s is refused, and the old one stays "
			  "in use: %s",
		problem->label, as_error_format(why, text, sizeof(text)));
}

static void post_take(const struct request *request)
{
	const struct as_contest *contest = request->server->config.contest;
	const size_t problem = as_contest_find_problem(contest, as_http_part(request->http, "id"));
	struct as_error error = {0};

	if (problem == AS_CONTEST_NONE) {
		as_http_fail(request->http, 404, "there is no such problem");
		return;
	}
	const char *question = jury_ask_final(request);
	if (question) {
		jury_show_problems(request, 422, question);
		return;
	}
	const enum take end =
		versions_take(request->server, problem, jury_decision(request), &error);
	if (end == TAKE_DONE) {
		as_site_redirect(request->http, request->server->site, "/jury/problems");
		return;
	}
	AS_AUTO_FREE char *text = sentence(&contest->problems[problem], end, &error);
	jury_show_problems(
		request, end == TAKE_LATER ? 503 : jury_status(&error), text ? text : error.text);
}

const struct route routes_jury_problems[] = {
	{"GET", "/jury/problems", ROUTE_JURY, jury_get_problems, ROUTE_BLOCKS},
	/* A page with a refused form is polled at the address of the form. */
	{"GET", "/jury/problems/upload", ROUTE_JURY, jury_get_problems, ROUTE_BLOCKS},
	{"GET", "/jury/problems/:id/candidate", ROUTE_JURY, jury_get_problems, ROUTE_BLOCKS},
	{"GET", "/jury/problems/:id/take", ROUTE_JURY, jury_get_problems, ROUTE_BLOCKS},
	{"POST", "/jury/problems/:id/take", ROUTE_JURY, post_take, ROUTE_BLOCKS},
	{0},
};
