/* SPDX-License-Identifier: MIT */
/* Pages and forms of teachers and markers. */
#include "evidence.h"

#include <assay/grade/zone.h>
#include <inttypes.h>
#include <string.h>
#include <time.h>

/* ---- the class ---- */

static void get_table(const struct request *request)
{
	const size_t assignment = course_require_assignment(request);
	const struct as_course_table_filter filter = {
		as_http_query(request->http, "section"), as_http_query(request->http, "show")};
	struct page_answer page;

	if (assignment == AS_COURSE_NONE || !course_answer_begin(&page, request, NULL))
		return;
	const struct as_course_marks marks =
		course_ledger_marks(request->server->ledger, assignment);
	as_course_page_table(page.out, &page.visit, assignment, &marks, &filter);
	course_answer_send(&page, 200);
}

/* ---- marking ---- */

/* The hand-in of the query, else the last one of the person. */
static size_t find_shown(const struct request *request, size_t assignment, size_t person)
{
	struct as_course_server *server = request->server;
	const char *text = as_http_query(request->http, "n");
	uint64_t number = 0;
	size_t count, shown = AS_COURSE_NONE;

	if (text && as_count_parse(text, 0, UINT64_MAX, &number, NULL))
		number = 0;
	as_journal_lock(server->journal);
	const size_t *own = as_course_log_hand_ins_of(server->log, assignment, person, &count);
	for (size_t i = 0; i < count; i++)
		if (i + 1 == count ||
			as_course_log_hand_in(server->log, own[i])->number == number) {
			shown = own[i];
			break;
		}
	as_journal_unlock(server->journal);
	return shown;
}

static void answer_marking(const struct request *request, const char *wrong, int status)
{
	const size_t assignment = course_require_assignment(request);
	const size_t person =
		assignment == AS_COURSE_NONE ? AS_COURSE_NONE : course_require_person(request);
	struct page_answer page;

	if (person == AS_COURSE_NONE)
		return;
	const size_t shown = find_shown(request, assignment, person);
	AS_AUTO(course_evidence_clear) struct evidence evidence;
	course_evidence_read(&evidence, request, shown);
	if (!course_answer_begin(&page, request, wrong))
		return;
	const struct as_course_marks marks =
		course_ledger_marks(request->server->ledger, assignment);
	as_course_page_marking(
		page.out, &page.visit, assignment, person, &marks, shown, &evidence.seen);
	course_answer_send(&page, status);
}

static void get_marking(const struct request *request)
{
	answer_marking(request, NULL, 200);
}

static void go_to(const struct request *request, const char *below)
{
	AS_AUTO_FREE char *address = as_text_format(
		NULL, "/class/%s%s", as_http_part(request->http, "assignment"), below);

	as_site_redirect(request->http, request->server->site, address ? address : "/class");
}

static void go_to_person(const struct request *request)
{
	/* The key of a person has safe characters only. */
	AS_AUTO_FREE char *below =
		as_text_format(NULL, "/people/%s", as_http_part(request->http, "person"));

	go_to(request, below ? below : "");
}

/* The points of a form; "": none. -1 with the reason. */
static int read_points(const struct request *request, size_t assignment, const char *item,
	int64_t *points_e4, struct as_error *error)
{
	struct as_course_server *server = request->server;
	const char *text = as_http_form(request->http, "points");

	*points_e4 = AS_COURSE_NO_MARK;
	if (!text || !*text)
		return 0;
	if (as_points_parse(text, points_e4, error) || *points_e4 < 0)
		return as_error_set(
			error, AS_ERROR_USAGE, "the points must be a number, such as 3.5");
	as_journal_lock(server->journal);
	const struct as_scheme *scheme = &as_course_log_task(server->log, assignment).of->scheme;
	const size_t index = as_scheme_find(scheme, item);
	const int64_t most_e4 =
		index == SIZE_MAX ? scheme->total_e4 : scheme->items[index].points_e4;
	as_journal_unlock(server->journal);
	return *points_e4 <= most_e4
		       ? 0
		       : as_error_set(error, AS_ERROR_USAGE, "at most %s points can be given",
				 AS_POINTS(most_e4));
}

/* False: there is no such item, or it is not marked in that way. */
static bool is_item(
	const struct request *request, size_t assignment, const char *item, bool is_override)
{
	struct as_course_server *server = request->server;

	if (strcmp(item, AS_COURSE_TOTAL) == 0)
		return is_override;
	as_journal_lock(server->journal);
	const struct as_scheme *scheme = &as_course_log_task(server->log, assignment).of->scheme;
	const size_t index = as_scheme_find(scheme, item);
	const bool fits =
		index != SIZE_MAX && (scheme->items[index].kind == AS_ITEM_MANUAL) == !is_override;
	as_journal_unlock(server->journal);
	return fits;
}

static void post_mark(const struct request *request)
{
	const size_t assignment = course_require_assignment(request);
	const size_t person =
		assignment == AS_COURSE_NONE ? AS_COURSE_NONE : course_require_person(request);
	const char *item = as_http_form(request->http, "item");
	const char *override = as_http_form(request->http, "override");
	const char *seen = as_http_form(request->http, "seen");
	struct as_course_entry_decision entry = {.assignment = assignment,
		.person = person,
		.item = item,
		.is_override = override && strcmp(override, "1") == 0,
		.text = as_http_form(request->http, "text"),
		.by = request->person};
	struct as_error error = {0};

	if (person == AS_COURSE_NONE)
		return;
	if (!item || !is_item(request, assignment, item, entry.is_override) || !seen ||
		as_count_parse(seen, 0, UINT64_MAX, &entry.seen, NULL)) {
		course_answer_error(request, 422, "the form names no item of the assignment");
		return;
	}
	if (read_points(request, assignment, item, &entry.points_e4, &error) ||
		as_course_log_decide(request->server->log, &entry, &error))
		answer_marking(request,
			error.kind == AS_ERROR_USAGE ? error.text : AS_SITE_STORE_FAILED, 422);
	else
		go_to_person(request);
}

/* ---- times ---- */

/* A local time of the course, "2026-10-09 12:00"; "": 0. */
static int read_local(
	const struct request *request, const char *text, int64_t *wall_ms, struct as_error *error)
{
	struct tm at = {0};
	int64_t first_s, last_s;

	*wall_ms = 0;
	if (!text || !*text)
		return 0;
	const char *end = strptime(text, "%Y-%m-%d %H:%M", &at);
	if (!end || *end)
		return as_error_set(
			error, AS_ERROR_USAGE, "the time must be written like 2026-10-09 12:00");
	/* Of a time that exists twice, the later one. */
	if (as_zone_find_local(request->server->config.course->clock, timegm(&at), &first_s,
		    &last_s) == AS_ZONE_NEVER)
		return as_error_set(error, AS_ERROR_USAGE,
			"the clocks skip that time on that day; choose another time");
	*wall_ms = 1000 * last_s;
	return 0;
}

static void post_extend(const struct request *request)
{
	const size_t assignment = course_require_assignment(request);
	const size_t person =
		assignment == AS_COURSE_NONE ? AS_COURSE_NONE : course_require_person(request);
	struct as_error error = {0};
	int64_t until_ms;

	if (person == AS_COURSE_NONE)
		return;
	if (read_local(request, as_http_form(request->http, "until"), &until_ms, &error) ||
		as_course_log_extend(request->server->log, assignment, person, until_ms,
			as_http_form(request->http, "reason"), request->person, &error))
		answer_marking(request, error.text, 422);
	else
		go_to_person(request);
}

/* ---- release ---- */

static void post_release(const struct request *request)
{
	const size_t assignment = course_require_assignment(request);
	const char *release = as_http_form(request->http, "release");
	struct as_error error = {0};

	if (assignment == AS_COURSE_NONE)
		return;
	if (as_course_log_release(request->server->log, assignment,
		    release && strcmp(release, "1") == 0, request->person, &error))
		course_answer_failed(request, &error);
	else
		go_to(request, "");
}

static void post_apply(const struct request *request)
{
	const size_t assignment = course_require_assignment(request);
	struct as_error error = {0};

	if (assignment == AS_COURSE_NONE)
		return;
	if (course_ledger_apply(request->server->ledger, assignment, &error))
		course_answer_failed(request, &error);
	else
		go_to(request, "");
}

/* ---- tables ---- */

static void get_marks(const struct request *request)
{
	struct as_course_server *server = request->server;
	const size_t assignment = course_require_assignment(request);
	struct as_error error = {0};
	struct as_bytes bytes = {0};

	if (assignment == AS_COURSE_NONE)
		return;
	as_journal_lock(server->journal);
	course_ledger_lock(server->ledger);
	const struct as_class *class = course_ledger_marks(server->ledger, assignment).class;
	const int failed =
		class ? as_class_marks_table(class, &bytes, &error)
		      : as_error_set(&error, AS_ERROR_USAGE, "the marks are not computed yet");
	course_ledger_unlock(server->ledger);
	as_journal_unlock(server->journal);
	if (failed) {
		as_bytes_clear(&bytes);
		course_answer_failed(request, &error);
		return;
	}
	struct as_http_response *response = as_http_response_new(200, "text/csv; charset=utf-8");
	as_http_response_attachment(response, "marks.csv");
	as_http_response_take(response, bytes.data, bytes.size);
	as_http_answer(request->http, response);
}

/* ---- requests, audit, view ---- */

static void get_requests(const struct request *request)
{
	struct page_answer page;

	if (!course_answer_begin(&page, request, NULL))
		return;
	as_course_page_requests(page.out, &page.visit);
	course_answer_send(&page, 200);
}

static void post_answer(const struct request *request)
{
	struct as_course_server *server = request->server;
	const char *text = as_http_form(request->http, "text");
	struct as_error error = {0};
	uint64_t number;

	if (as_count_parse(as_http_part(request->http, "number"), 0, UINT64_MAX, &number, NULL))
		number = UINT64_MAX;
	as_journal_lock(server->journal);
	const bool exists = number < as_course_log_request_count(server->log);
	as_journal_unlock(server->journal);
	if (!exists || !text)
		course_answer_error(request, 404, "there is no such request");
	else if (as_course_log_answer(server->log, (size_t)number, text, request->person, &error))
		course_answer_failed(request, &error);
	else
		as_site_redirect(request->http, server->site, "/class/requests");
}

static void get_audit(const struct request *request)
{
	struct page_answer page;

	if (!course_answer_begin(&page, request, NULL))
		return;
	as_course_page_audit(page.out, &page.visit);
	course_answer_send(&page, 200);
}

static void post_view(const struct request *request)
{
	const size_t person = course_require_person(request);
	struct as_error error = {0};

	if (person == AS_COURSE_NONE)
		return;
	if (as_course_log_view(request->server->log, request->visitor.session, person,
		    request->person, &error))
		course_answer_failed(request, &error);
	else
		as_site_redirect(request->http, request->server->site, "/");
}

const struct route course_routes_class[] = {
	{"GET", "/class/requests", ROUTE_STAFF, get_requests, ROUTE_BLOCKS},
	{"POST", "/class/requests/:number", ROUTE_MARKER, post_answer, ROUTE_BLOCKS},
	{"GET", "/class/audit", ROUTE_STAFF, get_audit, ROUTE_BLOCKS},
	{"POST", "/class/view/:person", ROUTE_TEACHER, post_view, ROUTE_BLOCKS},
	{"GET", "/class/:assignment", ROUTE_STAFF, get_table, ROUTE_BLOCKS},
	{"GET", "/class/:assignment/marks.csv", ROUTE_STAFF, get_marks, ROUTE_BLOCKS},
	{"POST", "/class/:assignment/release", ROUTE_TEACHER, post_release, ROUTE_BLOCKS},
	{"POST", "/class/:assignment/apply", ROUTE_TEACHER, post_apply, ROUTE_BLOCKS},
	{"GET", "/class/:assignment/people/:person", ROUTE_STAFF, get_marking, ROUTE_BLOCKS},
	{"POST", "/class/:assignment/people/:person/mark", ROUTE_MARKER, post_mark, ROUTE_BLOCKS},
	{"POST", "/class/:assignment/people/:person/extend", ROUTE_TEACHER, post_extend,
		ROUTE_BLOCKS},
	{0},
};
