/* SPDX-License-Identifier: MIT */
/* Screens for a hall, and pictures of the contest's folder. */
#include "answer.h"
#include "routes.h"
#include "server.h"

#include <sys/stat.h>
#include <unistd.h>

/* ---- screens ---- */

static void get_verdicts(const struct request *request)
{
	answer_screen(request, BOARDS_VERDICTS, as_contest_page_screen_verdicts);
}

static void get_verdicts_fragment(const struct request *request)
{
	answer_board(request, BOARDS_VERDICTS);
}

static void get_verdicts_events(const struct request *request)
{
	as_site_live_view(request->server->live, request->http, BOARDS_VERDICTS, NULL);
}

static void get_countdown(const struct request *request)
{
	answer_page(request, as_contest_page_screen_countdown);
}

/* ---- pictures ---- */

static const struct as_contest_file *find_picture(const struct request *request)
{
	as_contest_log_lock(request->server->log);
	const struct as_contest_visit visit = visit_of(request);
	const struct as_contest_file *file = as_contest_find_picture(
		&visit, as_http_part(request->http, "kind"), as_http_part(request->http, "id"));
	as_contest_log_unlock(request->server->log);
	return file;
}

/* A board has many pictures, so browsers keep them for an hour and then ask if they changed.
 */
static void send_picture(struct as_http_request *request, int fd, const char *type)
{
	struct stat status;
	char tag[64];

	if (fstat(fd, &status)) {
		close(fd);
		as_http_fail(request, 404, "there is no such picture");
		return;
	}
	struct as_http_response *response = as_http_response_new(200, type);
	snprintf(tag, sizeof(tag), "%jx-%jx-%lx", (uintmax_t)status.st_size,
		(uintmax_t)status.st_mtim.tv_sec, (unsigned long)status.st_mtim.tv_nsec);
	as_http_response_etag(response, tag);
	as_http_response_header(response, "Cache-Control", "private, max-age=3600");
	as_http_response_policy(response, AS_SITE_FILE_POLICY);
	as_http_response_file(response, fd, (uint64_t)status.st_size);
	as_http_answer(request, response);
}

static void get_picture(const struct request *request)
{
	const struct as_contest_file *file = find_picture(request);
	const int fd =
		file ? as_contest_file_open(request->server->config.contest, file, NULL) : -1;

	if (fd < 0)
		as_http_fail(request->http, 404, "there is no such picture");
	else
		send_picture(request->http, fd, file->mime);
}

const struct route routes_screens[] = {
	{"GET", "/screen/verdicts", ROUTE_VISITOR, get_verdicts, ROUTE_PLAIN},
	{"GET", "/screen/verdicts/fragment", ROUTE_ANYBODY, get_verdicts_fragment, ROUTE_PLAIN},
	{"GET", "/screen/verdicts/events", ROUTE_ANYBODY, get_verdicts_events, ROUTE_PLAIN},
	{"GET", "/screen/countdown", ROUTE_VISITOR, get_countdown, ROUTE_PLAIN},
	{"GET", "/pictures/:kind", ROUTE_VISITOR, get_picture, ROUTE_PLAIN},
	{"GET", "/pictures/:kind/:id", ROUTE_VISITOR, get_picture, ROUTE_PLAIN},
	{0},
};
