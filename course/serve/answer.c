/* SPDX-License-Identifier: MIT */
/* Responses that are pages, and the objects of a path. */
#include "request.h"

#include <assay/html.h>
#include <string.h>

static struct as_course_visit visit_of(const struct request *request)
{
	const struct as_course_server *server = request->server;

	return (struct as_course_visit){.log = server->log,
		.base = server->config.base,
		.now_wall_ms = as_journal_now_ms(server->journal),
		.person = request->person,
		.viewer = request->viewer,
		.csrf = *request->visitor.csrf ? request->visitor.csrf : NULL,
		.languages = server->languages,
		.language_ids = server->language_ids,
		.libraries = server->libraries};
}

bool course_answer_begin(struct page_answer *page, const struct request *request, const char *wrong)
{
	*page = (struct page_answer){.request = request};
	page->out = open_memstream(&page->text, &page->size);
	if (!page->out) {
		as_http_fail_no_memory(request->http);
		return false;
	}
	as_journal_lock(request->server->journal);
	course_ledger_lock(request->server->ledger);
	page->visit = visit_of(request);
	page->visit.notice = (struct as_course_notice){AS_COURSE_NOTICE_ERROR, wrong};
	return true;
}

void course_answer_send(struct page_answer *page, int status)
{
	course_ledger_unlock(page->request->server->ledger);
	as_journal_unlock(page->request->server->journal);
	as_http_answer_text(page->request->http, status, "text/html; charset=utf-8", page->out,
		&page->text, page->retry_s);
}

/* ---- errors ---- */

void course_answer_error(const struct request *request, int status, const char *text)
{
	struct page_answer page;

	if (!course_answer_begin(&page, request, NULL))
		return;
	as_course_page_error(page.out, &page.visit, status, text);
	course_answer_send(&page, status);
}

void course_answer_fill_error(struct as_http_request *http, int status, const char *message,
	struct as_http_response *response, void *context)
{
	const struct as_course_server *server = context;
	char *text = NULL;
	size_t size = 0;
	FILE *out = open_memstream(&text, &size);

	(void)http;
	if (!out)
		return;
	as_course_page_error_plain(out, server->config.base, status, message);
	if (!as_text_close(out, &text, NULL))
		return;
	as_http_response_header(response, "Content-Type", "text/html; charset=utf-8");
	as_http_response_take(response, text, strlen(text));
}

void course_answer_failed(const struct request *request, const struct as_error *error)
{
	if (error->kind == AS_ERROR_USAGE || error->kind == AS_ERROR_INPUT)
		course_answer_error(request, 422, error->text);
	else
		course_answer_error(request, 503, AS_SITE_STORE_FAILED);
}

/* ---- objects ---- */

static bool is_staff(const struct request *request)
{
	const struct as_course_person *of =
		as_course_log_member(request->server->log, request->person).of;

	return of && of->of.role != AS_ROLE_STUDENT;
}

/* Students see an assignment once it is open. */
size_t course_require_assignment(const struct request *request)
{
	struct as_course_server *server = request->server;
	const int64_t now_ms = as_journal_now_ms(server->journal);

	as_journal_lock(server->journal);
	size_t found =
		as_course_log_find_task(server->log, as_http_part(request->http, "assignment"));
	if (found != AS_COURSE_NONE && !as_course_log_task(server->log, found).of)
		found = AS_COURSE_NONE;
	if (found != AS_COURSE_NONE && !is_staff(request) &&
		as_course_log_turn(server->log, found, request->person, now_ms).state ==
			AS_COURSE_TURN_EARLY)
		found = AS_COURSE_NONE;
	as_journal_unlock(server->journal);
	if (found == AS_COURSE_NONE)
		course_answer_error(request, 404, "there is no such assignment");
	return found;
}

size_t course_require_person(const struct request *request)
{
	struct as_course_server *server = request->server;

	as_journal_lock(server->journal);
	size_t found =
		as_course_log_find_member(server->log, as_http_part(request->http, "person"));
	if (found != AS_COURSE_NONE) {
		const struct as_course_person *of = as_course_log_member(server->log, found).of;
		if (!of || of->of.role != AS_ROLE_STUDENT)
			found = AS_COURSE_NONE;
	}
	as_journal_unlock(server->journal);
	if (found == AS_COURSE_NONE)
		course_answer_error(request, 404, "there is no such student");
	return found;
}

size_t course_require_hand_in(const struct request *request)
{
	struct as_course_server *server = request->server;
	uint64_t number;

	if (as_count_parse(as_http_part(request->http, "number"), 0, UINT64_MAX, &number, NULL))
		number = 0;
	as_journal_lock(server->journal);
	size_t found = as_course_log_find_hand_in(server->log, number);
	if (found != AS_COURSE_NONE) {
		const struct as_course_hand_in *hand_in = as_course_log_hand_in(server->log, found);
		if (!as_course_log_task(server->log, hand_in->assignment).of ||
			(!is_staff(request) && !as_course_hand_in_is_of(hand_in, request->person)))
			found = AS_COURSE_NONE;
	}
	as_journal_unlock(server->journal);
	if (found == AS_COURSE_NONE)
		course_answer_error(request, 404, "there is no such hand-in");
	return found;
}
