/* SPDX-License-Identifier: MIT */
/* The ceremony, for the jury. */
#include "answer.h"
#include "routes.h"
#include "server.h"

#include <string.h>

static bool is_sure(const struct request *request)
{
	const char *sure = as_http_query(request->http, "sure");

	return sure && strcmp(sure, "1") == 0;
}

static bool must_ask(const struct request *request)
{
	as_contest_log_lock(request->server->log);
	const struct as_contest_visit visit = visit_of(request);
	const bool asks = as_contest_ceremony_asks(&visit);
	as_contest_log_unlock(request->server->log);
	return asks && !is_sure(request);
}

static void answer_question(const struct request *request, int status, const char *refusal)
{
	struct page page;

	if (!answer_begin(&page, request, NULL))
		return;
	as_contest_page_ceremony_question(page.out, &page.visit, refusal);
	answer_send(&page, status);
}

static void get_resolve(const struct request *request)
{
	struct as_error error = {0};

	if (must_ask(request))
		answer_question(request, 200, NULL);
	else if (as_contest_api_ceremony_check(request->server->log, &error))
		answer_question(request, 409, error.text);
	else
		answer_page(request, as_contest_page_ceremony);
}

static void get_steps(const struct request *request)
{
	struct as_error error = {0};
	AS_AUTO_JSON json_t *steps =
		as_contest_api_ceremony(request->server->api, request->server->log, &error);
	char *document = steps ? json_dumps(steps, JSON_COMPACT) : NULL;

	if (!document) {
		if (error.kind == AS_ERROR_INPUT)
			as_http_fail(request->http, 409, "%s", error.text);
		else
			as_http_fail_no_memory(request->http);
		return;
	}
	struct as_http_response *response = as_http_response_new(200, "application/json");
	as_http_response_take(response, document, strlen(document));
	as_http_answer(request->http, response);
}

const struct route routes_ceremony[] = {
	{"GET", "/jury/resolve", ROUTE_JURY, get_resolve, ROUTE_BLOCKS},
	{"GET", "/jury/resolve/steps", ROUTE_JURY, get_steps, ROUTE_BLOCKS},
	{0},
};
