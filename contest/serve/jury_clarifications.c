/* SPDX-License-Identifier: MIT */
/* Clarifications of the jury: the page, and its forms. */
#include "answer.h"
#include "routes.h"
#include "server.h"

#include <string.h>

#define TEAM "team:"
#define GROUP "group:"

static void write_page(FILE *out, const struct as_contest_visit *visit)
{
	as_contest_page_jury_clarifications(out, visit);
}

static void get_page(const struct request *request)
{
	answer_page(request, write_page);
}

static void get_one(const struct request *request)
{
	struct page page;
	uint64_t number;

	as_contest_log_lock(request->server->log);
	const size_t count = as_contest_log_clarification_count(request->server->log);
	as_contest_log_unlock(request->server->log);
	if (as_count_parse(as_http_part(request->http, "number"), 1, count, &number, NULL))
		as_http_fail(request->http, 404, "there is no such clarification");
	else if (answer_begin(&page, request, NULL)) {
		as_contest_page_jury_clarification(page.out, &page.visit, (size_t)number - 1);
		answer_send(&page, 200);
	}
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

/* ---- the forms: an answer, or an announcement ---- */

static const char *fill_answer(
	const struct request *request, struct as_contest_entry_clarification *entry)
{
	const char *reply_to = as_http_form(request->http, "reply_to");
	const char *problem = as_http_form(request->http, "problem");

	as_contest_log_lock(request->server->log);
	const size_t count = as_contest_log_clarification_count(request->server->log);
	const uint64_t number = reply_to ? strtoull(reply_to, NULL, 10) : 0;
	const char *wrong = fill_recipients(request->server->log, request->http, entry);
	if (number >= 1 && number <= count)
		entry->reply_to = (size_t)number - 1;
	else if (reply_to && *reply_to)
		wrong = "there is no such request";
	if (problem && *problem)
		entry->problem = as_contest_find_problem(request->server->config.contest, problem);
	as_contest_log_unlock(request->server->log);
	return wrong;
}

static void post(const struct request *request)
{
	struct as_error error = {0};
	size_t made;
	const char *text = as_http_form(request->http, "text");
	AS_AUTO(as_contest_auto_recipients)
	struct as_contest_entry_clarification entry = {.from_team = AS_CONTEST_NONE,
		.reply_to = AS_CONTEST_NONE,
		.problem = AS_CONTEST_NONE,
		.account = request->visitor.account,
		.text = text ? text : ""};

	const char *wrong = fill_answer(request, &entry);
	if (wrong)
		as_http_fail(request->http, 422, "%s", wrong);
	else if (as_contest_log_clarify(request->server->log, &entry, &made, &error))
		as_http_fail(
			request->http, error.kind == AS_ERROR_USAGE ? 422 : 503, "%s", error.text);
	else
		as_site_redirect(request->http, request->server->site, "/jury/clarifications");
}

const struct route routes_jury_clarifications[] = {
	{"GET", "/jury/clarifications", ROUTE_JURY, get_page, ROUTE_BLOCKS},
	{"GET", "/jury/clarifications/:number", ROUTE_JURY, get_one, ROUTE_PLAIN},
	{"POST", "/jury/clarifications", ROUTE_JURY, post, ROUTE_BLOCKS},
	{0},
};
