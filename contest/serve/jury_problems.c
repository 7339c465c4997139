/* SPDX-License-Identifier: MIT */
/* The packages of the problems, for the jury. */
#include "answer.h"
#include "jury.h"
#include "problem.h"
#include "routes.h"
#include "server.h"

#include <string.h>

static void show(struct as_http_request *request, struct as_server *server,
	const struct as_site_visitor *visitor, int status, const char *wrong)
{
	AS_AUTO_FREE struct as_contest_package_view *views = versions_look(server);
	struct page page;

	if (!views) {
		as_http_fail(request, 503, "the server is out of memory");
		return;
	}
	if (!answer_begin(&page, request, server, visitor, wrong))
		return;
	as_contest_page_jury_problems(page.out, &page.visit, views);
	answer_send(&page, status);
}

static void get_problems(struct as_http_request *request, void *context)
{
	struct as_site_visitor visitor;

	if (require_jury(request, context, &visitor))
		show(request, context, &visitor, 200, NULL);
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

static void post_take(struct as_http_request *request, void *context)
{
	struct as_server *server = context;
	const struct as_contest *contest = server->config.contest;
	const size_t problem = as_contest_find_problem(contest, as_http_part(request, "id"));
	struct as_site_visitor visitor;
	struct as_error error = {0};

	if (!require_form(request, server, false, &visitor))
		return;
	if (problem == AS_CONTEST_NONE) {
		as_http_fail(request, 404, "there is no such problem");
		return;
	}
	const char *question = jury_ask_final(request, server);
	if (question) {
		show(request, server, &visitor, 422, question);
		return;
	}
	const enum take end =
		versions_take(server, problem, jury_decision(request, &visitor), &error);
	if (end == TAKE_DONE) {
		as_site_redirect(request, server->site, "/jury/problems");
		return;
	}
	AS_AUTO_FREE char *text = sentence(&contest->problems[problem], end, &error);
	show(request, server, &visitor, end == TAKE_LATER ? 503 : 422, text ? text : error.text);
}

void routes_jury_problems(struct as_site_routes *routes)
{
	as_site_route(routes, "GET", "/jury/problems", get_problems, 0, AS_HTTP_MAY_BLOCK);
	as_site_route(routes, "POST", "/jury/problems/:id/take", post_take, FORM_MAX_BYTES,
		AS_HTTP_MAY_BLOCK);
}
