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
static const char *endpoint_of(
	const struct as_http_request *request, const struct as_server *server, const char **id)
{
	const char *contest = as_http_part(request, "contest");
	const char *endpoint = as_http_part(request, "endpoint");
	const char *path = as_http_path(request);
	const size_t base = strlen(server->base);

	*id = as_http_part(request, "id");
	if (endpoint)
		return endpoint;
	if (contest) {
		*id = contest;
		return "contests";
	}
	return strncmp(path + base, "/api/contests", 13) == 0 ? "contests" : "";
}

static void answer_scoreboard(struct as_http_request *request, struct as_server *server,
	const struct as_contest_api_reader *reader)
{
	char tag[AS_DIGEST_HEX_SIZE];
	struct as_http_buffer *json = scoreboards_get(server, reader, tag);

	if (!json) {
		as_http_fail(request, 503, "the server is out of memory");
		return;
	}
	struct as_http_response *response = as_http_response_new(200, "application/json");
	as_http_response_header(response, "Access-Control-Allow-Origin", "*");
	as_http_response_etag(response, tag);
	as_http_response_buffer(response, json);
	as_http_buffer_unref(json);
	as_http_answer(request, response);
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
static void answer_own(
	struct as_http_request *request, struct as_server *server, const struct reply_query *query)
{
	struct as_bytes json = {0};
	const int status = as_contest_api_get(server->api, server->log, query->reader,
		query->endpoint, query->id, &query->filters, &json, NULL);

	if (status == 200 && strcmp(query->endpoint, "contests") == 0 && is_submit_client(request))
		add_short_names(&json);
	if (status < 0)
		as_http_fail(request, 503, "the server is out of memory");
	else
		answer_json(request, status, &json);
}

static void answer_shared(
	struct as_http_request *request, struct as_server *server, const struct reply_query *query)
{
	struct as_http_buffer *json;
	const int status = replies_get(server, query, &json);

	if (status < 0) {
		as_http_fail(request, 503, "the server is out of memory");
		return;
	}
	struct as_http_response *response = as_http_response_new(status, "application/json");
	as_http_response_header(response, "Access-Control-Allow-Origin", "*");
	as_http_response_buffer(response, json);
	as_http_buffer_unref(json);
	as_http_answer(request, response);
}

static bool is_own(const char *endpoint)
{
	static const char *const own[] = {"", "access", "account", "contests", NULL};
	size_t i = 0;

	while (own[i] && strcmp(own[i], endpoint) != 0)
		i++;
	return own[i] != NULL;
}

static void answer_get(struct as_http_request *request, struct as_server *server,
	const struct as_contest_api_reader *reader)
{
	struct reply_query query = {.reader = reader};
	size_t count;

	if (!api_is_contest(server, request)) {
		as_http_fail(request, 404, "there is no such contest");
		return;
	}
	query.endpoint = endpoint_of(request, server, &query.id);
	const struct as_http_pair *pairs = as_http_query_pairs(request, &count);
	if (strcmp(query.endpoint, "scoreboard") == 0 && !query.id && count == 0) {
		answer_scoreboard(request, server, reader);
		return;
	}
	AS_AUTO_FREE struct as_contest_api_filter *items = calloc(count + 1, sizeof(*items));
	for (size_t i = 0; items && i < count; i++)
		items[i] = (struct as_contest_api_filter){pairs[i].name, pairs[i].value};
	query.filters = (struct as_contest_api_filters){items, items ? count : 0};
	(is_own(query.endpoint) ? answer_own : answer_shared)(request, server, &query);
}

static void get(struct as_http_request *request, void *context)
{
	api_authenticate(request, context, answer_get);
}

/* ---- the feed ---- */

static void answer_feed(struct as_http_request *request, struct as_server *server,
	const struct as_contest_api_reader *reader)
{
	struct as_error error = {0};

	if (!api_is_contest(server, request)) {
		as_http_fail(request, 404, "there is no such contest");
		return;
	}
	/* The name before 2022-07. Without an error, such a client would silently read everything
	 * again. */
	if (as_http_query(request, "since_id")) {
		as_http_fail(request, 400, "since_id is not supported: use since_token");
		return;
	}
	struct as_contest_cursor *cursor = as_contest_feed_open(
		server->api, server->log, reader, as_http_query(request, "since_token"), &error);
	if (!cursor)
		as_http_fail(request, error.kind == AS_ERROR_USAGE ? 400 : 503, "%s", error.text);
	else
		as_site_live_feed(server->live, request, reader->account, cursor);
}

static void get_feed(struct as_http_request *request, void *context)
{
	api_authenticate(request, context, answer_feed);
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

static void answer_file(struct as_http_request *request, struct as_server *server,
	const struct as_contest_api_reader *reader)
{
	struct as_contest_api_file file;
	AS_AUTO_FREE char *below = api_file_path(request);

	if (!below || !api_is_contest(server, request) ||
		as_contest_api_find_file(server->api, server->log, reader, below, &file) != 200) {
		as_http_fail(request, 404, "the file does not exist");
		return;
	}
	if (file.submission != AS_CONTEST_NONE) {
		AS_AUTO_BYTES struct as_bytes zip = {0};
		if (archive_submission(server, file.blob, &zip)) {
			as_http_fail(request, 503, "the files cannot be read");
			return;
		}
		struct as_http_response *response = as_http_response_new(200, "application/zip");
		as_http_response_take(response, as_steal(zip.data), zip.size);
		as_http_response_attachment(response, file.filename);
		as_http_answer(request, response);
		return;
	}
	send_file(request,
		file.file ? as_contest_file_open(server->config.contest, file.file, NULL) : file.fd,
		&file);
}

static void get_file(struct as_http_request *request, void *context)
{
	api_authenticate(request, context, answer_file);
}

void routes_api(struct as_site_routes *routes)
{
	static const struct {
		const char *method, *path;
		as_http_handler handler;
		unsigned flags;
	} table[] = {
		{"GET", "/api", get, AS_HTTP_PLAIN},
		{"GET", "/api/", get, AS_HTTP_PLAIN},
		{"GET", "/api/contests", get, AS_HTTP_PLAIN},
		{"GET", "/api/contests/:contest", get, AS_HTTP_PLAIN},
		{"GET", "/api/contests/:contest/:endpoint", get, AS_HTTP_PLAIN},
		{"GET", "/api/contests/:contest/:endpoint/:id", get, AS_HTTP_PLAIN},
		{"GET", "/api/contests/:contest/:endpoint/:id/*rest", get_file, AS_HTTP_MAY_BLOCK},
		{"GET", "/api/contests/:contest/banner/:banner", get_file, AS_HTTP_MAY_BLOCK},
		{"GET", "/api/contests/:contest/logo/:logo", get_file, AS_HTTP_MAY_BLOCK},
		{"GET", "/api/contests/:contest/event-feed", get_feed, AS_HTTP_PLAIN},
	};

	for (size_t i = 0; i < sizeof(table) / sizeof(*table); i++)
		as_site_route(routes, table[i].method, table[i].path, table[i].handler, 0,
			table[i].flags);
	routes_api_contest(routes);
	routes_api_submissions(routes);
	routes_api_clarifications(routes);
	routes_api_awards(routes);
	routes_api_commentary(routes);
	routes_api_tokens(routes);
}
