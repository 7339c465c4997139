/* SPDX-License-Identifier: MIT */
/* check_stream: reads a file block by block, and scans blocks. */
#ifndef ASSAY_JUDGE_CHECK_STREAM_H
#define ASSAY_JUDGE_CHECK_STREAM_H

#include <assay/check.h>

/*
 * [used, filled) of the buffer is read and not yet consumed. buffer[filled] is always a space, so
 * that a loop over a token ends there.
 */
struct check_stream {
	int fd;
	const char *name; /* its name in feedback */
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
/* Moves [used, filled) to the start of the buffer and reads one more block, or up to the end of the
 * file or the capacity. */
int check_stream_fill(struct check_stream *stream, struct as_error *error) AS_MUST_USE;

/* The length of the common prefix of a and b. */
size_t check_common_prefix(const unsigned char *a, const unsigned char *b, size_t size);
/* Counts the tokens and line feeds of a text that begins between tokens and ends with white space.
 */
void check_count(
	const unsigned char *text, size_t size, uint64_t *token_count, uint64_t *line_count);

#endif
