/* SPDX-License-Identifier: MIT */
/* Problems: their list, and their statements in the language of the reader. */
#include "answer.h"
#include "problem.h"
#include "routes.h"
#include "server.h"

#include <string.h>
#include <strings.h>

/* ---- the reader's language ---- */

/* True for the same language: "de" is also "de-AT". */
static bool is_language(const struct as_statement *statement, const char *code, size_t size)
{
	const char *own = statement->language;
	const size_t main = own ? strcspn(own, "-_") : 0;

	if (!own || main == 0)
		return false;
	for (size_t i = 0; i < size; i++)
		if (code[i] == '-' || code[i] == '_')
			size = i;
	return size == main && strncasecmp(own, code, size) == 0;
}

static const struct as_statement *find_translation(
	const struct server_problem *problem, const char *code, size_t size)
{
	if (is_language(problem->statement, code, size))
		return problem->statement;
	struct as_statement **one = problem->translations;
	while (*one && !is_language(*one, code, size))
		one++;
	return *one;
}

/* The statement in the language that the query asks for, or that the browser prefers. */
static const struct as_statement *statement_for(
	const struct as_http_request *request, const struct server_problem *problem)
{
	const char *asked = as_http_query(request, "language");
	const char *at = asked ? asked : as_http_header(request, "Accept-Language");

	/* "de-AT, de;q=0.9, en;q=0.5": browsers order them. */
	while (at && *at) {
		at += strspn(at, " ,");
		const struct as_statement *found =
			find_translation(problem, at, strcspn(at, " ,;"));
		if (found)
			return found;
		at += strcspn(at, ",");
	}
	return problem->statement;
}

/* ---- problems ---- */

static void get_problems(const struct request *request)
{
	answer_page(request, as_contest_page_problems);
}

/* The index of the path's problem, if the visitor may see it, or AS_CONTEST_NONE. Call it with the
 * lock held. */
static size_t find_problem(
	const struct as_contest_visit *visit, const struct as_http_request *request)
{
	if (!as_contest_visit_sees_problems(visit))
		return AS_CONTEST_NONE;
	return as_contest_find_problem(
		as_contest_log_contest(visit->log), as_http_part(request, "id"));
}

static void get_problem(const struct request *request)
{
	struct page page;

	if (!answer_begin(&page, request, NULL))
		return;
	const size_t problem = find_problem(&page.visit, request->http);
	if (problem != AS_CONTEST_NONE)
		as_contest_page_problem(page.out, &page.visit, problem,
			statement_for(request->http, problem_now(request->server, problem)));
	else
		as_contest_page_error(page.out, &page.visit, 404, "There is no such problem.");
	answer_send(&page, problem != AS_CONTEST_NONE ? 200 : 404);
}

static void get_problem_file(const struct request *request)
{
	as_contest_log_lock(request->server->log);
	const struct as_contest_visit visit = visit_of(request);
	const size_t problem = find_problem(&visit, request->http);
	as_contest_log_unlock(request->server->log);
	AS_AUTO(problem_use_end) struct problem_use use = {0};
	if (problem != AS_CONTEST_NONE)
		use = problem_use_now(request->server, problem);
	const struct as_statement_file *file =
		use.seen ? as_statement_file(
				   use.seen->statement, as_http_part(request->http, "name"))
			 : NULL;
	const int fd = file ? as_contest_statement_open_file(request->server->config.contest,
				      use.seen->statement, file, NULL)
			    : -1;
	if (fd < 0) {
		as_http_fail(request->http, 404, "there is no such file");
		return;
	}
	as_site_send_file(request->http, fd, file->type,
		file->kind == AS_STATEMENT_ATTACHMENT ? file->name : NULL);
}

static void get_statements(const struct request *request)
{
	const size_t count = request->server->config.contest->problem_count;
	AS_AUTO_FREE const struct as_statement **statements =
		calloc(count + 1, sizeof(const struct as_statement *));
	struct page page;

	if (!statements) {
		as_http_fail_no_memory(request->http);
		return;
	}
	if (!answer_begin(&page, request, NULL))
		return;
	for (size_t i = 0; i < count; i++)
		statements[i] = statement_for(request->http, problem_now(request->server, i));
	as_contest_page_statements(page.out, &page.visit, statements);
	answer_send(&page, 200);
}

const struct route routes_statements[] = {
	{"GET", "/problems", ROUTE_VISITOR, get_problems, ROUTE_PLAIN},
	{"GET", "/problems/:id", ROUTE_VISITOR, get_problem, ROUTE_PLAIN},
	{"GET", "/problems/:id/files/:name", ROUTE_VISITOR, get_problem_file, ROUTE_PLAIN},
	{"GET", "/statements", ROUTE_VISITOR, get_statements, ROUTE_BLOCKS},
	{0},
};
