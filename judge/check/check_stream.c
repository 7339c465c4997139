/* SPDX-License-Identifier: MIT */
#include "check_stream.h"

#include <errno.h>
#include <string.h>

#define VECTOR_BYTES 16
/* Below 256, so that the one-byte counter of a lane cannot overflow. */
#define VECTORS_AT_ONCE 255
#define COMPARED_AT_ONCE 1024

typedef unsigned char vector __attribute__((vector_size(VECTOR_BYTES)));
typedef signed char mask __attribute__((vector_size(VECTOR_BYTES)));

int check_stream_init(struct check_stream *stream, int fd, const char *name, size_t kept_bytes,
	size_t block_bytes, struct as_error *error)
{
	*stream = (struct check_stream){
		.fd = fd,
		.name = name,
		.capacity = kept_bytes + block_bytes,
		.block_bytes = block_bytes,
		.buffer = malloc(kept_bytes + block_bytes + 1),
	};
	if (!stream->buffer)
		return as_error_no_memory(error);
	stream->buffer[0] = ' ';
	return 0;
}

void check_stream_clear(struct check_stream *stream)
{
	free(stream->buffer);
	stream->buffer = NULL;
}

int check_stream_fill(struct check_stream *stream, struct as_error *error)
{
	size_t kept = stream->filled - stream->used;
	memmove(stream->buffer, stream->buffer + stream->used, kept);
	stream->used = 0;
	stream->filled = kept;
	size_t free_bytes = stream->capacity - kept;
	size_t goal = kept + (free_bytes < stream->block_bytes ? free_bytes : stream->block_bytes);
	/* A pipe delivers a little at a time. Reading up to the goal first avoids scanning a token
	 * again for each piece. */
	while (stream->filled < goal) {
		ssize_t got =
			read(stream->fd, stream->buffer + stream->filled, goal - stream->filled);
		if (got < 0 && errno == EINTR)
			continue;
		if (got < 0)
			return as_error_sys(error, AS_ERROR_INTERNAL, errno,
				"the %s cannot be read", stream->name);
		stream->at_end = got == 0;
		if (stream->at_end)
			break;
		stream->filled += (size_t)got;
	}
	stream->buffer[stream->filled] = ' ';
	return 0;
}

size_t check_common_prefix(const unsigned char *a, const unsigned char *b, size_t size)
{
	size_t same = 0;
	/* memcmp is the fastest comparison, but does not report where the difference is. */
	while (size - same >= COMPARED_AT_ONCE && memcmp(a + same, b + same, COMPARED_AT_ONCE) == 0)
		same += COMPARED_AT_ONCE;
	for (uint64_t x, y; size - same >= sizeof x; same += sizeof x) {
		memcpy(&x, a + same, sizeof x);
		memcpy(&y, b + same, sizeof y);
		if (x != y)
			break;
	}
	while (same < size && a[same] == b[same])
		same++;
	return same;
}

static mask space_mask(const unsigned char *text)
{
	vector bytes;
	memcpy(&bytes, text, sizeof bytes);
	return (mask)(bytes == ' ') | (mask)((bytes - '\t') <= '\r' - '\t');
}

static uint64_t sum(vector lanes)
{
	uint64_t total = 0;
	for (int i = 0; i < VECTOR_BYTES; i++)
		total += lanes[i];
	return total;
}

void check_count(
	const unsigned char *text, size_t size, uint64_t *token_count, uint64_t *line_count)
{
	if (size == 0)
		return;
	*line_count += text[0] == '\n';
	size_t i = 1; /* text[i - 1] is examined, too: a token ends before white space */
	while (size - i >= VECTOR_BYTES) {
		vector ends = {0}, lines = {0};
		for (int n = 0; n < VECTORS_AT_ONCE && size - i >= VECTOR_BYTES; n++) {
			vector bytes;
			memcpy(&bytes, text + i, sizeof bytes);
			ends -= (vector)(space_mask(text + i) & ~space_mask(text + i - 1));
			lines -= (vector)(bytes == '\n');
			i += VECTOR_BYTES;
		}
		*token_count += sum(ends);
		*line_count += sum(lines);
	}
	for (; i < size; i++) {
		*token_count += as_check_is_space(text[i]) && !as_check_is_space(text[i - 1]);
		*line_count += text[i] == '\n';
	}
}
