/* SPDX-License-Identifier: MIT */
/* Clarifications of the jury: the page, and its forms. */
#include "answer.h"
#include "clarifications.h"
#include "routes.h"
#include "server.h"

#include <errno.h>
#include <string.h>

#define TEAM "team:"
#define GROUP "group:"

/* ---- pages ---- */

/* What was typed into a form, for the page after a refusal; `to` is for as_contest_typed_message.
 */
struct typed {
	struct as_contest_typed_message message;
	const char **to;
};

static void typed_clear(struct typed *typed)
{
	free(typed->to);
}

/* Without memory, the recipients are lost. */
static struct typed read_typed(const struct request *request)
{
	size_t field_count, count = 0;
	const struct as_http_field *fields = as_http_fields(request->http, &field_count);
	const char **to = calloc(field_count + 1, sizeof(*to));

	for (size_t i = 0; to && i < field_count; i++)
		if (strcmp(fields[i].name, "to") == 0 && !fields[i].file)
			to[count++] = fields[i].data;
	return (struct typed){
		.message = {.subject = as_http_form(request->http, "problem"),
			.text = as_http_form(request->http, "text"),
			.to = to,
			.leaves_quote = !as_http_form(request->http, "quote")},
		.to = to,
	};
}

static void show_page(const struct request *request, const struct as_contest_typed_message *typed,
	const char *wrong)
{
	const struct as_contest_desk_filter filter = {
		as_http_query(request->http, "state"), as_http_query(request->http, "subject")};
	struct page page;

	if (!answer_begin(&page, request, wrong))
		return;
	as_contest_page_jury_clarifications(page.out, &page.visit, &filter, typed);
	answer_send(&page, wrong ? 422 : 200);
}

static void get_page(const struct request *request)
{
	show_page(request, NULL, NULL);
}

static void show_one(const struct request *request, size_t clarification,
	const struct as_contest_typed_message *typed, const char *wrong)
{
	struct page page;

	if (!answer_begin(&page, request, wrong))
		return;
	as_contest_page_jury_clarification(page.out, &page.visit, clarification, typed);
	answer_send(&page, wrong ? 422 : 200);
}

/* AS_CONTEST_NONE: there is none. */
static size_t find_clarification(const struct request *request, const char *typed)
{
	uint64_t number;

	as_contest_log_lock(request->server->log);
	const size_t count = as_contest_log_clarification_count(request->server->log);
	as_contest_log_unlock(request->server->log);
	return as_count_parse(typed, 1, count, &number, NULL) ? AS_CONTEST_NONE
							      : (size_t)number - 1;
}

/* The clarification of the path; AS_CONTEST_NONE: the request has been answered. */
static size_t require_clarification(const struct request *request)
{
	const size_t found = find_clarification(request, as_http_part(request->http, "number"));

	if (found == AS_CONTEST_NONE)
		as_http_fail(request->http, 404, "there is no such clarification");
	return found;
}

static void get_one(const struct request *request)
{
	const size_t found = require_clarification(request);

	if (found != AS_CONTEST_NONE)
		show_one(request, found, NULL, NULL);
}

/* ---- recipients ---- */

/* NULL, or the reason for refusal. `is_all` becomes true for "all". Requires the lock. */
static const char *add_recipient(const struct as_contest_log *log, const char *to,
	struct as_contest_entry_clarification *entry, bool *is_all)
{
	struct as_contest_indexes *list = NULL;
	size_t found = AS_CONTEST_NONE;

	if (strcmp(to, "all") == 0) {
		*is_all = true;
		return NULL;
	}
	if (strncmp(to, TEAM, strlen(TEAM)) == 0) {
		list = &entry->to_teams;
		found = as_contest_log_find_team(log, to + strlen(TEAM));
	} else if (strncmp(to, GROUP, strlen(GROUP)) == 0) {
		list = &entry->to_groups;
		found = as_contest_find_group(as_contest_log_contest(log), to + strlen(GROUP));
	}
	if (!list || found == AS_CONTEST_NONE)
		return "a team or group is unknown";
	for (size_t i = 0; i < list->count; i++)
		if (list->items[i] == found)
			return NULL;
	list->items[list->count++] = found;
	return NULL;
}

/* NULL, or the reason for refusal. A text for some teams must not go to all by mistake. Requires
 * the lock. */
static const char *fill_recipients(const struct as_contest_log *log,
	const struct as_http_request *request, struct as_contest_entry_clarification *entry)
{
	size_t count;
	const struct as_http_field *fields = as_http_fields(request, &count);
	const char *wrong = NULL;
	bool is_all = false;

	entry->to_teams.items = calloc(count + 1, sizeof(*entry->to_teams.items));
	entry->to_groups.items = calloc(count + 1, sizeof(*entry->to_groups.items));
	if (!entry->to_teams.items || !entry->to_groups.items)
		return "the server is out of memory";
	for (size_t i = 0; i < count && !wrong; i++)
		if (strcmp(fields[i].name, "to") == 0 && !fields[i].file)
			wrong = add_recipient(log, fields[i].data, entry, &is_all);
	if (!wrong && is_all == (entry->to_teams.count + entry->to_groups.count > 0))
		wrong = "choose all teams, or some teams and groups";
	return wrong;
}

/* ---- answers and announcements ---- */

/* What the page of the form showed of the question; false: the form has no such fields. */
static bool read_seen(const struct request *request, struct as_contest_question_seen *seen)
{
	const char *replies = as_http_form(request->http, "replies");
	const char *claimed = as_http_form(request->http, "claimed");
	uint64_t count;

	if (!replies || !claimed || as_count_parse(replies, 0, SIZE_MAX, &count, NULL))
		return false;
	const char *answered = as_http_form(request->http, "answered");
	seen->reply_count = (size_t)count;
	/* A form of an older version lacks the field. */
	seen->is_answered = !answered || *answered;
	seen->claimant = as_contest_log_find_username(request->server->log, claimed);
	return true;
}

/* True if others than the asking team get the answer. */
static bool goes_to_others(const struct as_contest_clarification *question,
	const struct as_contest_entry_clarification *entry)
{
	return entry->to_groups.count > 0 || entry->to_teams.count != 1 ||
	       entry->to_teams.items[0] != question->from_team;
}

/* An answer has the subject of its question. `text`: owns the text with a quotation. */
static const char *fill_answer(
	const struct request *request, struct as_contest_entry_clarification *entry, char **text)
{
	const struct as_contest_clarification *question =
		as_contest_log_clarification(request->server->log, entry->reply_to);

	entry->problem = question->problem;
	entry->category = question->category;
	if (!*entry->text || !as_http_form(request->http, "quote") ||
		question->from_team == AS_CONTEST_NONE || !goes_to_others(question, entry))
		return NULL;
	*text = as_contest_quote(question->text, entry->text);
	entry->text = *text;
	return *text ? NULL : "the server is out of memory";
}

/* 0, or -1 with the reason. */
static int send_message(const struct request *request, struct as_contest_entry_clarification *entry,
	struct as_error *error)
{
	struct as_contest_log *log = request->server->log;
	struct as_contest_question_seen seen;
	AS_AUTO_FREE char *quoted = NULL;
	AS_AUTO_FREE char *category = NULL;
	size_t made;

	as_contest_log_lock(log);
	const char *wrong = fill_recipients(log, request->http, entry);
	if (!wrong)
		wrong = entry->reply_to == AS_CONTEST_NONE ? read_subject(request, entry)
							   : fill_answer(request, entry, &quoted);
	if (entry->reply_to != AS_CONTEST_NONE && read_seen(request, &seen))
		entry->seen = &seen;
	/* It may belong to the state. */
	category = entry->category ? strdup(entry->category) : NULL;
	as_contest_log_unlock(log);
	entry->category = category;
	return wrong ? as_error_set(error, AS_ERROR_USAGE, "%s", wrong)
		     : as_contest_log_clarify(log, entry, &made, error);
}

static void go_to(const struct request *request, size_t clarification)
{
	AS_AUTO_FREE char *path =
		clarification == AS_CONTEST_NONE
			? NULL
			: as_text_format(NULL, "/jury/clarifications#clarification-%zu",
				  clarification + 1);

	as_site_redirect(
		request->http, request->server->site, path ? path : "/jury/clarifications");
}

/* The page with the typed text, and the reason. */
static void refuse(const struct request *request, size_t reply_to, const struct as_error *error)
{
	AS_AUTO(typed_clear) struct typed typed = read_typed(request);

	if (error->kind != AS_ERROR_USAGE && error->sys_errno != EBUSY)
		as_http_fail(request->http, 503, "%s", error->text);
	else if (reply_to == AS_CONTEST_NONE)
		show_page(request, &typed.message, error->text);
	else
		show_one(request, reply_to, &typed.message, error->text);
}

static void send_and_answer(const struct request *request, size_t reply_to)
{
	struct as_error error = {0};
	const char *text = as_http_form(request->http, "text");
	AS_AUTO(as_contest_auto_recipients)
	struct as_contest_entry_clarification entry = {.from_team = AS_CONTEST_NONE,
		.reply_to = reply_to,
		.problem = AS_CONTEST_NONE,
		.account = request->visitor.account,
		.text = text ? text : ""};

	if (send_message(request, &entry, &error))
		refuse(request, reply_to, &error);
	else
		go_to(request, reply_to);
}

static void post(const struct request *request)
{
	const char *reply_to = as_http_form(request->http, "reply_to");
	const size_t found =
		reply_to && *reply_to ? find_clarification(request, reply_to) : AS_CONTEST_NONE;

	if (reply_to && *reply_to && found == AS_CONTEST_NONE)
		as_http_fail(request->http, 422, "there is no such request");
	else
		send_and_answer(request, found);
}

/* ---- a question ---- */

/* The index of a mark, or -1. */
static int find_mark(const char *action)
{
	for (int mark = AS_CONTEST_CLAIM; mark <= AS_CONTEST_REOPEN; mark++)
		if (strcmp(as_contest_mark_name((enum as_contest_mark)mark), action) == 0)
			return mark;
	return -1;
}

/* A text that was typed before the button was pressed stays on the page. */
static void mark_question(const struct request *request, size_t question, enum as_contest_mark mark)
{
	const char *text = as_http_form(request->http, "text");
	AS_AUTO(typed_clear) struct typed typed = read_typed(request);
	struct as_contest_question_seen seen = {AS_CONTEST_NONE, 0, false};
	struct as_error error = {0};

	as_contest_log_lock(request->server->log);
	(void)read_seen(request, &seen);
	as_contest_log_unlock(request->server->log);
	if (as_contest_log_mark_question(
		    request->server->log, question, mark, &seen, request->visitor.account, &error))
		refuse(request, question, &error);
	else if (text && *text)
		show_one(request, question, &typed.message, NULL);
	else
		go_to(request, question);
}

static void post_one(const struct request *request)
{
	const char *action = as_http_form(request->http, "action");
	const size_t question = require_clarification(request);

	if (question == AS_CONTEST_NONE)
		return;
	if (!action || strcmp(action, "answer") == 0)
		send_and_answer(request, question);
	else if (find_mark(action) >= 0)
		mark_question(request, question, (enum as_contest_mark)find_mark(action));
	else
		as_http_fail(request->http, 422, "the action is unknown");
}

const struct route routes_jury_clarifications[] = {
	{"GET", "/jury/clarifications", ROUTE_JURY, get_page, ROUTE_BLOCKS},
	{"GET", "/jury/clarifications/:number", ROUTE_JURY, get_one, ROUTE_PLAIN},
	{"POST", "/jury/clarifications", ROUTE_JURY, post, ROUTE_BLOCKS},
	{"POST", "/jury/clarifications/:number", ROUTE_JURY, post_one, ROUTE_BLOCKS},
	{0},
};
