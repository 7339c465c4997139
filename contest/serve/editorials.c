/* SPDX-License-Identifier: MIT */
/* Editorials and chosen solutions of the packages. */
#include "answer.h"
#include "jury.h"
#include "problem.h"
#include "routes.h"
#include "server.h"

#include <assay/package/expectation.h>
#include <string.h>

#define ACCEPTED "submissions/accepted"
#define SOLUTIONS_MAX 20

/* ---- solutions ---- */

struct solutions {
	char **names;
	struct as_submitted items[SOLUTIONS_MAX];
	size_t count;
};

static void clear_solutions(struct solutions *solutions)
{
	as_names_free(solutions->names);
	for (size_t i = 0; i < SOLUTIONS_MAX; i++)
		as_submitted_clear(&solutions->items[i]);
}

static int read_solution(
	struct solutions *solutions, const struct as_package *package, const char *name)
{
	AS_AUTO_FREE char *path = as_text_format(NULL, "%s/" ACCEPTED "/%s", package->folder, name);

	if (!path ||
		as_submitted_take(&solutions->items[solutions->count], package, path, NULL, NULL)) {
		as_submitted_clear(&solutions->items[solutions->count]);
		return 0;
	}
	if (as_names_add(&solutions->names, strdup(name), NULL))
		return -1;
	solutions->count++;
	return 0;
}

/* The submissions that submissions.yaml calls model solutions. Files that cannot be read are left
 * out. */
static int read_solutions(const struct as_package *package, struct solutions *solutions)
{
	AS_AUTO_EXPECTATIONS struct as_expectations expectations = {0};
	AS_AUTO_FREE char *real = NULL;
	enum as_tree_type type;
	int failed = 0;

	if (as_expectations_load(&expectations, package, NULL) ||
		as_tree_find(&package->tree, ACCEPTED, &type, &real, NULL) ||
		type != AS_TREE_FOLDER)
		return 0;
	AS_AUTO_NAMES char **names = as_package_names(&package->tree, real, NULL, NULL);
	for (size_t i = 0; names && names[i] && solutions->count < SOLUTIONS_MAX && !failed; i++) {
		AS_AUTO_FREE char *path = as_text_format(NULL, "accepted/%s", names[i]);
		if (!path)
			return -1;
		if (as_expectations_is_model(&expectations, path))
			failed = read_solution(solutions, package, names[i]);
	}
	return failed;
}

/* ---- pages ---- */

/* The problem of the path, if the visitor may see its editorial; AS_CONTEST_NONE: the request has
 * been answered. */
static size_t require_editorial(const struct request *request)
{
	as_contest_log_lock(request->server->log);
	const struct as_contest_visit visit = visit_of(request);
	const struct as_contest_reader reader = as_contest_visit_reader(&visit);
	const size_t problem =
		as_contest_visit_sees_problems(&visit) && as_contest_log_sees_editorials(visit.log,
								  &reader, visit.now_wall_ms)
			? as_contest_find_problem(request->server->config.contest,
				  as_http_part(request->http, "id"))
			: AS_CONTEST_NONE;
	as_contest_log_unlock(request->server->log);
	if (problem == AS_CONTEST_NONE)
		as_http_fail(request->http, 404, "there is no such page, or it is not open yet");
	return problem;
}

static void get_editorial(const struct request *request)
{
	const size_t problem = require_editorial(request);
	AS_AUTO(clear_solutions) struct solutions solutions = {0};
	struct page page;

	if (problem == AS_CONTEST_NONE)
		return;
	AS_AUTO(problem_use_end) struct problem_use use = problem_use_now(request->server, problem);
	const struct as_package *package = use.seen->package;
	if (read_solutions(package, &solutions)) {
		as_http_fail_no_memory(request->http);
		return;
	}
	const struct as_contest_editorial view = {
		use.seen->editorial, solutions.names, solutions.items, solutions.count};
	if (!answer_begin(&page, request, NULL))
		return;
	as_contest_page_editorial(page.out, &page.visit, problem, &view);
	answer_send(&page, 200);
}

static void get_file(const struct request *request)
{
	const char *name = as_http_part(request->http, "name");
	const size_t problem = require_editorial(request);

	if (problem == AS_CONTEST_NONE)
		return;
	AS_AUTO(problem_use_end) struct problem_use use = problem_use_now(request->server, problem);
	const struct as_statement_file *file =
		use.seen->editorial ? as_statement_file(use.seen->editorial, name) : NULL;
	const int fd = file ? as_contest_statement_open_file(request->server->config.contest,
				      use.seen->editorial, file, NULL)
			    : -1;
	if (fd < 0)
		as_http_fail(request->http, 404, "there is no such file");
	else
		as_site_send_file(request->http, fd, file->type, NULL);
}

/* ---- the decision ---- */

static void post_editorials(const struct request *request)
{
	const char *action = as_http_form(request->http, "action");
	const bool is_open = action && strcmp(action, "open") == 0;
	struct as_error error = {0};

	if (!is_open && (!action || strcmp(action, "close") != 0))
		jury_show_problems(request, 422, "The form is not complete.");
	else if (!jury_is_sure(request))
		jury_show_problems(request, 422,
			is_open ? "Everybody will see the editorials: tick \"I am sure\"."
				: "Nobody but the jury will see the editorials: tick \"I am "
				  "sure\".");
	else if (as_contest_log_set_editorials(request->server->log,
			 is_open ? AS_CONTEST_EDITORIALS_OPEN : AS_CONTEST_EDITORIALS_CLOSED,
			 request->visitor.account, &error))
		jury_show_problems(request, error.kind == AS_ERROR_USAGE ? 422 : 503, error.text);
	else
		as_site_redirect(request->http, request->server->site, "/jury/problems");
}

const struct route routes_editorials[] = {
	{"GET", "/problems/:id/editorial", ROUTE_VISITOR, get_editorial, ROUTE_BLOCKS},
	{"GET", "/problems/:id/editorial/files/:name", ROUTE_VISITOR, get_file, ROUTE_BLOCKS},
	{"POST", "/jury/editorials", ROUTE_JURY, post_editorials, ROUTE_BLOCKS},
	{"GET", "/jury/editorials", ROUTE_JURY, jury_get_problems, ROUTE_BLOCKS},
	{0},
};
