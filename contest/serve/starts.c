/* SPDX-License-Identifier: MIT */
/* The start of a team by itself, and its own board. */
#include "answer.h"
#include "ghosts.h"
#include "routes.h"
#include "server.h"

#include <assay/html.h>
#include <string.h>

#define MINUTE_MS 60000

/* The time of the ghosts that the team of the request sees: the last full minute of its own time;
 * after that, the end of the contest. -1: the team has no ghosts. */
static int64_t time_of_ghosts(const struct request *request)
{
	struct as_contest_log *log = request->server->log;
	const size_t team = request_team(request);
	int64_t time_ms = -1;

	as_contest_log_lock(log);
	const struct as_contest_start start = as_contest_log_start_of(log, team);
	if (start.wall_ms != AS_NEVER_MS && start.is_virtual) {
		const struct as_contest_clock clock =
			as_contest_log_team_clock(log, team, as_contest_log_clock(log));
		time_ms = as_contest_time_ms(&clock, request->now_ms);
		time_ms = time_ms >= clock.duration_ms ? clock.duration_ms
						       : time_ms - time_ms % MINUTE_MS;
	}
	as_contest_log_unlock(log);
	return time_ms;
}

/* The ghosts of the team, or NULL; release them. False: the request has been answered. */
static bool take_ghosts(const struct request *request, struct ghosts_at **at)
{
	const int64_t time_ms = time_of_ghosts(request);

	*at = time_ms >= 0 ? ghosts_take(request->server->shared.ghosts, time_ms) : NULL;
	if (*at || time_ms < 0)
		return true;
	as_http_fail_no_memory(request->http);
	return false;
}

static void show(const struct request *request, const char *wrong, int status)
{
	struct ghosts_at *at;
	struct page page;

	if (!take_ghosts(request, &at))
		return;
	if (answer_begin(&page, request, wrong)) {
		as_contest_page_start(page.out, &page.visit, at ? ghosts_of(at) : NULL);
		answer_send(&page, status);
	}
	ghosts_release(at);
}

static void get_start(const struct request *request)
{
	show(request, NULL, 200);
}

/* With an ETag: the board of a team changes about once a minute. */
static void send_own_board(const struct request *request, const struct as_contest_ghosts *ghosts)
{
	char tag[AS_DIGEST_HEX_SIZE], *text = NULL;
	size_t size;
	FILE *out = open_memstream(&text, &size);

	if (out) {
		as_contest_log_lock(request->server->log);
		const struct as_contest_visit visit = visit_of(request);
		as_contest_page_own_board(out, &visit, ghosts);
		as_contest_log_unlock(request->server->log);
	}
	if (!out || !as_text_close(out, &text, NULL)) {
		as_http_fail_no_memory(request->http);
		return;
	}
	as_digest_bytes(text, size, tag);
	struct as_http_response *response = as_http_response_new(200, "text/html; charset=utf-8");
	as_http_response_etag(response, tag);
	as_http_response_take(response, text, size);
	as_http_answer(request->http, response);
}

static void get_own_board(const struct request *request)
{
	struct ghosts_at *at;

	if (!take_ghosts(request, &at))
		return;
	send_own_board(request, at ? ghosts_of(at) : NULL);
	ghosts_release(at);
}

static void post_start(const struct request *request)
{
	const char *sure = as_http_form(request->http, "sure");
	const struct as_contest_entry_start entry = {.team = request_team(request),
		.account = request->visitor.account,
		.may_be_short = sure && strcmp(sure, "short") == 0};
	struct as_error error = {0};

	if (!sure || !*sure)
		show(request, "Tick that your team is ready: the time cannot be stopped.", 422);
	else if (as_contest_log_start_team(request->server->log, &entry, &error))
		show(request, error.text, error.kind == AS_ERROR_USAGE ? 409 : 503);
	else
		as_site_redirect(request->http, request->server->site, "/problems");
}

const struct route routes_starts[] = {
	{"GET", "/start", ROUTE_TEAM, get_start, ROUTE_BLOCKS},
	{"GET", "/start/board", ROUTE_TEAM, get_own_board, ROUTE_BLOCKS},
	{"POST", "/start", ROUTE_TEAM, post_start, ROUTE_BLOCKS},
	{0},
};
