/* SPDX-License-Identifier: MIT */
/*
 * One port for all contests of this process. A single contest has its pages at the base. Several
 * contests share one table of routes: each contest is the first part of a path, `:site`, beneath
 * the base, and the index (index.c) is at the base.
 */
#include "port.h"
#include "accounts.h"
#include "api.h"
#include "index.h"
#include "metrics.h"
#include "routes.h"

#include <assay/html.h>
#include <string.h>

/* Numbers of accounts of different contests must differ (as_http_callbacks.account). */
#define ACCOUNT_BITS 32

static size_t index_of(const struct as_servers *servers, const struct as_server *server)
{
	size_t i = 0;

	while (servers->items[i] != server)
		i++;
	return i;
}

/* ---- callbacks of the port ---- */

static bool begins_api(const char *path)
{
	return strncmp(path, "/api", 4) == 0 && (!path[4] || path[4] == '/');
}

/* Without a route, as for a wrong method, port_find finds no contest. If the port has an index, the
 * first part of the path is the id of the contest. */
static bool is_api(const struct as_servers *servers, const char *path)
{
	const size_t size = strlen(servers->base);

	if (strncmp(path, servers->base, size) != 0)
		return false;
	path += size;
	return begins_api(path) || (servers->has_index && *path == '/' &&
					   begins_api(path + 1 + strcspn(path + 1, "/")));
}

static void fill_api_error(int status, const char *message, struct as_http_response *response)
{
	struct as_bytes json = {0};

	if (as_contest_api_refusal(status, message, &json, NULL))
		return;
	as_http_response_header(response, "Content-Type", "application/json");
	if (status == 401)
		as_http_response_header(response, "WWW-Authenticate", API_CHALLENGE);
	as_http_response_take(response, json.data, json.size);
}

/* The API answers with JSON, all other paths with a page. */
static void fill_error(struct as_http_request *request, int status, const char *message,
	struct as_http_response *response, void *context)
{
	const struct as_servers *servers = context;
	const struct as_server *server = port_find(servers, request);
	const char *base = server ? server->base : servers->base;

	if (is_api(servers, as_http_path(request))) {
		fill_api_error(status, message, response);
		return;
	}
	char *text = NULL;
	size_t size = 0;
	FILE *out = open_memstream(&text, &size);
	if (!out)
		return;
	as_contest_page_error_plain(out, base, status, message);
	if (!as_text_close(out, &text, NULL))
		return;
	as_http_response_header(response, "Content-Type", "text/html; charset=utf-8");
	as_http_response_take(response, text, strlen(text));
}

static void finished(const struct as_http_request *request, int status, uint64_t body_bytes,
	int64_t duration_ns, void *context)
{
	const struct as_servers *servers = context;
	struct as_server *server = port_find(servers, request);

	if (server)
		metrics_add(server, request, duration_ns);
	else
		server = servers->items[0];
	if (!server->config.request)
		return;
	const struct as_server_request ended = {.method = as_http_method(request),
		.path = as_http_path(request),
		.peer = as_http_peer(request),
		.status = status,
		.bytes = body_bytes,
		.duration_ns = duration_ns};
	server->config.request(server->config.context, &ended);
}

static void note_full(const char *address, bool is_stream, unsigned max, void *context)
{
	const struct as_servers *servers = context;

	as_site_note_full(servers->items[0]->site, address, is_stream, max);
}

static void admit(struct as_http_request *request, void *context)
{
	const struct as_server *server = port_find(context, request);

	if (server)
		as_site_admit(request, server->site, routes_refuse_body);
	else
		as_http_admit_not(request, 404, PORT_UNKNOWN);
}

static uint64_t account_of(const struct as_http_request *request, void *context)
{
	const struct as_servers *servers = context;
	const struct as_server *server = port_find(servers, request);
	const uint64_t account = server ? as_site_account(request, server->site) : AS_HTTP_NOBODY;

	return account == AS_HTTP_NOBODY
		       ? account
		       : account + ((uint64_t)index_of(servers, server) << ACCOUNT_BITS);
}

/* ---- opening ---- */

int port_open(struct as_servers *servers, struct as_error *error)
{
	const struct as_server_port *config = &servers->config;
	const struct as_site_port port = {.address = config->address,
		.port = config->port,
		.tls_cert = config->tls_cert,
		.tls_key = config->tls_key,
		.proxies = config->proxies,
		.proxy_count = config->proxy_count,
		.max_viewers = config->max_viewers,
		.body_folder = servers->items[0]->config.contest->path,
		.callbacks = {.error = fill_error,
			.finished = finished,
			.address_full = note_full,
			.admit = admit,
			.account = account_of,
			.context = servers}};
	AS_AUTO_FREE char *below = as_text_format(error, "%s/:site", servers->base);
	struct as_site_routes routes = {.base = servers->has_index ? below : servers->base};

	if (!below)
		return -1;
	routes_add(&routes, "");
	if (servers->has_index) {
		routes.base = servers->base;
		routes_add(&routes, "/api/contests/:contest");
		index_add(&routes);
	}
	servers->http = as_site_serve(servers->items[0]->site, &port, &routes, error);
	return servers->http ? 0 : -1;
}

uint16_t as_servers_port(const struct as_servers *servers)
{
	return as_http_port(servers->http);
}
