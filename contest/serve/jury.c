/* SPDX-License-Identifier: MIT */
/* Pages and forms of the jury. */
#include "jury.h"
#include "answer.h"
#include "boards.h"
#include "evidence.h"
#include "problem.h"
#include "routes.h"
#include "server.h"

#include <inttypes.h>
#include <string.h>

/* ---- pages ---- */

static void get_board(const struct request *request)
{
	answer_board_page(request, true);
}

static void get_board_fragment(const struct request *request)
{
	answer_board(request, BOARDS_JURY);
}

static void get_board_events(const struct request *request)
{
	as_site_live_view(request->server->live, request->http, BOARDS_JURY, &request->visitor);
}

static void show_queue(const struct request *request,
	void (*write)(FILE *out, const struct as_contest_visit *visit,
		const struct as_contest_queue_view *view))
{
	AS_AUTO(as_store_status_clear) struct as_store_status status = {0};
	struct as_contest_judging_error errors[JUDGED_LISTED];
	struct page page;
	const bool is_known =
		as_store_status_read(request->server->config.store, &status, NULL) == 0;
	const struct as_contest_queue_view view = {is_known ? &status : NULL, errors,
		is_known ? judged_list(request->server, errors) : 0};

	if (answer_begin(&page, request, NULL)) {
		write(page.out, &page.visit, &view);
		answer_send(&page, 200);
	}
	for (size_t i = 0; i < view.error_count; i++)
		free(errors[i].cause);
}

static void get_queue(const struct request *request)
{
	show_queue(request, as_contest_page_jury_queue);
}

static void get_queue_fragment(const struct request *request)
{
	show_queue(request, as_contest_page_jury_queue_fragment);
}

/* NULL if the field is missing or empty. */
static const char *chosen(const struct as_http_request *request, const char *name)
{
	const char *value = as_http_query(request, name);

	return value && *value ? value : NULL;
}

struct as_contest_filter jury_filter(const struct request *request, jury_field *field)
{
	struct as_contest_filter filter = AS_CONTEST_FILTER_ALL;
	const char *problem = field(request->http, "problem"), *team = field(request->http, "team");

	if (problem && *problem)
		filter.problem = as_contest_find_problem(request->server->config.contest, problem);
	if (team && *team)
		filter.team = as_contest_log_find_team(request->server->log, team);
	filter.language = field(request->http, "language");
	filter.verdict = field(request->http, "verdict");
	return filter;
}

static void get_submissions(const struct request *request)
{
	struct page page;

	if (!answer_begin(&page, request, NULL))
		return;
	struct as_contest_filter filter = jury_filter(request, as_http_query);
	if (chosen(request->http, "before"))
		filter.before = strtoull(chosen(request->http, "before"), NULL, 10);
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

size_t jury_judgement(const struct request *request)
{
	const char *text = as_http_query(request->http, "judgement");
	uint64_t number = 0;

	return text && as_count_parse(text, 1, UINT32_MAX, &number, NULL) == 0 ? (size_t)number : 0;
}

static void show_submission(const struct request *request, size_t submission, const char *wrong)
{
	AS_AUTO(evidence_clear) struct evidence evidence = {0};
	const struct as_contest_evidence found = evidence_gather(
		request->server, submission, jury_judgement(request), true, &evidence);
	AS_AUTO_FREE char *changed = wrong ? NULL : changed_notice(request->server, submission);
	struct page page;

	if (!answer_begin(&page, request, wrong ? wrong : changed))
		return;
	as_contest_page_jury_submission(page.out, &page.visit, submission, &found);
	answer_send(&page, wrong ? 422 : 200);
}

static void get_submission(const struct request *request)
{
	const size_t submission = require_submission(request);

	if (submission != AS_CONTEST_NONE)
		show_submission(request, submission, NULL);
}

static void get_audit(const struct request *request)
{
	const char *before = chosen(request->http, "before");
	struct page page;

	if (!answer_begin(&page, request, NULL))
		return;
	as_contest_page_jury_audit(page.out, &page.visit, before ? strtoull(before, NULL, 10) : 0);
	answer_send(&page, 200);
}

/* ---- final results ---- */

bool jury_is_sure(const struct request *request)
{
	const char *sure = as_http_form(request->http, "sure");

	return sure && strcmp(sure, "1") == 0;
}

struct as_contest_decision jury_decision(const struct request *request)
{
	return (struct as_contest_decision){request->visitor.account, !jury_is_sure(request)};
}

const char *jury_ask_final(const struct request *request)
{
	as_contest_log_lock(request->server->log);
	const struct as_contest_state state = *as_contest_log_state(request->server->log);
	as_contest_log_unlock(request->server->log);
	if (state.finalized_wall_ms == AS_NEVER_MS || jury_is_sure(request))
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

static const char *ask_final(const struct request *request, size_t submission)
{
	return is_practice(request->server, submission) ? NULL : jury_ask_final(request);
}

static struct as_contest_decision decision_of(const struct request *request, size_t submission)
{
	struct as_contest_decision decision = jury_decision(request);

	decision.unless_final &= !is_practice(request->server, submission);
	return decision;
}

/* The results became final after the question was answered, or the store failed. */
static void refuse_decision(
	const struct request *request, size_t submission, const struct as_error *why)
{
	const char *question = why->kind == AS_ERROR_USAGE ? ask_final(request, submission) : NULL;

	if (question)
		show_submission(request, submission, question);
	else
		as_http_fail(
			request->http, why->kind == AS_ERROR_USAGE ? 409 : 503, "%s", why->text);
}

/* ---- forms about a submission ---- */

void jury_back_to_submission(const struct request *request, size_t submission)
{
	AS_AUTO_FREE char *path = as_text_format(
		NULL, "/jury/submissions/%" PRIu64, number_of_submission(request, submission));

	as_site_redirect(request->http, request->server->site, path ? path : "/jury");
}

static void post_rejudge(const struct request *request)
{
	struct as_error error = {0};

	const size_t submission = require_submission(request);
	if (submission == AS_CONTEST_NONE)
		return;
	const char *question = ask_final(request, submission);
	if (question)
		show_submission(request, submission, question);
	else if (versions_rejudge(request->server, submission, AS_STORE_REJUDGING,
			 decision_of(request, submission), &error))
		refuse_decision(request, submission, &error);
	else
		jury_back_to_submission(request, submission);
}

static void post_ignore(const struct request *request)
{
	struct as_error error = {0};

	const char *ignored = as_http_form(request->http, "ignored");
	const size_t submission = require_submission(request);
	if (submission == AS_CONTEST_NONE)
		return;
	const char *question = ask_final(request, submission);
	if (question)
		show_submission(request, submission, question);
	else if (as_contest_log_ignore(request->server->log, submission,
			 ignored && strcmp(ignored, "1") == 0, decision_of(request, submission),
			 &error))
		refuse_decision(request, submission, &error);
	else
		jury_back_to_submission(request, submission);
}

static void post_note(const struct request *request)
{
	const char *text = as_http_form(request->http, "text");
	const size_t submission = require_submission(request);
	struct as_error error = {0};

	if (submission == AS_CONTEST_NONE)
		return;
	if (!as_contest_log_add_note(request->server->log, submission, text ? text : "",
		    request->visitor.account, &error))
		jury_back_to_submission(request, submission);
	else if (error.kind == AS_ERROR_USAGE)
		show_submission(request, submission, error.text);
	else
		as_http_fail(request->http, 503, AS_SITE_STORE_FAILED);
}

static void get_logins(const struct request *request)
{
	const struct as_contest_login_filter filter = {
		as_http_query(request->http, "username"), as_http_query(request->http, "from")};
	struct page page;

	if (!answer_begin(&page, request, NULL))
		return;
	as_contest_page_jury_logins(page.out, &page.visit, &filter);
	answer_send(&page, 200);
}

const struct route routes_jury[] = {
	{"GET", "/jury", ROUTE_JURY, get_board, ROUTE_BLOCKS},
	{"GET", "/jury/board/fragment", ROUTE_JURY, get_board_fragment, ROUTE_PLAIN},
	{"GET", "/jury/board/events", ROUTE_JURY, get_board_events, ROUTE_PLAIN},
	{"GET", "/jury/submissions", ROUTE_JURY, get_submissions, ROUTE_BLOCKS},
	{"GET", "/jury/submissions/:number", ROUTE_JURY, get_submission, ROUTE_BLOCKS},
	/* A refused form shows the page of the submission, which polls its own address. */
	{"GET", "/jury/submissions/:number/rejudge", ROUTE_JURY, get_submission, ROUTE_BLOCKS},
	{"GET", "/jury/submissions/:number/ignore", ROUTE_JURY, get_submission, ROUTE_BLOCKS},
	{"GET", "/jury/submissions/:number/note", ROUTE_JURY, get_submission, ROUTE_BLOCKS},
	{"POST", "/jury/submissions/:number/note", ROUTE_JURY, post_note, ROUTE_BLOCKS},
	{"POST", "/jury/submissions/:number/rejudge", ROUTE_JURY, post_rejudge, ROUTE_BLOCKS},
	{"POST", "/jury/submissions/:number/ignore", ROUTE_JURY, post_ignore, ROUTE_BLOCKS},
	{"GET", "/jury/logins", ROUTE_JURY, get_logins, ROUTE_BLOCKS},
	{"GET", "/jury/queue", ROUTE_JURY, get_queue, ROUTE_BLOCKS},
	{"GET", "/jury/queue/fragment", ROUTE_JURY, get_queue_fragment, ROUTE_BLOCKS},
	{"GET", "/jury/audit", ROUTE_JURY, get_audit, ROUTE_BLOCKS},
	{0},
};
