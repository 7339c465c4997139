/* SPDX-License-Identifier: MIT */
#include "private.h"

#include <assay/site/serve.h>
#include <string.h>
#include <sys/resource.h>

#define USUAL_CONNECTIONS 4000
#define USUAL_VIEWERS 12000
/* One address may be a school: it can hold much, but not all. */
#define ADDRESS_PERCENT 50
#define HTTP_THREADS 2
/* These threads mostly wait for the disk: the more wait at once, the more writes share an fsync. */
#define BLOCKING_THREADS 32

/* ---- routes ---- */

void as_site_route(struct as_site_routes *routes, const struct as_http_route *route)
{
	char *pattern = as_array_reserve(routes->items, routes->count, NULL)
				? as_text_format(NULL, "%s%s", routes->base, route->pattern)
				: NULL;
	if (!pattern) {
		routes->failed = true;
		return;
	}
	routes->items[routes->count] = *route;
	routes->items[routes->count++].pattern = pattern;
}

static void clear_routes(struct as_site_routes *routes)
{
	for (size_t i = 0; i < routes->count; i++)
		free((char *)routes->items[i].pattern);
	free(routes->items);
	*routes = (struct as_site_routes){.base = routes->base};
}

/* ---- the port ---- */

/* If the limit of descriptors is low, allows fewer connections, to leave some for viewers. */
static unsigned find_connections(void)
{
	struct rlimit limit;

	if (getrlimit(RLIMIT_NOFILE, &limit) || limit.rlim_max == RLIM_INFINITY ||
		limit.rlim_max / 4 >= USUAL_CONNECTIONS)
		return USUAL_CONNECTIONS;
	return limit.rlim_max < 512 ? 128 : (unsigned)(limit.rlim_max / 4);
}

/* Clients of loopback are this machine: a proxy that is not named, or a test. */
static bool is_local(const char *address)
{
	return !address || strncmp(address, "127.", 4) == 0 || strcmp(address, "::1") == 0;
}

void as_site_note_full(
	const struct as_site *site, const char *address, bool is_stream, unsigned max)
{
	site_note(site,
		"%s has %u open %s, as many as one address may have; more are refused, which is "
		"noted at most once a minute; if it is a proxy, name it with --proxy",
		address, max, is_stream ? "live streams" : "connections");
}

static void note_viewers(const struct as_site *site, struct as_http *http, unsigned wanted)
{
	struct as_http_stats stats;

	as_http_stats(http, &stats);
	if (stats.stream_limit < wanted)
		site_note(site,
			"at most %u live streams can be open, because of the limit of "
			"descriptors; others poll: raise the limit (ulimit -Hn, LimitNOFILE=)",
			stats.stream_limit);
}

struct as_http *as_site_serve(const struct as_site *site, const struct as_site_port *port,
	struct as_site_routes *routes, struct as_error *error)
{
	const unsigned viewers = port->max_viewers ? port->max_viewers : USUAL_VIEWERS;
	const struct as_http_config config = {
		.address = port->address,
		.port = port->port,
		.tls_cert = port->tls_cert,
		.tls_key = port->tls_key,
		.routes = routes->items,
		.route_count = routes->count,
		.proxies = port->proxies,
		.proxy_count = port->proxy_count,
		.body_folder = port->body_folder,
		.secure_cookies = port->tls_cert != NULL,
		.thread_count = HTTP_THREADS,
		.blocking_count = BLOCKING_THREADS,
		.limits = {.connection_count = find_connections(),
			.body_bytes = AS_HTTP_SMALL_BYTES,
			.address_percent = is_local(port->address) ? 0 : ADDRESS_PERCENT,
			.stream_count = viewers},
		.callbacks = port->callbacks,
	};
	struct as_http *http = NULL;

	if (routes->failed)
		as_error_no_memory(error);
	else
		http = as_http_open(&config, error);
	clear_routes(routes);
	if (http)
		note_viewers(site, http, viewers);
	return http;
}
