/* SPDX-License-Identifier: MIT */
/* The tables of routes, and the check of the sender. */
#include "request.h"

#include <string.h>

/* With the lock. */
static bool may_send(const struct request *request, enum route_sender sender)
{
	const struct as_course_person *of =
		as_course_log_member(request->server->log, request->person).of;
	const enum as_role role = of ? of->of.role : AS_ROLE_STUDENT;

	if (!of)
		return false;
	switch (sender) {
	case ROUTE_STUDENT:
		return role == AS_ROLE_STUDENT;
	case ROUTE_TEACHER:
		return role == AS_ROLE_TEACHER;
	case ROUTE_MARKER:
		return role == AS_ROLE_TEACHER || role == AS_ROLE_MARKER;
	case ROUTE_STAFF:
		return role != AS_ROLE_STUDENT;
	case ROUTE_ANYBODY:
	case ROUTE_PERSON:
		break;
	}
	return true;
}

/* A teacher who looks at the site as a student sends nothing in that student's name. */
static void find_person(struct request *request)
{
	struct as_course_server *server = request->server;

	request->person = request->visitor.account;
	request->viewer = AS_COURSE_NONE;
	if (request->person == AS_COURSE_NONE)
		return;
	as_journal_lock(server->journal);
	const struct as_journal_credential session = as_course_log_find_session(
		server->log, request->visitor.session, as_journal_now_ms(server->journal));
	if (session.account == request->person && session.as != AS_COURSE_NONE) {
		request->viewer = request->person;
		request->person = session.as;
	}
	as_journal_unlock(server->journal);
}

/* False: the request has been answered. */
static bool check_sender(const struct request *request, const struct route *route)
{
	static const char *const reasons[] = {
		[ROUTE_TEACHER] = "this page is for teachers",
		[ROUTE_STUDENT] = "this page is for students",
		[ROUTE_MARKER] = "this page is for teachers and markers",
		[ROUTE_STAFF] = "this page is for teachers and markers",
		[ROUTE_PERSON] = "log in first",
	};
	const bool is_form = strcmp(route->method, "GET") != 0;

	if (is_form && !as_site_check_form(request->http, &request->visitor))
		return false;
	if (route->sender == ROUTE_ANYBODY)
		return true;
	if (request->person == AS_COURSE_NONE && !is_form) {
		as_site_redirect_to_login(request->http, request->server->site);
		return false;
	}
	bool may = false;
	if (request->person != AS_COURSE_NONE && (!is_form || request->viewer == AS_COURSE_NONE ||
							 strcmp(route->path, "/as/end") == 0)) {
		as_journal_lock(request->server->journal);
		may = may_send(request, route->sender);
		as_journal_unlock(request->server->journal);
	}
	if (!may)
		as_http_fail(request->http, request->person == AS_COURSE_NONE ? 401 : 403, "%s",
			is_form && request->viewer != AS_COURSE_NONE
				? "nothing can be changed while you look at the site as a student"
				: reasons[route->sender]);
	return may;
}

const char *course_routes_refuse_body(
	void *context, const struct as_http_request *request, size_t account)
{
	const struct as_course_server *server = context;

	(void)request;
	as_journal_lock(server->journal);
	const struct as_course_person *of = as_course_log_member(server->log, account).of;
	const bool is_student = of && of->of.role == AS_ROLE_STUDENT;
	as_journal_unlock(server->journal);
	return is_student ? NULL : "only students hand in";
}

static void answer(struct as_http_request *http, void *context)
{
	const struct route *route = context;
	struct request request = {.http = http,
		.server = as_http_context(http),
		.visitor = AS_SITE_NOBODY,
		.person = AS_COURSE_NONE,
		.viewer = AS_COURSE_NONE};

	request.visitor = as_site_visitor(request.server->site, http);
	find_person(&request);
	if (check_sender(&request, route))
		route->answer(&request);
}

/* The largest hand-in that an assignment takes, with what a form adds. */
static uint64_t upload_bytes(const struct as_course_server *server)
{
	uint64_t bytes = AS_HAND_IN_BYTES;

	for (size_t i = 0; i < server->config.course->assignment_count; i++) {
		const uint64_t own =
			server->config.course->assignments[i].scheme.hand_in.size_bytes;
		if (own > bytes)
			bytes = own;
	}
	return bytes + FORM_MAX_BYTES;
}

static void add_table(const struct as_course_server *server, struct as_site_routes *routes,
	const struct route *table)
{
	for (const struct route *route = table; route->path; route++)
		as_site_route(routes,
			&(struct as_http_route){.method = route->method,
				.pattern = route->path,
				.handler = answer,
				.context = (void *)route,
				.body_limit_bytes =
					route->kind == ROUTE_UPLOAD ? upload_bytes(server) : 0,
				.flags = route->kind == ROUTE_PLAIN ? AS_HTTP_PLAIN
								    : AS_HTTP_MAY_BLOCK});
}

void course_routes_add(struct as_course_server *server, struct as_site_routes *routes)
{
	add_table(server, routes, course_routes_pages);
	add_table(server, routes, course_routes_forms);
	add_table(server, routes, course_routes_hand_in);
	add_table(server, routes, course_routes_class);
}
