/* SPDX-License-Identifier: MIT */
/* Rejudgings, for the jury. */
#include "answer.h"
#include "jury.h"
#include "routes.h"
#include "server.h"

#include <string.h>

/* ---- the list, and opening ---- */

/* NULL, or why the times are refused. */
static const char *read_time(const char *typed, int64_t *time_ms)
{
	*time_ms = AS_NEVER_MS;
	return !typed || !*typed || as_contest_reltime_parse(typed, time_ms, NULL) == 0
		       ? NULL
		       : "a contest time is H:MM:SS, for example 1:30:00";
}

static bool is_unknown(const char *id, size_t found)
{
	return id && *id && found == AS_CONTEST_NONE;
}

/* Call it with the lock. The texts are borrowed from the request. */
static const char *read_form(
	const struct request *request, jury_field *field, struct as_contest_rejudging_form *form)
{
	const char *earlier = field(request->http, "earlier"), *count, *times, *overrules;
	const char *wrong;

	*form = (struct as_contest_rejudging_form){.filter = jury_filter(request, field),
		.from = field(request->http, "from"),
		.to = field(request->http, "to"),
		.reason = field(request->http, "reason"),
		.times = 1};
	form->filter.is_earlier = earlier && strcmp(earlier, "1") == 0;
	overrules = field(request->http, "overrules");
	form->overrules = overrules && strcmp(overrules, "1") == 0;
	count = field(request->http, "count");
	times = field(request->http, "times");
	if (times && *times &&
		as_count_parse(times, 1, AS_CONTEST_REJUDGING_MAX_TIMES, &form->times, NULL))
		return "the number of times must be from 1 to 10";
	form->is_counted = form->reason || (count && *count);
	/* Unknown ids would select all submissions. */
	if (is_unknown(field(request->http, "problem"), form->filter.problem) ||
		is_unknown(field(request->http, "team"), form->filter.team))
		return "the problem or team is unknown";
	wrong = read_time(form->from, &form->filter.from_ms);
	return wrong ? wrong : read_time(form->to, &form->filter.to_ms);
}

static void show_list(const struct request *request, jury_field *field, const char *wrong)
{
	struct as_contest_rejudging_form form;
	struct page page;

	as_contest_log_lock(request->server->log);
	const char *refused = read_form(request, field, &form);
	as_contest_log_unlock(request->server->log);
	wrong = refused ? refused : wrong;
	if (!answer_begin(&page, request, wrong))
		return;
	form.is_counted &= !refused;
	as_contest_page_jury_rejudgings(page.out, &page.visit, &form);
	answer_send(&page, wrong ? 422 : 200);
}

static void get_list(const struct request *request)
{
	show_list(request, as_http_query, NULL);
}

static int open_rejudging(const struct request *request,
	const struct as_contest_rejudging_form *form, size_t *made, struct as_error *error)
{
	struct as_contest_log *log = request->server->log;
	struct as_contest_entry_rejudging entry = {.reason = form->reason ? form->reason : "",
		.times = (unsigned)form->times,
		.overrules = form->overrules,
		.account = request->visitor.account};

	as_contest_log_lock(log);
	AS_AUTO_FREE char *text = as_contest_filter_text(log, &form->filter, error);
	int failed = !text || as_contest_log_select(log, &form->filter, &entry.submissions, error);
	as_contest_log_unlock(log);
	entry.filter = text;
	if (!failed)
		failed = as_contest_log_rejudging_open(log, &entry, made, error);
	free(entry.submissions.items);
	return failed ? -1 : 0;
}

static void go_to(const struct request *request, size_t rejudging)
{
	AS_AUTO_FREE char *path = as_text_format(NULL, "/jury/rejudgings/%zu", rejudging + 1);

	as_site_redirect(request->http, request->server->site, path ? path : "/jury/rejudgings");
}

static void post_open(const struct request *request)
{
	struct as_contest_rejudging_form form;
	struct as_error error = {0};
	size_t made;

	as_contest_log_lock(request->server->log);
	const char *wrong = read_form(request, as_http_form, &form);
	as_contest_log_unlock(request->server->log);
	if (wrong)
		show_list(request, as_http_form, wrong);
	else if (open_rejudging(request, &form, &made, &error) == 0)
		go_to(request, made);
	else if (error.kind == AS_ERROR_USAGE)
		show_list(request, as_http_form, error.text);
	else
		as_http_fail(request->http, 503, "%s", error.text);
}

/* ---- one ---- */

/* AS_CONTEST_NONE: unknown, and the request has been answered. */
size_t jury_require_rejudging(const struct request *request)
{
	uint64_t number;

	as_contest_log_lock(request->server->log);
	const size_t count = as_contest_log_rejudging_count(request->server->log);
	as_contest_log_unlock(request->server->log);
	if (as_count_parse(as_http_part(request->http, "number"), 1, count, &number, NULL) == 0)
		return (size_t)number - 1;
	as_http_fail(request->http, 404, "there is no such rejudging");
	return AS_CONTEST_NONE;
}

/* "none": not judged. False: the text does not name a verdict. */
static bool read_verdict(const char *text, enum as_verdict *verdict)
{
	*verdict = AS_VERDICT_NONE;
	return text && (strcmp(text, "none") == 0 || as_verdict_parse(text, verdict) == 0);
}

static bool read_cell(const struct request *request, struct as_contest_verdicts *cell)
{
	return read_verdict(as_http_query(request->http, "was"), &cell->was) &&
	       read_verdict(as_http_query(request->http, "is"), &cell->is);
}

void jury_show_rejudging(
	const struct request *request, size_t rejudging, const char *text, int status)
{
	struct as_contest_verdicts cell;
	const bool has_cell = read_cell(request, &cell);
	struct page page;

	if (!answer_begin(&page, request, status == 200 ? NULL : text))
		return;
	if (status == 200 && text)
		page.notices[page.visit.notice_count++] =
			(struct as_contest_notice){AS_CONTEST_NOTICE_DONE, text};
	as_contest_page_jury_rejudging(page.out, &page.visit, rejudging, has_cell ? &cell : NULL);
	answer_send(&page, status);
}

static void get_one(const struct request *request)
{
	const size_t rejudging = jury_require_rejudging(request);

	if (rejudging != AS_CONTEST_NONE)
		jury_show_rejudging(request, rejudging, NULL, 200);
}

/* ---- telling the teams ---- */

/* With the lock: true if an item changed the verdict that counts. */
static bool has_changed(
	const struct as_contest_log *log, const struct as_contest_rejudging_item *item)
{
	return as_contest_log_submission(log, item->submission)->valid == item->judgement &&
	       as_contest_log_item_changes(log, item);
}

/* A team with a changed verdict, and the problem, if it is only one. */
struct told {
	size_t team, problem;
};

static size_t add_told(
	struct told *list, size_t count, const struct as_contest_submission *submission)
{
	for (size_t i = 0; i < count; i++)
		if (list[i].team == submission->team) {
			if (list[i].problem != submission->problem)
				list[i].problem = AS_CONTEST_NONE;
			return count;
		}
	list[count] = (struct told){submission->team, submission->problem};
	return count + 1;
}

/* NULL: out of memory. */
static struct told *list_told(struct as_contest_log *log, size_t rejudging, size_t *count)
{
	*count = 0;
	as_contest_log_lock(log);
	const struct as_contest_rejudging *of = as_contest_log_rejudging(log, rejudging);
	struct told *list = calloc(of->count + 1, sizeof(*list));
	for (size_t i = 0; list && i < of->count; i++)
		if (has_changed(log, &of->items[i]))
			*count = add_told(list, *count,
				as_contest_log_submission(log, of->items[i].submission));
	as_contest_log_unlock(log);
	return list;
}

static bool tells(const struct request *request)
{
	const char *tell = as_http_form(request->http, "tell");

	return tell && strcmp(tell, "1") == 0;
}

/* NULL, or why the form is refused. A text that cannot be sent is refused before verdicts change.
 */
static const char *check_close(
	const struct request *request, bool is_applied, struct as_error *error)
{
	const char *text = as_http_form(request->http, "text");

	if (!jury_is_sure(request))
		return is_applied
			       ? "The verdicts of the rejudging will count: tick \"I am sure\"."
			       : "The verdicts of the rejudging will be lost: tick \"I am sure\".";
	if (!is_applied || !tells(request) ||
		as_contest_log_check_clarification(text ? text : "", error) == 0)
		return NULL;
	as_error_context(error, "the text for the teams");
	return error->text;
}

/* A clarification for each team, because teams see the other recipients of one for several. */
static int tell_teams(const struct request *request, size_t rejudging, struct as_error *error)
{
	const char *text = as_http_form(request->http, "text");
	size_t count;
	AS_AUTO_FREE struct told *list = list_told(request->server->log, rejudging, &count);
	AS_AUTO_FREE struct as_contest_entry_clarification *entries =
		calloc(count + 1, sizeof(*entries));

	if (!list || !entries)
		return as_error_no_memory(error);
	for (size_t i = 0; i < count; i++)
		entries[i] = (struct as_contest_entry_clarification){.from_team = AS_CONTEST_NONE,
			.to_teams = {&list[i].team, 1},
			.reply_to = AS_CONTEST_NONE,
			.problem = list[i].problem,
			.account = request->visitor.account,
			.text = text ? text : ""};
	return as_contest_log_clarify_all(request->server->log, entries, count, error);
}

/* ---- closing ---- */

static void answer_failure(
	const struct request *request, size_t rejudging, const struct as_error *error)
{
	if (error->kind == AS_ERROR_USAGE)
		jury_show_rejudging(request, rejudging, error->text, 422);
	else
		as_http_fail(request->http, 503, "%s", error->text);
}

static void close_rejudging(const struct request *request, bool is_applied)
{
	const size_t rejudging = jury_require_rejudging(request);
	struct as_error error = {0};

	if (rejudging == AS_CONTEST_NONE)
		return;
	const char *wrong = check_close(request, is_applied, &error);
	if (wrong)
		jury_show_rejudging(request, rejudging, wrong, 422);
	else if (as_contest_log_rejudging_close(request->server->log, rejudging, is_applied,
			 request->visitor.account, &error))
		answer_failure(request, rejudging, &error);
	else if (is_applied && tells(request) && tell_teams(request, rejudging, &error))
		as_http_fail(request->http, 503,
			"the rejudging is applied, but the teams were not told: %s; write a "
			"clarification for them",
			error.text);
	else
		go_to(request, rejudging);
}

static void post_apply(const struct request *request)
{
	close_rejudging(request, true);
}

static void post_cancel(const struct request *request)
{
	close_rejudging(request, false);
}

const struct route routes_jury_rejudgings[] = {
	{"GET", "/jury/rejudgings", ROUTE_JURY, get_list, ROUTE_BLOCKS},
	{"POST", "/jury/rejudgings", ROUTE_JURY, post_open, ROUTE_BLOCKS},
	{"GET", "/jury/rejudgings/:number", ROUTE_JURY, get_one, ROUTE_BLOCKS},
	/* Pages with a refused form are polled and reloaded at the address of the form. */
	{"GET", "/jury/rejudgings/:number/apply", ROUTE_JURY, get_one, ROUTE_BLOCKS},
	{"POST", "/jury/rejudgings/:number/apply", ROUTE_JURY, post_apply, ROUTE_BLOCKS},
	{"GET", "/jury/rejudgings/:number/backup", ROUTE_JURY, get_one, ROUTE_BLOCKS},
	{"GET", "/jury/rejudgings/:number/cancel", ROUTE_JURY, get_one, ROUTE_BLOCKS},
	{"POST", "/jury/rejudgings/:number/cancel", ROUTE_JURY, post_cancel, ROUTE_BLOCKS},
	{0},
};
