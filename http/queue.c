/* SPDX-License-Identifier: MIT */
/* The data of a stream that are not sent yet. */
#include "queue.h"

int http_queue_put(struct http_queue *queue, struct as_http_buffer *buffer, enum http_wrap wrap,
	bool is_content)
{
	struct http_item *item = malloc(sizeof(*item));

	if (!item)
		return -1;
	*item = (struct http_item){.buffer = as_http_buffer_ref(buffer), .wrap = wrap};
	item->is_content = is_content;
	if (queue->tail)
		queue->tail->next = item;
	else
		queue->head = item;
	queue->tail = item;
	queue->pending_bytes += is_content ? buffer->size : 0;
	return 0;
}

static size_t size_of(const struct http_item *item)
{
	return item->buffer->size + (item->wrap == HTTP_CHUNK ? item->buffer->frame_size + 2 : 0);
}

/* Adds the bytes of `part` after the first *skip. */
static int add_part(struct iovec *parts, int count, const void *data, size_t size, size_t *skip)
{
	if (*skip >= size) {
		*skip -= size;
		return count;
	}
	parts[count] = (struct iovec){(char *)(uintptr_t)data + *skip, size - *skip};
	*skip = 0;
	return count + 1;
}

int http_queue_peek(const struct http_queue *queue, struct iovec *parts, int max)
{
	size_t skip = queue->sent_bytes;
	int count = 0;

	for (const struct http_item *item = queue->head; item && count + 3 <= max;
		item = item->next) {
		const struct as_http_buffer *buffer = item->buffer;
		if (item->wrap == HTTP_CHUNK)
			count = add_part(parts, count, buffer->frame, buffer->frame_size, &skip);
		count = add_part(parts, count, buffer->data, buffer->size, &skip);
		if (item->wrap == HTTP_CHUNK)
			count = add_part(parts, count, "\r\n", 2, &skip);
	}
	return count;
}

struct http_item *http_queue_skip(struct http_queue *queue, size_t size)
{
	struct http_item *done = NULL, **end = &done;

	queue->sent_bytes += size;
	while (queue->head && queue->sent_bytes >= size_of(queue->head)) {
		struct http_item *item = queue->head;
		queue->sent_bytes -= size_of(item);
		queue->pending_bytes -= item->is_content ? item->buffer->size : 0;
		queue->head = item->next;
		item->next = NULL;
		*end = item;
		end = &item->next;
	}
	if (!queue->head)
		queue->tail = NULL;
	return done;
}

void http_items_free(struct http_item *items)
{
	while (items) {
		struct http_item *next = items->next;
		as_http_buffer_unref(items->buffer);
		free(items);
		items = next;
	}
}

void http_queue_clear(struct http_queue *queue)
{
	http_items_free(queue->head);
	*queue = (struct http_queue){0};
}
