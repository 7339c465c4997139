/* SPDX-License-Identifier: MIT */
/* check_stream: a file read block by block, and what is found in a block; private to judge. */
#ifndef ASSAY_JUDGE_CHECK_STREAM_H
#define ASSAY_JUDGE_CHECK_STREAM_H

#include <assay/base.h>

/*
 * [used, filled) of the buffer is what was read and not consumed. buffer[filled] is always a space,
 * so that a loop over a token ends there by itself.
 */
struct check_stream {
	int fd;
	const char *name; /* as complaints show it */
	unsigned char *buffer;
	size_t capacity; /* the buffer has one byte more, for the space */
	size_t block_bytes;
	size_t used;
	size_t filled;
	bool at_end; /* nothing follows `filled` */
};

int check_stream_init(struct check_stream *stream, int fd, const char *name, size_t kept_bytes,
	size_t block_bytes, struct as_error *error) AS_MUST_USE;
void check_stream_clear(struct check_stream *stream);
/* Keeps [used, filled), now from 0, and reads one block more or up to the end or to the capacity.
 */
int check_stream_fill(struct check_stream *stream, struct as_error *error) AS_MUST_USE;

static inline bool check_is_space(unsigned char byte)
{
	return byte == ' ' || (byte >= '\t' && byte <= '\r');
}
/* How many bytes a and b have in common at their beginning. */
size_t check_common_prefix(const unsigned char *a, const unsigned char *b, size_t size);
/* Tokens that end, and line feeds, in text that begins between tokens and ends with white space. */
void check_count(
	const unsigned char *text, size_t size, uint64_t *token_count, uint64_t *line_count);

#endif
