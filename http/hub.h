/* SPDX-License-Identifier: MIT */
/* All streams of a server, and their thread. */
#ifndef ASSAY_HTTP_HUB_H
#define ASSAY_HTTP_HUB_H

#include "link.h"
#include "queue.h"

#include <assay/http.h>
#include <pthread.h>

struct as_http_stream {
	struct http_hub *hub;
	struct as_http_stream_config config;
	struct http_link link;
	/* All below is under the hub's lock. */
	struct http_queue queue;
	struct as_http_buffer *heartbeat;
	int64_t moved_ns; /* something was sent, or the queue became not empty */
	struct as_http_stream *previous, *next; /* of those attached */
	struct as_http_stream *next_dirty;
	enum http_wrap wrap;
	bool is_dirty;      /* in the list of those that the thread looks at */
	bool is_attached;   /* it has a link */
	bool is_abandoned;  /* it will not get one */
	bool is_writable;   /* the kernel takes bytes */
	bool is_owned;      /* by the caller */
	bool is_ending;     /* nothing more is taken */
	bool is_lost;       /* nothing more can be sent */
	bool is_finished;   /* its link is closed, it is not counted */
	bool is_told;       /* the callback `closed` was called */
	bool wants_drained; /* the callback `drained` shall be called */
};

struct http_hub {
	pthread_mutex_t lock;
	pthread_cond_t changed; /* a callback has returned, or a count has changed */
	pthread_t thread;
	int epoll_fd, wake_fd;
	struct as_http_stream *first;              /* attached */
	struct as_http_stream *dirty, *last_dirty; /* to be looked at */
	struct as_http_stream *calling;            /* whose callback runs */
	struct http_hub_setup {
		struct http_crowd *crowd;
		unsigned limit;
		unsigned stall_ms;
		void (*tick)(void *context); /* once a second, in the thread */
		void *context;
	} setup;
	struct as_http_buffer *end; /* of a chunked body */
	unsigned open_count;        /* not finished */
	unsigned kept_count;        /* in memory */
	unsigned closer_count;      /* threads in as_http_stream_close */
	bool is_closing, is_stopping;
	atomic_uint_least64_t sent_bytes, cut_count;
};

/* ---- stream.c: what any thread does ---- */

/* A stream without a connection: its head, and how its bytes are wrapped. NULL: too many, closing,
 * or no memory. */
struct as_http_stream *http_stream_new(struct http_hub *hub,
	const struct as_http_stream_config *config, struct as_http_buffer *head,
	enum http_wrap wrap) AS_MUST_USE AS_NONNULL(1, 2, 3);
/* Gives it its connection. -1: it could not; the link is the caller's, and the stream is lost. */
int http_stream_attach(struct as_http_stream *stream, const struct http_link *link) AS_MUST_USE
	AS_NONNULL(1, 2);
/* Its connection was lost before it was attached. */
void http_stream_lose(struct as_http_stream *stream) AS_NONNULL(1);
/* Under the lock: nothing more is taken, and the end of the body is sent. */
void http_stream_end(struct as_http_stream *stream) AS_NONNULL(1);
/* Under the lock: the thread looks at it soon. */
void http_stream_mark(struct as_http_stream *stream) AS_NONNULL(1);

/* ---- hub.c ---- */

struct http_hub *http_hub_open(
	const struct http_hub_setup *setup, struct as_error *error) AS_MUST_USE AS_NONNULL(1);
/* Ends all streams, and cuts those that are not sent by then. Returns when none has a connection.
 */
void http_hub_end(struct http_hub *hub, int64_t deadline_ns) AS_NONNULL(1);
/* After http_hub_end: waits until the callers have closed all streams. */
void http_hub_close(struct http_hub *hub);

#endif
