/* SPDX-License-Identifier: MIT */
/**
 * stream: an answer that stays open, to which data are added: server-sent events
 * (text/event-stream), lines of JSON (application/x-ndjson). Part of http.h.
 *
 * Life cycle: as_http_stream_open, any number of writes, as_http_stream_close. If the client leaves
 * or is cut, or the server closes, `closed` is called once; the caller must then close the stream,
 * in the callback or later.
 *
 * Each stream has a queue of buffers that are not sent yet. Writing never blocks, but is refused
 * when the queue is full. To send a board to many clients:
 *
 * - for each stream: if (as_http_stream_is_idle(stream)) as_http_stream_write(stream, version);
 * - in `drained`: as_http_stream_write(stream, latest version);
 *
 * So a slow client skips the versions in between. Every function here may be called from any
 * thread, also in the callbacks, but not after as_http_stream_close of that stream.
 */
#ifndef ASSAY_HTTP_STREAM_H
#define ASSAY_HTTP_STREAM_H

#include <assay/http.h>

/** The callbacks run in the thread of the streams, with no lock held, one at a time. After
 * as_http_stream_close has returned, no callback of that stream runs, except one that called it. */
struct as_http_stream_config {
	/** The queue is empty again, after as_http_stream_write was refused or
	 * as_http_stream_is_idle returned false. May be NULL. */
	void (*drained)(struct as_http_stream *stream, void *context);
	/** The client has left, or the server closes: no more data can be written. May be NULL:
	 * then as_http_stream_write reports it. */
	void (*closed)(struct as_http_stream *stream, void *context);
	void *context;
	uint64_t limit_bytes; /**< of the queue; 0: 256 KiB. An empty queue accepts one buffer of
				 any size */
	/** Sent if nothing else was sent for `heartbeat_ms` (rounded up to seconds): ":\n\n" or
	 * "\n". NULL: none. A static text. */
	const char *heartbeat;
	unsigned heartbeat_ms;
};

/**
 * Answers a request with a stream, and takes ownership of the request and the response. The
 * response's status, type and headers are sent, with X-Accel-Buffering: no and Cache-Control:
 * no-store; it must have no body. NULL: too many streams, no memory, or an invalid response; the
 * request was then answered with an error. A callback may run before this returns, so open it under
 * the lock that the callbacks take. For a HEAD request only the head is sent, and the stream closes
 * at once. `config` is copied.
 */
struct as_http_stream *as_http_stream_open(struct as_http_request *request,
	struct as_http_response *response, const struct as_http_stream_config *config) AS_MUST_USE
	AS_NONNULL(1, 3);

enum as_http_stream_result {
	AS_HTTP_STREAM_TAKEN = 0, /**< sent before anything that is written later */
	AS_HTTP_STREAM_FULL,      /**< refused; `drained` will be called */
	AS_HTTP_STREAM_GONE,      /**< refused, and no later write will succeed */
};
/** Adds a buffer to the queue, with its own reference. An empty buffer is accepted and not sent. If
 * out of memory, the stream is cut. */
enum as_http_stream_result as_http_stream_write(
	struct as_http_stream *stream, struct as_http_buffer *buffer) AS_NONNULL(1, 2);
/** True if everything was passed to the kernel. If not, `drained` will be called after everything
 * was passed. */
bool as_http_stream_is_idle(struct as_http_stream *stream) AS_NONNULL(1);
/** The bytes in the queue. */
uint64_t as_http_stream_pending_bytes(struct as_http_stream *stream) AS_NONNULL(1);
/** Ends the stream after the data in its queue; the caller must not use it any more. Waits for a
 * running callback of this stream, so hold no lock that the callbacks take; called from that
 * callback, it does not wait. NULL is permitted. */
void as_http_stream_close(struct as_http_stream *stream);

#endif
