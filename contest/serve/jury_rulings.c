/* SPDX-License-Identifier: MIT */
/* Verdicts that the jury decides by hand. */
#include "answer.h"
#include "jury.h"
#include "routes.h"
#include "server.h"

#include <inttypes.h>
#include <math.h>
#include <string.h>

/* NULL, or why the score is refused. */
static const char *read_score(const char *text, int64_t *score_e6)
{
	char *end;

	*score_e6 = -1;
	if (!text || !*text)
		return NULL;
	const double score = strtod(text, &end);
	if (*end || strspn(text, "0123456789.") != strlen(text) || score > AS_SCORE_MAX_E6 / 1e6)
		return "the score must be a number of points, such as 40 or 12.5";
	*score_e6 = llround(score * 1e6);
	return NULL;
}

/* The judgement that the form names by its place; AS_CONTEST_NONE: none. Call it with the lock. */
static size_t seen_of(const struct request *request, const struct as_contest_submission *of)
{
	const char *seen = as_http_form(request->http, "seen");
	uint64_t place;

	return seen && as_count_parse(seen, 1, of->judgement_count, &place, NULL) == 0
		       ? of->judgements[place - 1]
		       : AS_CONTEST_NONE;
}

static bool is_action(const struct request *request, const char *name)
{
	const char *action = as_http_form(request->http, "action");

	return action && strcmp(action, name) == 0;
}

/* NULL, or why the form is refused. The texts are borrowed. */
static const char *read_form(
	const struct request *request, size_t submission, struct as_contest_ruling_form *form)
{
	const char *verdict = as_http_form(request->http, "verdict");
	const char *shown = as_http_form(request->http, "shown");
	const char *reason = as_http_form(request->http, "reason");

	*form = (struct as_contest_ruling_form){.entry = {.submission = submission,
							.reason = reason ? reason : "",
							.is_shown = shown && *shown,
							.by = jury_decision(request)},
		.score = as_http_form(request->http, "score")};
	as_contest_log_lock(request->server->log);
	form->entry.seen =
		seen_of(request, as_contest_log_submission(request->server->log, submission));
	as_contest_log_unlock(request->server->log);
	if (verdict && as_verdict_parse(verdict, &form->entry.verdict))
		return "the verdict is unknown; choose one of the list";
	return read_score(form->score, &form->entry.score_e6);
}

static void show(const struct request *request, const struct as_contest_ruling_form *form,
	const char *wrong, int status)
{
	struct page page;

	if (!answer_begin(&page, request, wrong))
		return;
	as_contest_page_jury_ruling(page.out, &page.visit, form);
	answer_send(&page, wrong ? status : 200);
}

static void get_ruling(const struct request *request)
{
	const struct as_contest_ruling_form empty = {
		.entry = {.submission = require_submission(request)}};

	if (empty.entry.submission != AS_CONTEST_NONE)
		show(request, &empty, NULL, 200);
}

static int act(
	const struct request *request, struct as_contest_ruling_form *form, struct as_error *error)
{
	struct as_contest_log *log = request->server->log;
	size_t judgement;

	if (is_action(request, "withdraw"))
		return form->entry.seen == AS_CONTEST_NONE
			       ? as_error_set(error, AS_ERROR_USAGE, "nothing can be withdrawn")
			       : as_contest_log_ruling_withdraw(
					 log, form->entry.seen, form->entry.by, error);
	if (is_action(request, "decide"))
		return as_contest_log_rule(log, &form->entry, &judgement, error);
	as_contest_log_lock(log);
	const int failed = as_contest_log_check_ruling(log, &form->entry, error);
	as_contest_log_unlock(log);
	form->is_previewed = !failed;
	return failed;
}

static void post_ruling(const struct request *request)
{
	const size_t submission = require_submission(request);
	struct as_contest_ruling_form form;
	struct as_error error = {0};

	if (submission == AS_CONTEST_NONE)
		return;
	const char *wrong = read_form(request, submission, &form);
	if (wrong) {
		show(request, &form, wrong, 422);
		return;
	}
	if (act(request, &form, &error))
		show(request, &form, error.text, error.kind == AS_ERROR_USAGE ? 422 : 503);
	else if (form.is_previewed)
		show(request, &form, NULL, 200);
	else
		jury_back_to_submission(request, submission);
}

#define RULING "/jury/submissions/:number/ruling"
const struct route routes_jury_rulings[] = {
	{"GET", RULING, ROUTE_JURY, get_ruling, ROUTE_BLOCKS},
	{"POST", RULING, ROUTE_JURY, post_ruling, ROUTE_BLOCKS},
	{0},
};
