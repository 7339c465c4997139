/* SPDX-License-Identifier: MIT */
/**
 * serve: the table of a site's routes, and its port. Part of site.h.
 *
 *	struct as_site_routes routes = {.base = "/spring"};
 *	as_site_route(&routes, &(struct as_http_route){"GET", "/", get_front, context});
 *	http = as_site_serve(site, &port, &routes, &error);
 */
#ifndef ASSAY_SITE_SERVE_H
#define ASSAY_SITE_SERVE_H

#include <assay/site.h>

/** Routes; as_site_serve clears them. */
struct as_site_routes {
	const char *base; /**< borrowed; before the path of each route */
	struct as_http_route *items;
	size_t count;
	bool failed; /**< out of memory */
};
/** Adds a route. Its pattern is relative to the base, and is copied. */
void as_site_route(struct as_site_routes *routes, const struct as_http_route *route)
	AS_NONNULL(1, 2);

/** As in struct as_http_config. Borrowed until as_http_close. */
struct as_site_port {
	const char *address;
	uint16_t port;
	const char *tls_cert, *tls_key;
	const char *const *proxies;
	size_t proxy_count;
	unsigned max_viewers; /**< the maximum number of open streams; 0: 12,000 */
	const char *body_folder;
	struct as_http_callbacks callbacks;
};
/** Serves the routes. If the limit of descriptors is low, allows fewer connections and streams, and
 * notes it. One address may hold at most half of the connections, unless it is this machine. NULL:
 * as as_http_open. */
struct as_http *as_site_serve(const struct as_site *site, const struct as_site_port *port,
	struct as_site_routes *routes, struct as_error *error) AS_MUST_USE AS_NONNULL(1, 2, 3);
/** Notes that an address has too many connections or streams: for as_http_callbacks.address_full.
 */
void as_site_note_full(const struct as_site *site, const char *address, bool is_stream,
	unsigned max) AS_NONNULL(1, 2);

#endif
