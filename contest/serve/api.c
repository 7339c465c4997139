/* SPDX-License-Identifier: MIT */
/*
 * The Contest API at BASE/api/: maps paths and accounts to contest/api.h. Requests that change the
 * contest are in the other api_*.c files.
 */
#include "api.h"
#include "answer.h"
#include "replies.h"
#include "routes.h"
#include "scoreboard.h"
#include "server.h"

#include <fcntl.h>
#include <sodium.h>
#include <string.h>
#include <sys/stat.h>

/* ---- documents ---- */

static void answer_json(struct as_http_request *request, int status, struct as_bytes *json)
{
	as_http_answer(request, api_response(status, json));
}

/* The endpoint of the path: the part after the contest, or the API itself. */
static const char *endpoint_of(const struct request *request, const char **id)
{
	const char *contest = as_http_part(request->http, "contest");
	const char *endpoint = as_http_part(request->http, "endpoint");
	const char *path = as_http_path(request->http);
	const size_t base = strlen(request->server->base);

	*id = as_http_part(request->http, "id");
	if (endpoint)
		return endpoint;
	if (contest) {
		*id = contest;
		return "contests";
	}
	return strncmp(path + base, "/api/contests", 13) == 0 ? "contests" : "";
}

static void answer_scoreboard(const struct request *request)
{
	char tag[AS_DIGEST_HEX_SIZE];
	struct as_http_buffer *json = scoreboards_get(request->server, &request->reader, tag);

	if (!json) {
		as_http_fail_no_memory(request->http);
		return;
	}
	struct as_http_response *response = as_http_response_new(200, "application/json");
	as_http_response_header(response, "Access-Control-Allow-Origin", "*");
	as_http_response_etag(response, tag);
	as_http_response_buffer(response, json);
	as_http_buffer_unref(json);
	as_http_answer(request->http, response);
}

/* DOMjudge's submit client requires a property that the specification does not have; only it gets
 * that. */
static bool is_submit_client(const struct as_http_request *request)
{
	static const char name[] = "domjudge-submit-client";
	const char *agent = as_http_header(request, "User-Agent");

	return agent && strncmp(agent, name, sizeof(name) - 1) == 0;
}

static void add_short_names(struct as_bytes *json)
{
	AS_AUTO_JSON json_t *contests = json_loadb(json->data, json->size, 0, NULL);

	for (size_t i = 0; i < json_array_size(contests); i++) {
		json_t *contest = json_array_get(contests, i);
		json_object_set(contest, "shortname", json_object_get(contest, "id"));
	}
	char *text = contests ? json_dumps(contests, JSON_COMPACT | JSON_REAL_PRECISION(15)) : NULL;
	if (!text)
		return;
	free(json->data);
	json->data = text;
	json->size = strlen(text);
}

/* Documents of one account, and the list of contests, which may be changed. They are small. */
int api_read_own(
	const struct request *request, const struct reply_query *query, struct as_bytes *json)
{
	const int status = as_contest_api_get(request->server->api, request->server->log,
		query->reader, query->endpoint, query->id, &query->filters, json, NULL);

	if (status == 200 && strcmp(query->endpoint, "contests") == 0 &&
		is_submit_client(request->http))
		add_short_names(json);
	return status;
}

static void answer_own(const struct request *request, const struct reply_query *query)
{
	struct as_bytes json = {0};
	const int status = api_read_own(request, query, &json);

	if (status < 0)
		as_http_fail_no_memory(request->http);
	else
		answer_json(request->http, status, &json);
}

static void answer_shared(const struct request *request, const struct reply_query *query)
{
	struct as_http_buffer *json;
	const int status = replies_get(request->server, query, &json);

	if (status < 0) {
		as_http_fail_no_memory(request->http);
		return;
	}
	struct as_http_response *response = as_http_response_new(status, "application/json");
	as_http_response_header(response, "Access-Control-Allow-Origin", "*");
	as_http_response_buffer(response, json);
	as_http_buffer_unref(json);
	as_http_answer(request->http, response);
}

static bool is_own(const char *endpoint)
{
	static const char *const own[] = {"", "access", "account", "contests", NULL};
	size_t i = 0;

	while (own[i] && strcmp(own[i], endpoint) != 0)
		i++;
	return own[i] != NULL;
}

static void answer_get(const struct request *request)
{
	struct reply_query query = {.reader = &request->reader};
	size_t count;

	if (!api_is_contest(request)) {
		as_http_fail(request->http, 404, "there is no such contest");
		return;
	}
	query.endpoint = endpoint_of(request, &query.id);
	const struct as_http_pair *pairs = as_http_query_pairs(request->http, &count);
	if (strcmp(query.endpoint, "scoreboard") == 0 && !query.id && count == 0) {
		answer_scoreboard(request);
		return;
	}
	AS_AUTO_FREE struct as_contest_api_filter *items = calloc(count + 1, sizeof(*items));
	for (size_t i = 0; items && i < count; i++)
		items[i] = (struct as_contest_api_filter){pairs[i].name, pairs[i].value};
	query.filters = (struct as_contest_api_filters){items, items ? count : 0};
	(is_own(query.endpoint) ? answer_own : answer_shared)(request, &query);
}

/* ---- the feed ---- */

static void answer_feed(const struct request *request)
{
	struct as_server *server = request->server;
	struct as_error error = {0};

	if (!api_is_contest(request)) {
		as_http_fail(request->http, 404, "there is no such contest");
		return;
	}
	/* The name before 2022-07. Without an error, such a client would silently read everything
	 * again. */
	if (as_http_query(request->http, "since_id")) {
		as_http_fail(request->http, 400, "since_id is not supported: use since_token");
		return;
	}
	struct as_contest_cursor *cursor = as_contest_feed_open(server->api, server->log,
		&request->reader, as_http_query(request->http, "since_token"), &error);
	if (!cursor)
		as_http_fail(
			request->http, error.kind == AS_ERROR_USAGE ? 400 : 503, "%s", error.text);
	else
		as_site_live_feed(server->live, request->http, request->reader.account, cursor);
}

/* ---- files ---- */

static void send_file(
	struct as_http_request *request, int fd, const struct as_contest_api_file *file)
{
	struct stat status;

	if (fd < 0 || fstat(fd, &status)) {
		if (fd >= 0)
			close(fd);
		as_http_fail(request, 404, "the file is gone");
		return;
	}
	struct as_http_response *response = as_http_response_new(200, file->mime);
	as_http_response_file(response, fd, (uint64_t)status.st_size);
	as_http_response_policy(response, "sandbox; default-src 'none'");
	as_http_response_attachment(response, file->filename);
	as_http_answer(request, response);
}

/* The path below the contest. The contest's own files have two parts: PROPERTY/FILENAME. */
static char *api_file_path(const struct as_http_request *request)
{
	const char *banner = as_http_part(request, "banner"), *logo = as_http_part(request, "logo");

	if (banner || logo)
		return as_text_format(
			NULL, "%s/%s", banner ? "banner" : "logo", banner ? banner : logo);
	return as_text_format(NULL, "%s/%s/%s", as_http_part(request, "endpoint"),
		as_http_part(request, "id"), as_http_part(request, "rest"));
}

static void answer_file(const struct request *request)
{
	struct as_contest_api_file file;
	AS_AUTO_FREE char *below = api_file_path(request->http);

	if (!below || !api_is_contest(request) ||
		as_contest_api_find_file(request->server->api, request->server->log,
			&request->reader, below, &file) != 200) {
		as_http_fail(request->http, 404, "the file does not exist");
		return;
	}
	if (file.submission != AS_CONTEST_NONE) {
		AS_AUTO_BYTES struct as_bytes zip = {0};
		if (archive_submission(request->server, file.blob, &zip)) {
			as_http_fail(request->http, 503, "the files cannot be read");
			return;
		}
		struct as_http_response *response = as_http_response_new(200, "application/zip");
		as_http_response_take(response, as_steal(zip.data), zip.size);
		as_http_response_attachment(response, file.filename);
		as_http_answer(request->http, response);
		return;
	}
	send_file(request->http,
		file.file ? as_contest_file_open(request->server->config.contest, file.file, NULL)
			  : file.fd,
		&file);
}

const struct route routes_api[] = {
	{"GET", "/api", ROUTE_API, answer_get, ROUTE_PLAIN},
	{"GET", "/api/", ROUTE_API, answer_get, ROUTE_PLAIN},
	{"GET", "/api/contests", ROUTE_API, answer_get, ROUTE_PLAIN},
	{"GET", "/api/contests/:contest", ROUTE_API, answer_get, ROUTE_PLAIN},
	{"GET", "/api/contests/:contest/:endpoint", ROUTE_API, answer_get, ROUTE_BLOCKS},
	{"GET", "/api/contests/:contest/:endpoint/:id", ROUTE_API, answer_get, ROUTE_PLAIN},
	{"GET", "/api/contests/:contest/:endpoint/:id/*rest", ROUTE_API, answer_file, ROUTE_BLOCKS},
	{"GET", "/api/contests/:contest/banner/:banner", ROUTE_API, answer_file, ROUTE_BLOCKS},
	{"GET", "/api/contests/:contest/logo/:logo", ROUTE_API, answer_file, ROUTE_BLOCKS},
	{"GET", "/api/contests/:contest/event-feed", ROUTE_API, answer_feed, ROUTE_PLAIN},
	{0},
};
