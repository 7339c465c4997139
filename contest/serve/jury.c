/* SPDX-License-Identifier: MIT */
/* Pages and forms of the jury. */
#include "jury.h"
#include "answer.h"
#include "boards.h"
#include "evidence.h"
#include "problem.h"
#include "routes.h"
#include "server.h"

#include <assay/html.h>
#include <inttypes.h>
#include <string.h>

/* ---- pages ---- */

void jury_show(struct as_http_request *request, struct as_server *server,
	void (*write)(FILE *out, const struct as_contest_visit *visit))
{
	struct as_site_visitor visitor;
	struct page page;

	if (!require_jury(request, server, &visitor) ||
		!answer_begin(&page, request, server, &visitor, NULL))
		return;
	write(page.out, &page.visit);
	answer_send(&page, 200);
}

static void get_board(struct as_http_request *request, void *context)
{
	struct as_site_visitor visitor;

	if (require_jury(request, context, &visitor))
		answer_board_page(request, context, &visitor, true);
}

static void get_board_fragment(struct as_http_request *request, void *context)
{
	struct as_site_visitor visitor;

	if (require_jury(request, context, &visitor))
		answer_board(request, context, true);
}

static void get_board_events(struct as_http_request *request, void *context)
{
	struct as_server *server = context;
	struct as_site_visitor visitor;

	if (require_jury(request, server, &visitor))
		as_site_live_view(server->live, request, BOARDS_JURY, true);
}

static void show_queue(struct as_http_request *request, struct as_server *server,
	void (*write)(FILE *out, const struct as_contest_visit *visit,
		const struct as_contest_queue_view *view))
{
	AS_AUTO(as_store_status_clear) struct as_store_status status = {0};
	struct as_contest_judging_error errors[JUDGED_LISTED];
	struct as_site_visitor visitor;
	struct page page;

	if (!require_jury(request, server, &visitor))
		return;
	const bool is_known = as_store_status_read(server->config.store, &status, NULL) == 0;
	const struct as_contest_queue_view view = {
		is_known ? &status : NULL, errors, is_known ? judged_list(server, errors) : 0};
	if (answer_begin(&page, request, server, &visitor, NULL)) {
		write(page.out, &page.visit, &view);
		answer_send(&page, 200);
	}
	for (size_t i = 0; i < view.error_count; i++)
		free(errors[i].cause);
}

static void get_queue(struct as_http_request *request, void *context)
{
	show_queue(request, context, as_contest_page_jury_queue);
}

static void get_queue_fragment(struct as_http_request *request, void *context)
{
	show_queue(request, context, as_contest_page_jury_queue_fragment);
}

/* NULL if the field is missing or empty. */
static const char *chosen(const struct as_http_request *request, const char *name)
{
	const char *value = as_http_query(request, name);

	return value && *value ? value : NULL;
}

static void get_submissions(struct as_http_request *request, void *context)
{
	struct as_server *server = context;
	struct as_contest_filter filter = AS_CONTEST_FILTER_ALL;
	struct as_site_visitor visitor;
	struct page page;

	if (!require_jury(request, server, &visitor) ||
		!answer_begin(&page, request, server, &visitor, NULL))
		return;
	if (chosen(request, "problem"))
		filter.problem =
			as_contest_find_problem(server->config.contest, chosen(request, "problem"));
	if (chosen(request, "team"))
		filter.team = as_contest_log_find_team(server->log, chosen(request, "team"));
	filter.language = chosen(request, "language");
	filter.verdict = chosen(request, "verdict");
	if (chosen(request, "before"))
		filter.before = strtoull(chosen(request, "before"), NULL, 10);
	as_contest_page_jury_submissions(page.out, &page.visit, &filter);
	answer_send(&page, 200);
}

/* A rejudging uses the version in use, even if the folder has a newer one. */
static char *changed_notice(struct as_server *server, size_t submission)
{
	as_contest_log_lock(server->log);
	const size_t problem = as_contest_log_submission(server->log, submission)->problem;
	as_contest_log_unlock(server->log);
	return versions_notice(server, problem);
}

static void show_submission(struct as_http_request *request, struct as_server *server,
	const struct as_site_visitor *visitor, size_t submission, const char *wrong)
{
	AS_AUTO(evidence_clear) struct evidence evidence = {0};
	const struct as_contest_evidence found =
		evidence_gather(server, submission, true, &evidence);
	AS_AUTO_FREE char *changed = wrong ? NULL : changed_notice(server, submission);
	struct page page;

	if (!answer_begin(&page, request, server, visitor, wrong ? wrong : changed))
		return;
	as_contest_page_jury_submission(page.out, &page.visit, submission, &found);
	answer_send(&page, wrong ? 422 : 200);
}

static void get_submission(struct as_http_request *request, void *context)
{
	struct as_server *server = context;
	struct as_site_visitor visitor;

	if (!require_jury(request, server, &visitor))
		return;
	const size_t submission = require_submission(request, server);
	if (submission != AS_CONTEST_NONE)
		show_submission(request, server, &visitor, submission, NULL);
}

static void get_audit(struct as_http_request *request, void *context)
{
	struct as_server *server = context;
	const char *before = chosen(request, "before");
	struct as_site_visitor visitor;
	struct page page;

	if (!require_jury(request, server, &visitor) ||
		!answer_begin(&page, request, server, &visitor, NULL))
		return;
	as_contest_page_jury_audit(page.out, &page.visit, before ? strtoull(before, NULL, 10) : 0);
	answer_send(&page, 200);
}

/* ---- final results ---- */

static bool is_sure(const struct as_http_request *request)
{
	const char *sure = as_http_form(request, "sure");

	return sure && strcmp(sure, "1") == 0;
}

struct as_contest_decision jury_decision(
	const struct as_http_request *request, const struct as_site_visitor *visitor)
{
	return (struct as_contest_decision){visitor->account, !is_sure(request)};
}

const char *jury_ask_final(const struct as_http_request *request, struct as_server *server)
{
	as_contest_log_lock(server->log);
	const struct as_contest_state state = *as_contest_log_state(server->log);
	as_contest_log_unlock(server->log);
	if (state.finalized_wall_ms == AS_NEVER_MS || is_sure(request))
		return NULL;
	return state.end_of_updates_wall_ms == AS_NEVER_MS
		       ? "The results are final, and this action can change the results: tick \"I "
			 "am sure\"."
		       : "The results are final, and the event feed has ended: this action can "
			 "change the results, and the feed will not contain the change. Tick \"I "
			 "am sure\".";
}

/* A submission of practice is not in the results. */
static bool is_practice(struct as_server *server, size_t submission)
{
	as_contest_log_lock(server->log);
	const bool found = as_contest_log_submission(server->log, submission)->is_practice;
	as_contest_log_unlock(server->log);
	return found;
}

static const char *ask_final(
	const struct as_http_request *request, struct as_server *server, size_t submission)
{
	return is_practice(server, submission) ? NULL : jury_ask_final(request, server);
}

static struct as_contest_decision decision_of(const struct as_http_request *request,
	struct as_server *server, const struct as_site_visitor *visitor, size_t submission)
{
	struct as_contest_decision decision = jury_decision(request, visitor);

	decision.unless_final &= !is_practice(server, submission);
	return decision;
}

/* The results became final after the question was answered, or the store failed. */
static void refuse_decision(struct as_http_request *request, struct as_server *server,
	const struct as_site_visitor *visitor, size_t submission, const struct as_error *why)
{
	const char *question =
		why->kind == AS_ERROR_USAGE ? ask_final(request, server, submission) : NULL;

	if (question)
		show_submission(request, server, visitor, submission, question);
	else
		as_http_fail(request, why->kind == AS_ERROR_USAGE ? 409 : 503, "%s", why->text);
}

/* ---- forms about a submission ---- */

static void back_to_submission(
	struct as_http_request *request, const struct as_server *server, size_t submission)
{
	AS_AUTO_FREE char *path = as_text_format(
		NULL, "/jury/submissions/%" PRIu64, number_of_submission(server, submission));

	as_site_redirect(request, server->site, path ? path : "/jury");
}

static void post_rejudge(struct as_http_request *request, void *context)
{
	struct as_server *server = context;
	struct as_site_visitor visitor;
	struct as_error error = {0};

	if (!require_form(request, server, false, &visitor))
		return;
	const size_t submission = require_submission(request, server);
	if (submission == AS_CONTEST_NONE)
		return;
	const char *question = ask_final(request, server, submission);
	if (question)
		show_submission(request, server, &visitor, submission, question);
	else if (versions_rejudge(server, submission, AS_STORE_REJUDGING,
			 decision_of(request, server, &visitor, submission), &error))
		refuse_decision(request, server, &visitor, submission, &error);
	else
		back_to_submission(request, server, submission);
}

static void post_ignore(struct as_http_request *request, void *context)
{
	struct as_server *server = context;
	struct as_site_visitor visitor;
	struct as_error error = {0};

	if (!require_form(request, server, false, &visitor))
		return;
	const char *ignored = as_http_form(request, "ignored");
	const size_t submission = require_submission(request, server);
	if (submission == AS_CONTEST_NONE)
		return;
	const char *question = ask_final(request, server, submission);
	if (question)
		show_submission(request, server, &visitor, submission, question);
	else if (as_contest_log_ignore(server->log, submission,
			 ignored && strcmp(ignored, "1") == 0,
			 decision_of(request, server, &visitor, submission), &error))
		refuse_decision(request, server, &visitor, submission, &error);
	else
		back_to_submission(request, server, submission);
}

void routes_jury(struct as_site_routes *routes)
{
	static const struct {
		const char *method, *path;
		as_http_handler handler;
		unsigned flags;
	} table[] = {
		{"GET", "/jury", get_board, AS_HTTP_MAY_BLOCK},
		{"GET", "/jury/board/fragment", get_board_fragment, AS_HTTP_PLAIN},
		{"GET", "/jury/board/events", get_board_events, AS_HTTP_PLAIN},
		{"GET", "/jury/submissions", get_submissions, AS_HTTP_PLAIN},
		{"GET", "/jury/submissions/:number", get_submission, AS_HTTP_MAY_BLOCK},
		{"POST", "/jury/submissions/:number/rejudge", post_rejudge, AS_HTTP_MAY_BLOCK},
		{"POST", "/jury/submissions/:number/ignore", post_ignore, AS_HTTP_MAY_BLOCK},
		{"GET", "/jury/queue", get_queue, AS_HTTP_MAY_BLOCK},
		{"GET", "/jury/queue/fragment", get_queue_fragment, AS_HTTP_MAY_BLOCK},
		{"GET", "/jury/audit", get_audit, AS_HTTP_PLAIN},
	};

	for (size_t i = 0; i < sizeof(table) / sizeof(*table); i++)
		as_site_route(routes, table[i].method, table[i].path, table[i].handler,
			FORM_MAX_BYTES, table[i].flags);
}
