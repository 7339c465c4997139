/* SPDX-License-Identifier: MIT */
/*
 * Authentication for the Contest API (as_site_identify): no session begins. Also the answers to
 * failures.
 */
#include "api.h"
#include "server.h"

#include <assay/site.h>
#include <string.h>

/* ---- authentication ---- */

static void refuse_until(
	struct as_http_request *request, int status, const char *message, unsigned retry_s)
{
	struct as_http_response *response = as_http_failure(request, status, message);
	char text[20];

	snprintf(text, sizeof(text), "%u", retry_s);
	if (status == 401)
		as_http_response_header(response, "WWW-Authenticate", API_CHALLENGE);
	if (retry_s > 0)
		as_http_response_header(response, "Retry-After", text);
	as_http_answer(request, response);
}

void api_refuse(struct as_http_request *request, int status, const char *message)
{
	refuse_until(request, status, message, 0);
}

/* `then` is the api_answerer. */
static void answer_login(struct as_http_request *http, void *context,
	const struct as_site_login *login, void (*then)(void))
{
	struct request request = request_begin(http, context);
	char text[AS_SITE_LOGIN_TEXT];

	if (login->end == AS_SITE_LOGIN_RIGHT) {
		request.reader = as_contest_api_reader(request.server->log, login->account);
		((api_answerer *)then)(&request);
		return;
	}
	as_site_login_reason(login, text);
	refuse_until(http, as_site_login_status(login), text, as_site_login_retry_s(login));
}

void api_authenticate(struct as_http_request *http, struct as_server *server, api_answerer *answer)
{
	as_site_identify(http, server->site, answer_login, (void (*)(void))answer);
}

/* ---- answers ---- */

bool api_is_contest(const struct request *request)
{
	const char *contest = as_http_part(request->http, "contest");

	return !contest || strcmp(contest, request->server->config.contest->settings.id) == 0;
}

struct as_http_response *api_response(int status, struct as_bytes *json)
{
	struct as_http_response *response = as_http_response_new(status, "application/json");

	as_http_response_header(response, "Access-Control-Allow-Origin", "*");
	as_http_response_take(response, as_steal(json->data), json->size);
	return response;
}

void api_answer_object(
	const struct request *request, int status, const char *endpoint, const char *id)
{
	struct as_bytes json = {0};
	AS_AUTO_FREE char *location = as_text_format(NULL, "%s/api/contests/%s/%s/%s",
		request->server->base, request->server->config.contest->settings.id, endpoint, id);
	const int found = as_contest_api_get(request->server->api, request->server->log,
		&request->reader, endpoint, id, NULL, &json, NULL);
	struct as_http_response *response = api_response(found == 200 ? status : 500, &json);

	if (location && status == 201)
		as_http_response_header(response, "Location", location);
	as_http_answer(request->http, response);
}
