/* SPDX-License-Identifier: MIT */
/* The data of a stream that are not sent yet. */
#ifndef ASSAY_HTTP_QUEUE_H
#define ASSAY_HTTP_QUEUE_H

#include "buffer.h"

#include <sys/uio.h>

enum http_wrap {
	HTTP_RAW,   /* sent unchanged */
	HTTP_CHUNK, /* as a chunk of the chunked transfer coding */
};

struct http_queue {
	struct http_item {
		struct http_item *next;
		struct as_http_buffer *buffer;
		enum http_wrap wrap;
		bool is_content; /* data of the caller, not the head or the end */
	} * head, *tail;
	size_t sent_bytes;      /* of the first item */
	uint64_t pending_bytes; /* of the caller's data */
};
/* Adds its own reference. -1: no memory. */
int http_queue_put(struct http_queue *queue, struct as_http_buffer *buffer, enum http_wrap wrap,
	bool is_content) AS_MUST_USE AS_NONNULL(1, 2);
/* Describes the first bytes, and returns how many entries of `parts` it filled. They are valid
 * until http_queue_skip. */
int http_queue_peek(const struct http_queue *queue, struct iovec *parts, int max) AS_NONNULL(1, 2);
/* Removes bytes that were sent. Returns the items that are finished, for http_items_free. */
struct http_item *http_queue_skip(struct http_queue *queue, size_t size) AS_MUST_USE AS_NONNULL(1);
void http_items_free(struct http_item *items);
void http_queue_clear(struct http_queue *queue) AS_NONNULL(1);

#endif
