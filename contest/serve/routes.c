/* SPDX-License-Identifier: MIT */
/* Common parts of the routes: pages as answers, and who may send a request. */
#include "answer.h"
#include "boards.h"
#include "health.h"
#include "jury.h"
#include "problem.h"
#include "replies.h"
#include "server.h"

#include <assay/html.h>
#include <string.h>
#include <sys/stat.h>

/* ---- pages ---- */

static void refuse_no_memory(struct as_http_request *request)
{
	as_http_fail(request, 503, "the server is out of memory");
}

/* Call it with the log's lock held. Only the jury sees the reason, because it can act on it. */
static void add_trouble(struct page *page)
{
	const struct health_state health = health_state(page->server->health);
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

bool answer_begin(struct page *page, struct as_http_request *request, struct as_server *server,
	const struct as_site_visitor *visitor, const char *wrong)
{
	*page = (struct page){.request = request, .server = server};
	page->out = open_memstream(&page->text, &page->size);
	if (!page->out) {
		refuse_no_memory(request);
		return false;
	}
	as_contest_log_lock(server->log);
	page->visit = visit_of(server, visitor);
	page->visit.notices = page->notices;
	add_trouble(page);
	if (wrong)
		page->notices[page->visit.notice_count++] =
			(struct as_contest_notice){AS_CONTEST_NOTICE_ERROR, wrong};
	return true;
}

void answer_send(struct page *page, int status)
{
	as_contest_log_unlock(page->server->log);
	if (!as_html_close(page->out, &page->text, NULL)) {
		refuse_no_memory(page->request);
		return;
	}
	struct as_http_response *response =
		as_http_response_new(status, "text/html; charset=utf-8");
	as_http_response_take(response, page->text, strlen(page->text));
	if (page->retry_s > 0) {
		char seconds[20];
		snprintf(seconds, sizeof(seconds), "%u", page->retry_s);
		as_http_response_header(response, "Retry-After", seconds);
	}
	as_http_answer(page->request, response);
}

void answer_board(struct as_http_request *request, struct as_server *server, bool jury)
{
	char tag[AS_DIGEST_HEX_SIZE];
	struct as_http_buffer *text =
		boards_newest(server->shared.boards, jury ? BOARDS_JURY : BOARDS_PUBLIC, tag);

	if (!text) {
		refuse_no_memory(request);
		return;
	}
	struct as_http_response *response = as_http_response_new(200, "text/html; charset=utf-8");
	as_http_response_etag(response, tag);
	as_http_response_buffer(response, text);
	as_http_buffer_unref(text);
	as_http_answer(request, response);
}

/* A filtered board: rendered for this request only, not shared. */
static void answer_filtered(struct as_http_request *request, struct as_server *server,
	const struct as_site_visitor *visitor, bool jury,
	const struct as_contest_board_filter *filter, const char *wrong)
{
	struct page page;

	if (!answer_begin(&page, request, server, visitor, wrong))
		return;
	const int64_t begin_ns = as_now_ns();
	as_contest_page_board(page.out, &page.visit, jury, filter);
	/* The budget of anonymous requests; teams and the jury have none. */
	if (visitor->account == AS_CONTEST_NONE)
		replies_rendered(server->shared.replies, as_now_ns() - begin_ns);
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

void answer_board_page(struct as_http_request *request, struct as_server *server,
	const struct as_site_visitor *visitor, bool jury)
{
	const struct as_contest_board_filter filter = {as_http_query(request, "group"),
		as_http_query(request, "organization"), as_http_query(request, "name")};
	AS_AUTO_FREE char *changed = jury ? versions_notice(server, AS_CONTEST_NONE) : NULL;
	char tag[AS_DIGEST_HEX_SIZE];
	struct page page;
	size_t size;

	const bool is_part =
		is_given(filter.group) || is_given(filter.organization) || is_given(filter.name);

	/* Beyond the time for them, the shared board is sent, and the browser hides the rows. */
	if (is_part && (visitor->account != AS_CONTEST_NONE ||
			       replies_may_render(server->shared.replies))) {
		answer_filtered(request, server, visitor, jury, &filter, changed);
		return;
	}
	struct as_http_buffer *fragment =
		boards_newest(server->shared.boards, kind_of(server, jury, is_part), tag);
	if (!fragment) {
		refuse_no_memory(request);
		return;
	}
	if (answer_begin(&page, request, server, visitor, changed)) {
		as_contest_page_board_around(
			page.out, &page.visit, jury, &filter, as_http_buffer_data(fragment, &size));
		answer_send(&page, 200);
	}
	as_http_buffer_unref(fragment);
}

/* ---- the jury ---- */

static bool is_jury(enum as_contest_role role)
{
	return role == AS_CONTEST_ADMIN || role == AS_CONTEST_JUDGE || role == AS_CONTEST_ANALYST;
}

bool require_jury(
	struct as_http_request *request, struct as_server *server, struct as_site_visitor *visitor)
{
	*visitor = as_site_visitor(server->site, request);
	if (visitor->account == AS_CONTEST_NONE) {
		as_site_redirect_to_login(request, server->site);
		return false;
	}
	if (is_jury(role_of(server, visitor)))
		return true;
	as_http_fail(request, 403, "this page is for the jury: log in with an account of the jury");
	return false;
}

bool require_form(struct as_http_request *request, struct as_server *server, bool admin,
	struct as_site_visitor *visitor)
{
	*visitor = as_site_visitor(server->site, request);
	if (!as_site_check_form(request, visitor))
		return false;
	if (visitor->account != AS_CONTEST_NONE) {
		const enum as_contest_role role = role_of(server, visitor);
		if (role == AS_CONTEST_ADMIN || (!admin && role == AS_CONTEST_JUDGE))
			return true;
	}
	as_http_fail(request, visitor->account == AS_CONTEST_NONE ? 401 : 403,
		admin ? "only an admin can do this: log in as an admin"
		      : "only the jury can do this: log in with an account of the jury");
	return false;
}

size_t require_submission(struct as_http_request *request, struct as_server *server)
{
	as_contest_log_lock(server->log);
	const size_t found =
		as_contest_log_find_submission(server->log, as_http_part(request, "number"));
	as_contest_log_unlock(server->log);
	if (found == AS_CONTEST_NONE)
		as_http_fail(request, 404, "there is no such submission");
	return found;
}

uint64_t number_of_submission(const struct as_server *server, size_t submission)
{
	as_contest_log_lock(server->log);
	const uint64_t arrival = as_contest_log_submission(server->log, submission)->arrival;
	as_contest_log_unlock(server->log);
	return arrival;
}
