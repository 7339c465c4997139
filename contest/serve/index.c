/* SPDX-License-Identifier: MIT */
/* The common part of several contests: the page of all contests, the list of the Contest API, and
 * the health of the whole. */
#include "index.h"
#include "api.h"
#include "check.h"
#include "port.h"
#include "replies.h"

#include <assay/contest/pages/index.h>
#include <assay/html.h>
#include <string.h>

/* ---- the page ---- */

static void get_index(struct as_http_request *http, void *context)
{
	struct as_servers *servers = as_http_context(http);
	AS_AUTO_FREE struct as_contest_listed *items = calloc(servers->count, sizeof(*items));
	char *text = NULL;
	size_t size = 0;
	FILE *out = items ? open_memstream(&text, &size) : NULL;
	int64_t now_ms = 0;

	(void)context;
	if (!out) {
		as_http_fail_no_memory(http);
		return;
	}
	for (size_t i = 0; i < servers->count; i++) {
		struct as_server *server = servers->items[i];
		now_ms = as_contest_log_now_ms(server->log);
		as_contest_log_lock(server->log);
		items[i] = as_contest_list(server->log, server->base, now_ms);
		as_contest_log_unlock(server->log);
	}
	as_contest_page_index(out, servers->base, items, servers->count, now_ms);
	as_http_answer_text(http, 200, "text/html; charset=utf-8", out, &text, 0);
}

/* "/spring" is the contest at "/spring/". */
static void get_contest(struct as_http_request *http, void *context)
{
	const struct as_server *server = port_find(as_http_context(http), http);

	(void)context;
	if (server)
		as_site_redirect(http, server->site, "/");
	else
		as_http_fail(http, 404, PORT_UNKNOWN);
}

/* ---- the Contest API ---- */

static struct request public_request(struct as_http_request *http, struct as_server *server)
{
	struct request request = request_begin(http, server);

	request.reader = as_contest_api_reader(server->log, AS_CONTEST_NONE);
	return request;
}

static int add_contests(json_t *all, const struct request *request)
{
	AS_AUTO_BYTES struct as_bytes json = {0};

	const struct reply_query query = {.reader = &request->reader, .endpoint = "contests"};

	if (api_read_own(request, &query, &json) != 200)
		return -1;
	AS_AUTO_JSON json_t *own = json_loadb(json.data, json.size, 0, NULL);
	return own ? json_array_extend(all, own) : -1;
}

/* Each contest has accounts of its own, so everybody gets what the public sees of all of them. */
static void get_contests(struct as_http_request *http, void *context)
{
	struct as_servers *servers = as_http_context(http);
	AS_AUTO_JSON json_t *all = json_array();
	int failed = 0;

	(void)context;
	for (size_t i = 0; i < servers->count && !failed; i++) {
		const struct request request = public_request(http, servers->items[i]);
		failed = add_contests(all, &request);
	}
	char *text = failed ? NULL : json_dumps(all, JSON_COMPACT | JSON_REAL_PRECISION(15));
	if (text)
		as_http_answer(http, api_response(200, &(struct as_bytes){text, strlen(text)}));
	else
		as_http_fail_no_memory(http);
}

static void get_api(struct as_http_request *http, void *context)
{
	const struct as_servers *servers = as_http_context(http);
	const struct request request = public_request(http, servers->items[0]);
	const struct reply_query query = {.reader = &request.reader, .endpoint = ""};
	struct as_bytes json = {0};

	(void)context;
	if (api_read_own(&request, &query, &json) == 200)
		as_http_answer(http, api_response(200, &json));
	else
		as_http_fail_no_memory(http);
}

/* ---- assets, health ---- */

static void get_asset(struct as_http_request *http, void *context)
{
	const struct as_servers *servers = as_http_context(http);
	const char *path = as_http_path(http) + strlen(servers->base);
	const struct as_site_asset *asset = as_site_asset_find(&as_contest_assets, path);

	(void)context;
	if (asset)
		as_site_send_asset(http, asset);
	else
		as_http_fail(http, 404, "there is no such page");
}

/* A line for each contest. A contest that has failed does not stop the others. */
static void answer_health(
	struct as_http_request *http, const char *(*check)(struct as_server *server))
{
	const struct as_servers *servers = as_http_context(http);
	char *text = NULL;
	size_t size = 0;
	FILE *out = open_memstream(&text, &size);
	bool is_well = true;

	for (size_t i = 0; out && i < servers->count; i++) {
		const char *wrong = check(servers->items[i]);
		fprintf(out, "%s: %s\n", servers->items[i]->config.contest->settings.id,
			wrong ? wrong : "ok");
		is_well &= !wrong;
	}
	if (out)
		as_http_answer_text(http, is_well ? 200 : 503, "text/plain", out, &text, 0);
	else
		as_http_fail_no_memory(http);
}

static void get_health(struct as_http_request *http, void *context)
{
	(void)context;
	answer_health(http, server_trouble);
}

static void get_readiness(struct as_http_request *http, void *context)
{
	(void)context;
	answer_health(http, server_write_trouble);
}

/* ---- routes ---- */

/* Also the names of files that pages and browsers request at the root. */
bool as_servers_may_name(const char *id)
{
	static const char *const taken[] = {
		"api", "assets", "healthz", "readyz", "metrics", "favicon.ico", "robots.txt"};

	for (size_t i = 0; i < sizeof(taken) / sizeof(*taken); i++)
		if (strcmp(taken[i], id) == 0)
			return false;
	return true;
}

void index_add(struct as_site_routes *routes)
{
	static const struct as_http_route table[] = {
		{.method = "GET", .pattern = "/", .handler = get_index},
		{.method = "GET", .pattern = "/:site", .handler = get_contest},
		{.method = "GET", .pattern = "/api", .handler = get_api},
		{.method = "GET", .pattern = "/api/", .handler = get_api},
		{.method = "GET", .pattern = "/api/contests", .handler = get_contests},
		{.method = "GET", .pattern = "/assets/:name", .handler = get_asset},
		{.method = "GET", .pattern = "/healthz", .handler = get_health},
		{.method = "GET", .pattern = "/readyz", .handler = get_readiness},
	};

	for (size_t i = 0; i < sizeof(table) / sizeof(*table); i++)
		as_site_route(routes, &table[i]);
}
