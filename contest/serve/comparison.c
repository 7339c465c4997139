/* SPDX-License-Identifier: MIT */
/* A submission compared with an earlier one: for the jury, and for the team itself. */
#include "answer.h"
#include "evidence.h"
#include "routes.h"
#include "server.h"

#include <string.h>

/* The earlier submission that the query names, or the one before; AS_CONTEST_NONE: none. */
static size_t find_earlier(const struct request *request, size_t submission)
{
	const char *with = as_http_query(request->http, "with");

	as_contest_log_lock(request->server->log);
	const size_t wanted =
		with ? as_contest_log_find_submission(request->server->log, with) : AS_CONTEST_NONE;
	size_t found = as_contest_log_earlier(request->server->log, submission);
	while (with && found != AS_CONTEST_NONE && found != wanted)
		found = as_contest_log_earlier(request->server->log, found);
	as_contest_log_unlock(request->server->log);
	return found;
}

static void show(const struct request *request, size_t submission)
{
	AS_AUTO(as_submitted_clear) struct as_submitted before = {0};
	AS_AUTO(as_submitted_clear) struct as_submitted after = {0};
	struct as_contest_comparison comparison = {.submission = submission};
	AS_AUTO_FREE char *files = NULL;
	struct page page;

	if (submission == AS_CONTEST_NONE)
		return;
	comparison.with = find_earlier(request, submission);
	if (comparison.with == AS_CONTEST_NONE) {
		as_http_fail(request->http, 404,
			"there is no such earlier submission of the same team to the same problem");
		return;
	}
	/* Before the page holds the lock: large files take long. */
	if (read_submitted(request->server, comparison.with, &before) &&
		read_submitted(request->server, submission, &after))
		comparison.files = files = as_contest_comparison_files(&before, &after);
	if (!answer_begin(&page, request, NULL))
		return;
	as_contest_page_comparison(page.out, &page.visit, &comparison);
	answer_send(&page, 200);
}

static void get_of_jury(const struct request *request)
{
	show(request, require_submission(request));
}

static void get_own(const struct request *request)
{
	show(request, require_own_submission(request));
}

const struct route routes_comparison[] = {
	{"GET", "/jury/submissions/:number/diff", ROUTE_JURY, get_of_jury, ROUTE_BLOCKS},
	{"GET", "/submissions/:number/diff", ROUTE_TEAM, get_own, ROUTE_BLOCKS},
	{0},
};
