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
	struct http_link link; /* its address is set before it is attached */
	/* The members below are guarded by the hub's lock. */
	struct http_queue queue;
	struct as_http_buffer *heartbeat;
	int64_t moved_ns; /* the last time that something was sent, or the queue became non-empty */
	struct as_http_stream *previous, *next; /* in the list of attached streams */
	struct as_http_stream *next_dirty;
	enum http_wrap wrap;
	bool is_dirty;      /* in the list of streams that the thread must handle */
	bool is_attached;   /* it has a link */
	bool is_abandoned;  /* it will never have a link */
	bool is_writable;   /* the kernel accepts data */
	bool is_owned;      /* the caller has not closed it */
	bool is_ending;     /* no more data are accepted */
	bool is_lost;       /* no more data can be sent */
	bool is_finished;   /* its link is closed, and it is no longer counted */
	bool is_reported;   /* the callback `closed` was called */
	bool wants_drained; /* the callback `drained` must be called */
};

struct http_hub {
	pthread_mutex_t lock;
	pthread_cond_t changed; /* a callback has returned, or a count has changed */
	pthread_t thread;
	int epoll_fd, wake_fd;
	struct as_http_stream *first;              /* the list of attached streams */
	struct as_http_stream *dirty, *last_dirty; /* the list of streams to handle */
	struct as_http_stream *calling;            /* the stream whose callback runs */
	struct http_hub_setup {
		struct http_address_counts *address_counts;
		unsigned limit;
		unsigned stall_ms;
		void (*tick)(void *context); /* called once a second, in the thread */
		void *context;
	} setup;
	struct as_http_buffer *end; /* the final chunk */
	unsigned open_count;        /* not finished */
	unsigned kept_count;        /* in memory */
	unsigned closer_count;      /* threads in as_http_stream_close */
	bool is_closing, is_stopping;
	atomic_uint_least64_t sent_bytes, cut_count;
};

/* ---- stream.c: functions for any thread ---- */

/* Makes a stream without a connection, from its head and the framing of its data, for a client of
 * whose address at most `max` streams may be open. NULL: too many streams, closing, or no memory.
 */
struct as_http_stream *http_stream_new(struct http_hub *hub,
	const struct as_http_stream_config *config, struct as_http_buffer *head,
	enum http_wrap wrap, struct http_address address, unsigned max) AS_MUST_USE
	AS_NONNULL(1, 2, 3);
/* Attaches its connection. -1: failed; the link stays the caller's, and the stream is lost. */
int http_stream_attach(struct as_http_stream *stream, const struct http_link *link) AS_MUST_USE
	AS_NONNULL(1, 2);
/* Its connection was lost before it was attached. */
void http_stream_lose(struct as_http_stream *stream) AS_NONNULL(1);
/* Under the lock: accepts no more data, and sends the end of the body. */
void http_stream_end(struct as_http_stream *stream) AS_NONNULL(1);
/* Under the lock: makes the thread handle the stream soon. */
void http_stream_mark(struct as_http_stream *stream) AS_NONNULL(1);

/* ---- hub.c ---- */

struct http_hub *http_hub_open(
	const struct http_hub_setup *setup, struct as_error *error) AS_MUST_USE AS_NONNULL(1);
/* Ends all streams, and cuts those that are not sent by the deadline. Returns when none has a
 * connection. */
void http_hub_end(struct http_hub *hub, int64_t deadline_ns) AS_NONNULL(1);
/* After http_hub_end: waits until the callers have closed all streams. */
void http_hub_close(struct http_hub *hub);

#endif
