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
	bool is_counted; /* among the connections of its address */
	bool is_shed;    /* by shed.c, under the lock */
	/* True from the first line of a request to its end; and when that request began, or the
	 * wait for the next request. */
	atomic_bool is_receiving;
	atomic_int_least64_t since_ns;
	atomic_int_least64_t deadline_ns; /* INT64_MAX: none while a request runs */
	/* While an answer is sent: when it began, and what the client had acknowledged then. */
	atomic_int_least64_t answer_ns; /* 0: none */
	atomic_uint_least64_t acked_bytes;
	atomic_uint_least64_t answer_bytes;
	atomic_uint_least64_t memory_bytes;  /* its share of the memory of the answer */
	atomic_uint_least64_t closing_bytes; /* the part of them that is freed after shedding */
};

struct http_watch {
	pthread_mutex_t lock;
	struct http_client *first;
	atomic_uint count;
	atomic_uint closing_count;           /* clients that were shed, and are not closed yet */
	atomic_uint_least64_t closing_bytes; /* of their answers */
	atomic_uint_least64_t shed_count;
	atomic_uint_least64_t slow_count; /* cut because they read an answer too slowly */
	/* The minimum rate of an answer in bytes a second, after a grace period. */
	uint64_t rate_bytes;
	int64_t grace_ns;
};
/* NULL: no memory. */
struct http_client *http_watch_add(struct http_watch *watch, int fd, struct http_address address,
	int64_t deadline_ns) AS_NONNULL(1);
/* Call it before the descriptor is closed. */
void http_watch_remove(struct http_watch *watch, struct http_client *client) AS_NONNULL(1, 2);
/* Call it when an answer of this size begins, but not for a stream. `memory_bytes`: the answer's
 * share of memory that other answers also use; 0: the answer is sent from a file. The answer ends
 * with http_watch_answered. */
void http_watch_answer(struct http_client *client, uint64_t size, uint64_t memory_bytes)
	AS_NONNULL(1);
void http_watch_answered(struct http_watch *watch, struct http_client *client) AS_NONNULL(1, 2);
/* Shuts down a connection, and drops the part of its answer that this kernel still has. Call it
 * with the lock. */
void http_watch_end(struct http_client *client) AS_NONNULL(1);
/* Shuts down the connections whose deadline has passed, whose client has left, or whose client
 * reads its answer too slowly: libmicrohttpd then closes them. */
void http_watch_cut(struct http_watch *watch, int64_t now_ns) AS_NONNULL(1);

#endif
