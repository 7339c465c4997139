/* SPDX-License-Identifier: MIT */
/*
 * The thread of the streams. Theory of operation:
 *
 * 1. libmicrohttpd accepts the connection and parses the request. When the request is answered with
 *    a stream, its connection is attached here. Without TLS this is a duplicate of the socket, and
 *    libmicrohttpd closes its own. With TLS the connection stays suspended, because the session
 *    belongs to libmicrohttpd.
 * 2. Any thread puts buffers into the queue of a stream and marks the stream (stream.c). The first
 *    mark after a round wakes this thread through an eventfd.
 * 3. Only this thread sends, closes and frees. The sockets are polled edge-triggered, so that idle
 *    streams cost no system call.
 *
 * A stream is in memory until the caller has closed it and this thread has finished it. It is freed
 * only when it is taken from the list of marked streams, after all events of a round were handled.
 */
#include "hub.h"

#include <errno.h>
#include <sys/epoll.h>
#include <sys/eventfd.h>

#define MAX_EVENTS 512
#define MAX_PARTS 48
#define MAX_TURNS 8 /* consecutive sends of one stream before the next stream's turn */
#define TICK_NS INT64_C(1000000000)

/* ---- one stream ---- */

/* The data that can be sent now. */
static int peek(struct as_http_stream *stream, struct iovec *parts)
{
	pthread_mutex_lock(&stream->hub->lock);
	const bool can_send = stream->is_attached && stream->is_writable && !stream->is_lost;
	const int count = can_send ? http_queue_peek(&stream->queue, parts, MAX_PARTS) : 0;
	pthread_mutex_unlock(&stream->hub->lock);
	return count;
}

static void skip(struct as_http_stream *stream, size_t size)
{
	struct http_hub *hub = stream->hub;

	atomic_fetch_add_explicit(&hub->sent_bytes, size, memory_order_relaxed);
	pthread_mutex_lock(&hub->lock);
	struct http_item *done = http_queue_skip(&stream->queue, size);
	stream->moved_ns = as_now_ns();
	pthread_mutex_unlock(&hub->lock);
	http_items_free(done);
}

/* Sends until the queue is empty or the kernel's buffer is full. */
static void send_some(struct as_http_stream *stream)
{
	struct iovec parts[MAX_PARTS];

	for (int turn = 0;; turn++) {
		const int count = peek(stream, parts);
		if (count == 0)
			return;
		if (turn == MAX_TURNS) {
			pthread_mutex_lock(&stream->hub->lock);
			http_stream_mark(stream);
			pthread_mutex_unlock(&stream->hub->lock);
			return;
		}
		const ssize_t sent = http_link_send(&stream->link, parts, count);
		if (sent > 0) {
			skip(stream, (size_t)sent);
			continue;
		}
		pthread_mutex_lock(&stream->hub->lock);
		stream->is_writable = false;
		stream->is_lost |= sent < 0;
		pthread_mutex_unlock(&stream->hub->lock);
	}
}

static void call(struct as_http_stream *stream,
	void (*callback)(struct as_http_stream *stream, void *context))
{
	struct http_hub *hub = stream->hub;

	pthread_mutex_lock(&hub->lock);
	const bool is_owned = stream->is_owned && callback;
	if (is_owned)
		hub->calling = stream;
	pthread_mutex_unlock(&hub->lock);
	if (!is_owned)
		return;
	callback(stream, stream->config.context);
	pthread_mutex_lock(&hub->lock);
	hub->calling = NULL;
	pthread_cond_broadcast(&hub->changed);
	pthread_mutex_unlock(&hub->lock);
}

static void detach(struct as_http_stream *stream)
{
	struct http_hub *hub = stream->hub;

	epoll_ctl(hub->epoll_fd, EPOLL_CTL_DEL, stream->link.fd, NULL);
	pthread_mutex_lock(&hub->lock);
	if (stream->next)
		stream->next->previous = stream->previous;
	if (stream->previous)
		stream->previous->next = stream->next;
	else
		hub->first = stream->next;
	stream->next = stream->previous = NULL;
	stream->is_attached = false;
	const bool is_complete = !stream->is_lost;
	pthread_mutex_unlock(&hub->lock);
	http_link_close(&stream->link, is_complete);
}

static void free_stream(struct as_http_stream *stream)
{
	struct http_hub *hub = stream->hub;

	http_queue_clear(&stream->queue);
	as_http_buffer_unref(stream->heartbeat);
	free(stream);
	pthread_mutex_lock(&hub->lock);
	hub->kept_count--;
	pthread_cond_broadcast(&hub->changed);
	pthread_mutex_unlock(&hub->lock);
}

static void finish(struct as_http_stream *stream)
{
	struct http_hub *hub = stream->hub;
	struct http_item *left = NULL;

	if (stream->is_attached)
		detach(stream);
	pthread_mutex_lock(&hub->lock);
	if (!stream->is_finished) {
		stream->is_finished = stream->is_lost = true;
		left = stream->queue.head;
		stream->queue = (struct http_queue){0};
		hub->open_count--;
		http_address_counts_leave(hub->setup.address_counts, stream->link.address);
		pthread_cond_broadcast(&hub->changed);
	}
	const bool tells = !stream->is_reported;
	stream->is_reported = true;
	pthread_mutex_unlock(&hub->lock);
	http_items_free(left);
	if (tells)
		call(stream, stream->config.closed);
	pthread_mutex_lock(&hub->lock);
	const bool is_over = !stream->is_owned && !stream->is_dirty;
	pthread_mutex_unlock(&hub->lock);
	if (is_over)
		free_stream(stream);
}

static void look_at(struct as_http_stream *stream)
{
	struct http_hub *hub = stream->hub;

	send_some(stream);
	pthread_mutex_lock(&hub->lock);
	/* Until it is attached or abandoned, libmicrohttpd's thread still owns it. */
	const bool is_here = stream->is_attached || stream->is_abandoned || stream->is_finished;
	const bool is_empty = stream->is_attached && !stream->queue.head;
	const bool is_over = (stream->is_lost && is_here) || (is_empty && stream->is_ending);
	const bool drains = is_empty && stream->wants_drained && !stream->is_ending;
	if (drains)
		stream->wants_drained = false;
	pthread_mutex_unlock(&hub->lock);
	if (is_over)
		finish(stream);
	else if (drains)
		call(stream, stream->config.drained);
}

/* ---- rounds ---- */

static void take_event(struct http_hub *hub, const struct epoll_event *event)
{
	struct as_http_stream *stream = event->data.ptr;

	if (!stream) {
		uint64_t count;
		const ssize_t ignored = read(hub->wake_fd, &count, sizeof(count));
		(void)ignored;
		return;
	}
	/* It was attached under the lock, which makes its link visible here. */
	pthread_mutex_lock(&hub->lock);
	pthread_mutex_unlock(&hub->lock);
	const bool is_lost = event->events & (EPOLLERR | EPOLLHUP | EPOLLRDHUP) ||
			     (event->events & EPOLLIN && !http_link_drain(&stream->link));
	pthread_mutex_lock(&hub->lock);
	stream->is_lost |= is_lost;
	stream->is_writable |= (event->events & EPOLLOUT) != 0;
	if (is_lost || stream->queue.head)
		http_stream_mark(stream);
	pthread_mutex_unlock(&hub->lock);
}

static struct as_http_stream *take_dirty(struct http_hub *hub)
{
	pthread_mutex_lock(&hub->lock);
	struct as_http_stream *stream = hub->dirty;
	hub->dirty = hub->last_dirty = NULL;
	pthread_mutex_unlock(&hub->lock);
	return stream;
}

static void look_at_dirty(struct http_hub *hub)
{
	for (struct as_http_stream *stream = take_dirty(hub), *next; stream; stream = next) {
		pthread_mutex_lock(&hub->lock);
		next = stream->next_dirty;
		stream->is_dirty = false;
		pthread_mutex_unlock(&hub->lock);
		look_at(stream);
	}
}

/* Sends heartbeats, and cuts clients that receive nothing. */
static void check_time(struct http_hub *hub, struct as_http_stream *stream, int64_t now_ns)
{
	const int64_t still_ms = (now_ns - stream->moved_ns) / 1000000;

	if (stream->queue.head) {
		if (still_ms < hub->setup.stall_ms)
			return;
		stream->is_lost = true;
		atomic_fetch_add_explicit(&hub->cut_count, 1, memory_order_relaxed);
	} else if (!stream->heartbeat || still_ms < stream->config.heartbeat_ms) {
		return;
	} else {
		stream->moved_ns = now_ns;
		stream->is_lost |=
			http_queue_put(&stream->queue, stream->heartbeat, stream->wrap, false) != 0;
	}
	http_stream_mark(stream);
}

static void tick(struct http_hub *hub)
{
	const int64_t now_ns = as_now_ns();

	pthread_mutex_lock(&hub->lock);
	for (struct as_http_stream *stream = hub->first; stream; stream = stream->next)
		check_time(hub, stream, now_ns);
	pthread_mutex_unlock(&hub->lock);
	hub->setup.tick(hub->setup.context);
}

static bool must_stop(struct http_hub *hub)
{
	pthread_mutex_lock(&hub->lock);
	const bool stops = hub->is_stopping && !hub->dirty;
	pthread_mutex_unlock(&hub->lock);
	return stops;
}

static void *run_hub(void *context)
{
	struct http_hub *hub = context;
	struct epoll_event events[MAX_EVENTS];
	int64_t next_ns = as_now_ns() + TICK_NS;

	while (!must_stop(hub)) {
		const int64_t left_ns = next_ns - as_now_ns();
		const int timeout_ms = left_ns > 0 ? (int)(left_ns / 1000000) + 1 : 0;
		const int count = epoll_wait(hub->epoll_fd, events, MAX_EVENTS, timeout_ms);
		for (int i = 0; i < count; i++)
			take_event(hub, &events[i]);
		look_at_dirty(hub);
		if (as_now_ns() >= next_ns) {
			tick(hub);
			next_ns = as_now_ns() + TICK_NS;
		}
	}
	return NULL;
}

/* ---- the hub ---- */

static int open_descriptors(struct http_hub *hub)
{
	struct epoll_event event = {.events = EPOLLIN};

	hub->epoll_fd = epoll_create1(EPOLL_CLOEXEC);
	hub->wake_fd = eventfd(0, EFD_CLOEXEC | EFD_NONBLOCK);
	if (hub->epoll_fd < 0 || hub->wake_fd < 0)
		return -1;
	return epoll_ctl(hub->epoll_fd, EPOLL_CTL_ADD, hub->wake_fd, &event);
}

static void free_hub(struct http_hub *hub)
{
	if (hub->epoll_fd >= 0)
		close(hub->epoll_fd);
	if (hub->wake_fd >= 0)
		close(hub->wake_fd);
	as_http_buffer_unref(hub->end);
	pthread_cond_destroy(&hub->changed);
	pthread_mutex_destroy(&hub->lock);
	free(hub);
}

struct http_hub *http_hub_open(const struct http_hub_setup *setup, struct as_error *error)
{
	struct http_hub *hub = calloc(1, sizeof(*hub));
	pthread_condattr_t attributes;

	if (!hub) {
		as_error_no_memory(error);
		return NULL;
	}
	hub->epoll_fd = hub->wake_fd = -1;
	hub->setup = *setup;
	pthread_mutex_init(&hub->lock, NULL);
	pthread_condattr_init(&attributes);
	pthread_condattr_setclock(&attributes, CLOCK_MONOTONIC);
	pthread_cond_init(&hub->changed, &attributes);
	pthread_condattr_destroy(&attributes);
	hub->end = as_http_buffer_copy("0\r\n\r\n", 5, error);
	int failed = !hub->end || open_descriptors(hub) ? errno : 0;
	if (!failed)
		failed = pthread_create(&hub->thread, NULL, run_hub, hub);
	if (!failed)
		return hub;
	as_error_sys(error, AS_ERROR_INTERNAL, failed, "cannot start the streams of the server");
	free_hub(hub);
	return NULL;
}

void http_hub_end(struct http_hub *hub, int64_t deadline_ns)
{
	const struct timespec until = {
		.tv_sec = deadline_ns / 1000000000, .tv_nsec = deadline_ns % 1000000000};

	pthread_mutex_lock(&hub->lock);
	hub->is_closing = true;
	for (struct as_http_stream *stream = hub->first; stream; stream = stream->next)
		http_stream_end(stream);
	while (hub->open_count > 0 &&
		pthread_cond_timedwait(&hub->changed, &hub->lock, &until) != ETIMEDOUT)
		;
	for (struct as_http_stream *stream = hub->first; stream; stream = stream->next) {
		stream->is_lost = true;
		http_stream_mark(stream);
	}
	while (hub->open_count > 0)
		pthread_cond_wait(&hub->changed, &hub->lock);
	pthread_mutex_unlock(&hub->lock);
}

void http_hub_close(struct http_hub *hub)
{
	if (!hub)
		return;
	pthread_mutex_lock(&hub->lock);
	while (hub->kept_count > 0 || hub->closer_count > 0)
		pthread_cond_wait(&hub->changed, &hub->lock);
	hub->is_stopping = true;
	pthread_mutex_unlock(&hub->lock);
	const uint64_t one = 1;
	const ssize_t ignored = write(hub->wake_fd, &one, sizeof(one));
	(void)ignored;
	pthread_join(hub->thread, NULL);
	free_hub(hub);
}
