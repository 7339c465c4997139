/* SPDX-License-Identifier: MIT */
/* Clarifications of the jury: the page, and its forms. */
#include "answer.h"
#include "jury.h"
#include "routes.h"
#include "server.h"

#include <string.h>

#define TEAM "team:"
#define GROUP "group:"

static void write_page(FILE *out, const struct as_contest_visit *visit)
{
	as_contest_page_jury_clarifications(out, visit, NULL);
}

static void get_page(struct as_http_request *request, void *context)
{
	jury_show(request, context, write_page);
}

static void get_one(struct as_http_request *request, void *context)
{
	struct as_server *server = context;
	struct as_site_visitor visitor;
	struct page page;
	uint64_t number;

	if (!require_jury(request, server, &visitor))
		return;
	as_contest_log_lock(server->log);
	const size_t count = as_contest_log_clarification_count(server->log);
	as_contest_log_unlock(server->log);
	if (as_count_parse(as_http_part(request, "number"), 1, count, &number, NULL))
		as_http_fail(request, 404, "there is no such clarification");
	else if (answer_begin(&page, request, server, &visitor, NULL)) {
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

static const char *fill_answer(struct as_server *server, const struct as_http_request *request,
	struct as_contest_entry_clarification *entry)
{
	const char *reply_to = as_http_form(request, "reply_to");
	const char *problem = as_http_form(request, "problem");

	as_contest_log_lock(server->log);
	const size_t count = as_contest_log_clarification_count(server->log);
	const uint64_t number = reply_to ? strtoull(reply_to, NULL, 10) : 0;
	const char *wrong = fill_recipients(server->log, request, entry);
	if (number >= 1 && number <= count)
		entry->reply_to = (size_t)number - 1;
	else if (reply_to && *reply_to)
		wrong = "there is no such request";
	if (problem && *problem)
		entry->problem = as_contest_find_problem(server->config.contest, problem);
	as_contest_log_unlock(server->log);
	return wrong;
}

static void post(struct as_http_request *request, void *context)
{
	struct as_server *server = context;
	struct as_site_visitor visitor;
	struct as_error error = {0};
	size_t made;

	if (!require_form(request, server, false, &visitor))
		return;
	const char *text = as_http_form(request, "text");
	AS_AUTO(as_contest_auto_recipients)
	struct as_contest_entry_clarification entry = {.from_team = AS_CONTEST_NONE,
		.reply_to = AS_CONTEST_NONE,
		.problem = AS_CONTEST_NONE,
		.account = visitor.account,
		.text = text ? text : ""};
	const char *wrong = fill_answer(server, request, &entry);
	if (wrong)
		as_http_fail(request, 422, "%s", wrong);
	else if (as_contest_log_clarify(server->log, &entry, &made, &error))
		as_http_fail(request, error.kind == AS_ERROR_USAGE ? 422 : 503, "%s", error.text);
	else
		as_site_redirect(request, server->site, "/jury/clarifications");
}

void routes_jury_clarifications(struct as_site_routes *routes)
{
	as_site_route(
		routes, "GET", "/jury/clarifications", get_page, FORM_MAX_BYTES, AS_HTTP_PLAIN);
	as_site_route(routes, "GET", "/jury/clarifications/:number", get_one, FORM_MAX_BYTES,
		AS_HTTP_PLAIN);
	as_site_route(
		routes, "POST", "/jury/clarifications", post, FORM_MAX_BYTES, AS_HTTP_MAY_BLOCK);
}
