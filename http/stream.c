/* SPDX-License-Identifier: MIT */
/* Streams, for any thread: a queue under the hub's lock, which the hub's thread empties. */
#include "hub.h"

#include <string.h>
#include <sys/epoll.h>

#define DEFAULT_LIMIT_BYTES (256 << 10)

static void wake(struct http_hub *hub)
{
	const uint64_t one = 1;
	/* It fails only if the thread is already woken. */
	const ssize_t ignored = write(hub->wake_fd, &one, sizeof(one));
	(void)ignored;
}

void http_stream_mark(struct as_http_stream *stream)
{
	struct http_hub *hub = stream->hub;

	if (stream->is_dirty)
		return;
	stream->is_dirty = true;
	stream->next_dirty = NULL;
	if (hub->dirty)
		hub->last_dirty->next_dirty = stream;
	else
		hub->dirty = stream;
	if (hub->dirty == stream)
		wake(hub);
	hub->last_dirty = stream;
}

/* ---- beginning ---- */

static bool take_place(struct http_hub *hub)
{
	pthread_mutex_lock(&hub->lock);
	const bool has_place = !hub->is_closing && hub->open_count < hub->setup.limit;
	hub->open_count += has_place;
	hub->kept_count += has_place;
	pthread_mutex_unlock(&hub->lock);
	return has_place;
}

static void leave_place(struct http_hub *hub)
{
	pthread_mutex_lock(&hub->lock);
	hub->open_count--;
	hub->kept_count--;
	pthread_cond_broadcast(&hub->changed);
	pthread_mutex_unlock(&hub->lock);
}

/* All streams share one or two heartbeat texts, but looking them up would cost more than a copy. */
static struct as_http_stream *make(const struct as_http_stream_config *config,
	struct as_http_buffer *head, enum http_wrap wrap)
{
	struct as_http_stream *stream = calloc(1, sizeof(*stream));

	if (!stream)
		return NULL;
	stream->config = *config;
	if (config->limit_bytes == 0)
		stream->config.limit_bytes = DEFAULT_LIMIT_BYTES;
	stream->wrap = wrap;
	stream->is_owned = true;
	stream->link.fd = -1;
	stream->moved_ns = as_now_ns();
	if (config->heartbeat)
		stream->heartbeat =
			as_http_buffer_copy(config->heartbeat, strlen(config->heartbeat), NULL);
	if ((!config->heartbeat || stream->heartbeat) &&
		http_queue_put(&stream->queue, head, HTTP_RAW, false) == 0)
		return stream;
	as_http_buffer_unref(stream->heartbeat);
	free(stream);
	return NULL;
}

struct as_http_stream *http_stream_new(struct http_hub *hub,
	const struct as_http_stream_config *config, struct as_http_buffer *head,
	enum http_wrap wrap, struct http_address address, unsigned max)
{
	if (!http_address_counts_try(hub->setup.address_counts, address, max))
		return NULL;
	const bool has_place = take_place(hub);
	struct as_http_stream *stream = has_place ? make(config, head, wrap) : NULL;
	if (stream) {
		stream->hub = hub;
		stream->link.address = address;
		return stream;
	}
	if (has_place)
		leave_place(hub);
	http_address_counts_leave(hub->setup.address_counts, address);
	return NULL;
}

int http_stream_attach(struct as_http_stream *stream, const struct http_link *link)
{
	struct http_hub *hub = stream->hub;
	struct epoll_event event = {.events = EPOLLIN | EPOLLOUT | EPOLLRDHUP | EPOLLET};
	event.data.ptr = stream;

	pthread_mutex_lock(&hub->lock);
	stream->link = *link;
	const int failed = epoll_ctl(hub->epoll_fd, EPOLL_CTL_ADD, link->fd, &event);
	if (failed) {
		stream->is_lost = stream->is_abandoned = true;
	} else {
		stream->is_attached = stream->is_writable = true;
		stream->next = hub->first;
		if (hub->first)
			hub->first->previous = stream;
		hub->first = stream;
		if (hub->is_closing)
			http_stream_end(stream);
	}
	http_stream_mark(stream);
	pthread_mutex_unlock(&hub->lock);
	return failed;
}

void http_stream_lose(struct as_http_stream *stream)
{
	struct http_hub *hub = stream->hub;

	pthread_mutex_lock(&hub->lock);
	stream->is_lost = stream->is_abandoned = true;
	http_stream_mark(stream);
	pthread_mutex_unlock(&hub->lock);
}

void http_stream_end(struct as_http_stream *stream)
{
	if (stream->is_ending)
		return;
	stream->is_ending = true;
	/* A client of HTTP/1.1 that does not receive the end knows that data are missing. */
	if (stream->wrap == HTTP_CHUNK &&
		http_queue_put(&stream->queue, stream->hub->end, HTTP_RAW, false))
		stream->is_lost = true;
	http_stream_mark(stream);
}

/* ---- functions of the caller ---- */

static enum as_http_stream_result put_buffer(
	struct as_http_stream *stream, struct as_http_buffer *buffer)
{
	struct http_queue *queue = &stream->queue;

	if (stream->is_ending || stream->is_lost)
		return AS_HTTP_STREAM_GONE;
	if (buffer->size == 0)
		return AS_HTTP_STREAM_TAKEN;
	if (queue->pending_bytes > 0 &&
		queue->pending_bytes + buffer->size > stream->config.limit_bytes) {
		stream->wants_drained = true;
		return AS_HTTP_STREAM_FULL;
	}
	if (!queue->head)
		stream->moved_ns = as_now_ns();
	if (http_queue_put(queue, buffer, stream->wrap, true))
		stream->is_lost = true;
	http_stream_mark(stream);
	return stream->is_lost ? AS_HTTP_STREAM_GONE : AS_HTTP_STREAM_TAKEN;
}

enum as_http_stream_result as_http_stream_write(
	struct as_http_stream *stream, struct as_http_buffer *buffer)
{
	pthread_mutex_lock(&stream->hub->lock);
	const enum as_http_stream_result result = put_buffer(stream, buffer);
	pthread_mutex_unlock(&stream->hub->lock);
	return result;
}

bool as_http_stream_is_idle(struct as_http_stream *stream)
{
	pthread_mutex_lock(&stream->hub->lock);
	const bool is_idle = stream->queue.pending_bytes == 0;
	stream->wants_drained |= !is_idle;
	pthread_mutex_unlock(&stream->hub->lock);
	return is_idle;
}

uint64_t as_http_stream_pending_bytes(struct as_http_stream *stream)
{
	pthread_mutex_lock(&stream->hub->lock);
	const uint64_t pending = stream->queue.pending_bytes;
	pthread_mutex_unlock(&stream->hub->lock);
	return pending;
}

void as_http_stream_close(struct as_http_stream *stream)
{
	if (!stream)
		return;
	struct http_hub *hub = stream->hub;
	pthread_mutex_lock(&hub->lock);
	hub->closer_count++;
	http_stream_end(stream);
	http_stream_mark(stream);
	stream->is_owned = false;
	while (hub->calling == stream && !pthread_equal(pthread_self(), hub->thread))
		pthread_cond_wait(&hub->changed, &hub->lock);
	hub->closer_count--;
	pthread_cond_broadcast(&hub->changed);
	pthread_mutex_unlock(&hub->lock);
}
