/* SPDX-License-Identifier: MIT */
/* Connections of libmicrohttpd, and the deadline by which each client must have sent its request.
 */
#ifndef ASSAY_HTTP_WATCH_H
#define ASSAY_HTTP_WATCH_H

#include "address.h"

#include <pthread.h>

struct http_client {
	struct http_client *previous, *next;
	int fd;
	struct http_address address;
	atomic_int_least64_t deadline_ns; /* INT64_MAX: none while a request runs */
};

struct http_watch {
	pthread_mutex_t lock;
	struct http_client *first;
	atomic_uint count;
};
/* NULL: no memory. */
struct http_client *http_watch_add(struct http_watch *watch, int fd, struct http_address address,
	int64_t deadline_ns) AS_NONNULL(1);
/* Call it before the descriptor is closed. */
void http_watch_remove(struct http_watch *watch, struct http_client *client) AS_NONNULL(1, 2);
/* Shuts down the connections whose deadline has passed or whose client has left: libmicrohttpd then
 * closes them. */
void http_watch_cut(struct http_watch *watch, int64_t now_ns) AS_NONNULL(1);

#endif
