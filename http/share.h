/* SPDX-License-Identifier: MIT */
/* The share of the connections and streams that one address may hold. */
#ifndef ASSAY_HTTP_SHARE_H
#define ASSAY_HTTP_SHARE_H

#include "server.h"

/* How many of `count` the address may hold, at least 1; UINT_MAX: any number. */
unsigned http_share_max(const struct as_http *http, const struct http_address *address,
	unsigned count) AS_NONNULL(1, 2);
/* Reports that the address has as many as it may have, at most once a minute. */
void http_share_full(struct as_http *http, const struct http_address *address, bool is_stream,
	unsigned max) AS_NONNULL(1, 2);

#endif
