/* SPDX-License-Identifier: MIT */
#include "request.h"
#include "news.h"
#include "port.h"

struct request request_begin(struct as_http_request *http, struct as_server *server)
{
	return (struct request){.http = http,
		.server = server,
		.visitor = AS_SITE_NOBODY,
		.viewer = AS_CONTEST_NONE,
		.now_ms = as_contest_log_now_ms(server->log)};
}

/* The browser sets its clock by the page. The handler may have waited long for the store or for a
 * folder, so the page contains the time at which it is written. */
struct as_contest_visit visit_of(const struct request *request)
{
	struct as_server *server = request->server;

	return (struct as_contest_visit){
		.log = server->log,
		.base = server->base,
		.index = server->servers->has_index ? server->servers->base : NULL,
		.now_wall_ms = as_contest_log_now_ms(server->log),
		.account = request->visitor.account,
		.csrf = *request->visitor.csrf ? request->visitor.csrf : NULL,
		.languages = server->languages,
		.language_ids = server->language_ids,
		.libraries = server->pages.libraries,
		.seen = news_seen(server, request->visitor.account),
		.viewer = request->viewer == AS_CONTEST_NONE
				  ? NULL
				  : as_contest_log_account(server->log, request->viewer),
	};
}

size_t seer_of(const struct request *request)
{
	return request->viewer == AS_CONTEST_NONE ? request->visitor.account : AS_CONTEST_NONE;
}

size_t request_team(const struct request *request)
{
	struct as_contest_log *log = request->server->log;
	const size_t account = request->visitor.account;
	size_t team = AS_CONTEST_NONE;

	if (request->reader.role == AS_CONTEST_API_TEAM)
		return request->reader.team;
	as_contest_log_lock(log);
	if (account != AS_CONTEST_NONE &&
		as_contest_log_account(log, account)->role == AS_CONTEST_TEAM)
		team = as_contest_log_account(log, account)->team;
	as_contest_log_unlock(log);
	return team;
}

bool contest_has_begun(const struct request *request)
{
	const size_t team = request_team(request);

	as_contest_log_lock(request->server->log);
	const struct as_contest_clock clock =
		as_contest_log_clock_at(request->server->log, team, request->now_ms);
	const int64_t time_ms = as_contest_time_ms(&clock, request->now_ms);
	as_contest_log_unlock(request->server->log);
	return time_ms != AS_NEVER_MS && time_ms >= 0;
}

size_t require_submission(const struct request *request)
{
	as_contest_log_lock(request->server->log);
	const size_t found = as_contest_log_find_submission(
		request->server->log, as_http_part(request->http, "number"));
	as_contest_log_unlock(request->server->log);
	if (found == AS_CONTEST_NONE)
		as_http_fail(request->http, 404, "there is no such submission");
	return found;
}

size_t require_own_submission(const struct request *request)
{
	as_contest_log_lock(request->server->log);
	const struct as_contest_visit visit = visit_of(request);
	const struct as_contest_reader reader = as_contest_visit_reader(&visit);
	size_t found = as_contest_log_find_submission(
		request->server->log, as_http_part(request->http, "number"));
	if (found != AS_CONTEST_NONE &&
		(reader.scope != AS_CONTEST_SEES_TEAM ||
			as_contest_log_submission(request->server->log, found)->team !=
				reader.team))
		found = AS_CONTEST_NONE;
	as_contest_log_unlock(request->server->log);
	if (found == AS_CONTEST_NONE)
		as_http_fail(request->http, 404, "there is no such page");
	return found;
}

uint64_t number_of_submission(const struct request *request, size_t submission)
{
	as_contest_log_lock(request->server->log);
	const uint64_t arrival =
		as_contest_log_submission(request->server->log, submission)->arrival;
	as_contest_log_unlock(request->server->log);
	return arrival;
}
