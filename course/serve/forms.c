/* SPDX-License-Identifier: MIT */
/* Forms of everybody: log-in, log-out, password; requests of students. */
#include "request.h"

#include <string.h>

#define PASSWORD_MIN 8

/* ---- log-in ---- */

static void refuse_login(const struct request *request, const struct as_site_login *login)
{
	const char *next = as_http_form(request->http, "next");
	char text[AS_SITE_LOGIN_TEXT];
	struct page_answer page;

	as_site_login_reason(login, text);
	if (!course_answer_begin(&page, request, text))
		return;
	as_course_page_login(page.out, &page.visit, as_http_form(request->http, "username"),
		as_site_is_own(next) ? next : NULL);
	page.retry_s = as_site_login_retry_s(login);
	course_answer_send(&page, as_site_login_form_status(login));
}

static struct request begin_request(struct as_http_request *http)
{
	return (struct request){.http = http,
		.server = as_http_context(http),
		.visitor = AS_SITE_NOBODY,
		.person = AS_COURSE_NONE,
		.viewer = AS_COURSE_NONE};
}

static void answer_login(struct as_http_request *http, void *context,
	const struct as_site_login *login, void (*then)(void))
{
	const struct request request = begin_request(http);

	(void)context, (void)then;
	if (login->end == AS_SITE_LOGIN_RIGHT)
		as_site_begin_session(
			http, request.server->site, login->account, as_http_form(http, "next"));
	else
		refuse_login(&request, login);
}

static void post_login(const struct request *request)
{
	as_site_log_in_by_form(request->http, request->server->site, answer_login);
}

static void post_logout(const struct request *request)
{
	as_site_end_session(request->http, request->server->site, &request->visitor);
}

/* ---- password ---- */

/* A request with its visitor, in another thread. */
static struct request find_request(struct as_http_request *http)
{
	struct request request = begin_request(http);

	request.visitor = as_site_visitor(request.server->site, http);
	request.person = request.visitor.account;
	return request;
}

static void answer_password(const struct request *request, const char *wrong, int status)
{
	struct page_answer page;

	if (!course_answer_begin(&page, request, wrong))
		return;
	as_course_page_password(page.out, &page.visit);
	course_answer_send(&page, status);
}

static void take_hash(struct as_http_request *http, void *context, char *hash)
{
	AS_AUTO_FREE char *owned = hash;
	const struct request request = find_request(http);
	struct as_error error = {0};

	(void)context;
	if (request.person == AS_COURSE_NONE || !owned)
		as_http_fail(http, 503, "the password was not changed; try again");
	else if (as_course_log_password(request.server->log, request.person, owned,
			 request.visitor.session, request.person, &error))
		course_answer_failed(&request, &error);
	else
		as_site_redirect(http, request.server->site, "/");
}

static void check_now(struct as_http_request *http, void *context,
	const struct as_site_login *login, void (*then)(void))
{
	const struct request request = find_request(http);

	(void)context, (void)then;
	if (login->end != AS_SITE_LOGIN_RIGHT || login->account != request.person)
		answer_password(&request, "the present password is wrong", 403);
	else if (!as_site_hash(http, request.server->site, as_http_form(http, "new"), take_hash))
		as_http_fail(http, 503, "too many log-ins are waiting; try again in a minute");
}

static void post_password(const struct request *request)
{
	const char *now = as_http_form(request->http, "now");
	const char *new = as_http_form(request->http, "new");
	const char *again = as_http_form(request->http, "again");
	struct as_course_server *server = request->server;

	if (!now || !new || !again || strcmp(new, again) != 0) {
		answer_password(request, "the two new passwords differ", 422);
		return;
	}
	if (strlen(new) < PASSWORD_MIN || strlen(new) > AS_SITE_PASSWORD_MAX) {
		answer_password(
			request, "the new password has fewer than 8 characters, or too many", 422);
		return;
	}
	as_journal_lock(server->journal);
	const struct as_course_person *of = as_course_log_member(server->log, request->person).of;
	AS_AUTO_FREE char *username = of ? strdup(of->of.username) : NULL;
	as_journal_unlock(server->journal);
	if (username)
		as_site_log_in(request->http, server->site, username, now, check_now, NULL);
	else
		as_http_fail_no_memory(request->http);
}

/* ---- requests ---- */

static void post_request(const struct request *request)
{
	struct as_course_server *server = request->server;
	const size_t assignment = course_require_assignment(request);
	const char *item = as_http_form(request->http, "item");
	const char *text = as_http_form(request->http, "text");
	struct as_error error = {0};

	if (assignment == AS_COURSE_NONE)
		return;
	as_journal_lock(server->journal);
	const struct as_scheme *scheme = &as_course_log_task(server->log, assignment).of->scheme;
	const bool is_item = item && as_scheme_find(scheme, item) != SIZE_MAX;
	const bool is_released = as_course_log_is_released(
		server->log, assignment, as_journal_now_ms(server->journal));
	as_journal_unlock(server->journal);
	if (!is_item || !text || !is_released) {
		course_answer_error(request, 422,
			is_released ? "the form lacks an item or a text"
				    : "the marks are not released yet");
		return;
	}
	if (as_course_log_request_add(server->log, assignment, request->person, item, text, &error))
		course_answer_failed(request, &error);
	else {
		AS_AUTO_FREE char *address =
			as_text_format(NULL, "/a/%s", as_http_part(request->http, "assignment"));
		as_site_redirect(request->http, server->site, address ? address : "/");
	}
}

static void post_view_end(const struct request *request)
{
	struct as_course_server *server = request->server;
	struct as_error error = {0};

	if (as_course_log_view(server->log, request->visitor.session, AS_COURSE_NONE,
		    request->visitor.account, &error))
		course_answer_failed(request, &error);
	else
		as_site_redirect(request->http, server->site, "/class");
}

const struct route course_routes_forms[] = {
	{"POST", "/login", ROUTE_ANYBODY, post_login, ROUTE_BLOCKS},
	{"POST", "/logout", ROUTE_PERSON, post_logout, ROUTE_BLOCKS},
	{"POST", "/password", ROUTE_PERSON, post_password, ROUTE_BLOCKS},
	{"POST", "/a/:assignment/request", ROUTE_STUDENT, post_request, ROUTE_BLOCKS},
	{"POST", "/as/end", ROUTE_PERSON, post_view_end, ROUTE_BLOCKS},
	{0},
};
