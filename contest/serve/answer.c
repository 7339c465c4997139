/* SPDX-License-Identifier: MIT */
/* Responses that are pages. */
#include "answer.h"
#include "boards.h"
#include "health.h"
#include "problem.h"
#include "replies.h"
#include "server.h"

#include <assay/html.h>
#include <string.h>

/* Call it with the log's lock held. Only the jury sees the reason, because it can act on it. */
static void add_trouble(struct page *page)
{
	const struct health_state health = health_state(page->request->server->health);
	struct as_contest_visit *visit = &page->visit;

	if (!health.is_failing || visit->account == AS_CONTEST_NONE)
		return;
	if (as_contest_visit_reader(visit).scope == AS_CONTEST_SEES_ALL)
		snprintf(page->trouble, sizeof(page->trouble),
			"The store cannot be written (%s), so submissions are refused. "
			"Acknowledged submissions are safe. Free some space on its disk, or "
			"restart the database server.",
			health.why);
	else
		snprintf(page->trouble, sizeof(page->trouble),
			"The server cannot store anything at the moment, so submissions are "
			"refused. Acknowledged submissions are safe. Try again in a minute, or ask "
			"the jury.");
	page->notices[visit->notice_count++] =
		(struct as_contest_notice){AS_CONTEST_NOTICE_ERROR, page->trouble};
}

bool answer_begin(struct page *page, const struct request *request, const char *wrong)
{
	*page = (struct page){.request = request};
	page->out = open_memstream(&page->text, &page->size);
	if (!page->out) {
		as_http_fail_no_memory(request->http);
		return false;
	}
	as_contest_log_lock(request->server->log);
	page->visit = visit_of(request);
	page->visit.notices = page->notices;
	add_trouble(page);
	if (wrong)
		page->notices[page->visit.notice_count++] =
			(struct as_contest_notice){AS_CONTEST_NOTICE_ERROR, wrong};
	return true;
}

void answer_send(struct page *page, int status)
{
	as_contest_log_unlock(page->request->server->log);
	as_http_answer_text(page->request->http, status, "text/html; charset=utf-8", page->out,
		&page->text, page->retry_s);
}

void answer_page(const struct request *request, answer_write *write)
{
	struct page page;

	if (!answer_begin(&page, request, NULL))
		return;
	write(page.out, &page.visit);
	answer_send(&page, 200);
}

void answer_board(const struct request *request, enum boards_kind kind)
{
	char tag[AS_DIGEST_HEX_SIZE];
	struct as_http_buffer *text = boards_newest(request->server->shared.boards, kind, tag);

	if (!text) {
		as_http_fail_no_memory(request->http);
		return;
	}
	struct as_http_response *response = as_http_response_new(200, "text/html; charset=utf-8");
	as_http_response_etag(response, tag);
	as_http_response_buffer(response, text);
	as_http_buffer_unref(text);
	as_http_answer(request->http, response);
}

void answer_screen(const struct request *request, enum boards_kind kind,
	void (*write)(FILE *out, const struct as_contest_visit *visit, const char *fragment))
{
	char tag[AS_DIGEST_HEX_SIZE];
	struct as_http_buffer *text = boards_newest(request->server->shared.boards, kind, tag);
	struct page page;
	size_t size;

	if (!text) {
		as_http_fail_no_memory(request->http);
		return;
	}
	if (answer_begin(&page, request, NULL)) {
		write(page.out, &page.visit, as_http_buffer_data(text, &size));
		answer_send(&page, 200);
	}
	as_http_buffer_unref(text);
}

/* A filtered board: rendered for this request only, not shared. */
static void answer_filtered(const struct request *request, bool jury,
	const struct as_contest_board_filter *filter, const char *wrong)
{
	struct page page;

	if (!answer_begin(&page, request, wrong))
		return;
	const int64_t begin_ns = as_now_ns();
	as_contest_page_board(page.out, &page.visit, jury, filter);
	/* The budget of anonymous requests; teams and the jury have none. */
	if (request->visitor.account == AS_CONTEST_NONE)
		replies_rendered(request->server->shared.replies, as_now_ns() - begin_ns);
	answer_send(&page, 200);
}

static bool is_given(const char *text)
{
	return text && *text;
}

/* Without scripts, too, the main board has only the teams of the main group. */
static enum boards_kind kind_of(const struct as_server *server, bool jury, bool is_part)
{
	if (is_part || server->config.contest->settings.main_group == AS_CONTEST_NONE)
		return jury ? BOARDS_JURY : BOARDS_PUBLIC;
	return jury ? BOARDS_JURY_MAIN : BOARDS_PUBLIC_MAIN;
}

void answer_board_page(const struct request *request, bool jury)
{
	const struct as_contest_board_filter filter = {as_http_query(request->http, "group"),
		as_http_query(request->http, "organization"), as_http_query(request->http, "name")};
	AS_AUTO_FREE char *changed =
		jury ? versions_notice(request->server, AS_CONTEST_NONE) : NULL;
	char tag[AS_DIGEST_HEX_SIZE];
	struct page page;
	size_t size;

	const bool is_part =
		is_given(filter.group) || is_given(filter.organization) || is_given(filter.name);

	if (!jury && as_http_query(request->http, "screen")) {
		answer_screen(request, kind_of(request->server, false, is_part),
			as_contest_page_screen_board);
		return;
	}
	/* Beyond the time for them, the shared board is sent, and the browser hides the rows. */
	if (is_part && (request->visitor.account != AS_CONTEST_NONE ||
			       replies_may_render(request->server->shared.replies))) {
		answer_filtered(request, jury, &filter, changed);
		return;
	}
	struct as_http_buffer *fragment = boards_newest(
		request->server->shared.boards, kind_of(request->server, jury, is_part), tag);
	if (!fragment) {
		as_http_fail_no_memory(request->http);
		return;
	}
	if (answer_begin(&page, request, changed)) {
		as_contest_page_board_around(
			page.out, &page.visit, jury, &filter, as_http_buffer_data(fragment, &size));
		answer_send(&page, 200);
	}
	as_http_buffer_unref(fragment);
}
