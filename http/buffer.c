/* SPDX-License-Identifier: MIT */
/* Reference-counted buffers. */
#include "buffer.h"

#include <string.h>

struct as_http_buffer *as_http_buffer_take(char *data, size_t size, struct as_error *error)
{
	struct as_http_buffer *buffer = data || size == 0 ? calloc(1, sizeof(*buffer)) : NULL;

	if (!buffer) {
		free(data);
		as_error_no_memory(error);
		return NULL;
	}
	buffer->refs = 1;
	buffer->data = data;
	buffer->size = size;
	/* RFC 9112, section 7.1. */
	buffer->frame_size = (unsigned)sprintf(buffer->frame, "%zx\r\n", size);
	return buffer;
}

struct as_http_buffer *as_http_buffer_copy(const void *data, size_t size, struct as_error *error)
{
	char *copy = malloc(size + 1);

	if (copy && size > 0)
		memcpy(copy, data, size);
	return as_http_buffer_take(copy, copy ? size : 1, error);
}

struct as_http_buffer *as_http_buffer_ref(struct as_http_buffer *buffer)
{
	atomic_fetch_add_explicit(&buffer->refs, 1, memory_order_relaxed);
	return buffer;
}

void as_http_buffer_unref(struct as_http_buffer *buffer)
{
	if (!buffer || atomic_fetch_sub_explicit(&buffer->refs, 1, memory_order_acq_rel) != 1)
		return;
	free(buffer->data);
	free(buffer);
}

const char *as_http_buffer_data(const struct as_http_buffer *buffer, size_t *size)
{
	*size = buffer->size;
	return buffer->data;
}
