/* SPDX-License-Identifier: MIT */
/**
 * stream: an answer that stays open, to which bytes are added: server-sent events
 * (text/event-stream), lines of JSON (application/x-ndjson). Part of http.h.
 *
 * A stream is the caller's from as_http_stream_open to as_http_stream_close. If its client goes, or
 * is cut, or the server closes, `closed` is called once; the caller must then close it, in the
 * callback or later. Each stream has a queue of buffers that are not sent yet; writing never
 *blocks, but is refused when the queue is full. How a board is sent to everybody:
 *
 *	for each stream: if (as_http_stream_is_idle(stream)) as_http_stream_write(stream, version);
 *	drained: as_http_stream_write(stream, latest version);
 *
 * so that a slow client skips the versions between. Every function here may be called from any
 * thread, also in the callbacks, but not after as_http_stream_close of that stream.
 */
#ifndef ASSAY_HTTP_STREAM_H
#define ASSAY_HTTP_STREAM_H

#include <assay/http.h>

/** The callbacks run in the thread of the streams, with no lock held, and never two at one time;
 * none for a stream runs, or is running, after as_http_stream_close, unless it calls that itself.
 */
struct as_http_stream_config {
	/** The queue is empty again, after as_http_stream_write was refused or
	 * as_http_stream_is_idle returned false. May be NULL. */
	void (*drained)(struct as_http_stream *stream, void *context);
	/** The client is gone, or the server closes: nothing can be written any more. May be NULL:
	 * as_http_stream_write then tells. */
	void (*closed)(struct as_http_stream *stream, void *context);
	void *context;
	uint64_t limit_bytes; /**< of the queue; 0: 256 KiB. An empty queue takes one buffer of any
				 size */
	/** Sent when nothing else was for `heartbeat_ms` (rounded up to seconds): ":\n\n" or "\n".
	 * NULL: none. A static text. */
	const char *heartbeat;
	unsigned heartbeat_ms;
};

/**
 * Answers a request with a stream, and takes both the request and the response, whose status, type
 * and headers are sent, with X-Accel-Buffering: no and Cache-Control: no-store; it has no body.
 * NULL: too many streams, no memory, or the response was refused, and the request has been answered
 * with an error. A callback may run before this returns, so open under the lock that your callbacks
 * take. A HEAD is sent the head, and the stream is closed at once. `config` is copied.
 */
struct as_http_stream *as_http_stream_open(struct as_http_request *request,
	struct as_http_response *response, const struct as_http_stream_config *config) AS_MUST_USE
	AS_NONNULL(1, 3);

enum as_http_stream_result {
	AS_HTTP_STREAM_TAKEN = 0, /**< it is sent before anything that is written later */
	AS_HTTP_STREAM_FULL,      /**< nothing was taken; `drained` will be called */
	AS_HTTP_STREAM_GONE,      /**< nothing was taken, and nothing ever will */
};
/** Adds bytes to the queue, with a reference of its own. An empty buffer is taken and not sent.
 * Without memory the stream is cut. */
enum as_http_stream_result as_http_stream_write(
	struct as_http_stream *stream, struct as_http_buffer *buffer) AS_NONNULL(1, 2);
/** True if all was handed to the kernel. If not, `drained` will be called when it is. */
bool as_http_stream_is_idle(struct as_http_stream *stream) AS_NONNULL(1);
/** The bytes in the queue. */
uint64_t as_http_stream_pending_bytes(struct as_http_stream *stream) AS_NONNULL(1);
/** Ends the stream after what is in its queue, and forgets it: the caller must not touch it any
 * more. Waits for a callback of this stream that runs in its thread, so hold no lock that the
 * callbacks take; but in a callback itself it does not wait. NULL is permitted. */
void as_http_stream_close(struct as_http_stream *stream);

#endif
