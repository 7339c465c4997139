/* SPDX-License-Identifier: MIT */
/* Reference-counted buffers. */
#ifndef ASSAY_HTTP_BUFFER_H
#define ASSAY_HTTP_BUFFER_H

#include <assay/http/response.h>

#define HTTP_FRAME_SIZE 20

struct as_http_buffer {
	atomic_uint refs;
	/* Answers that are being sent from it, and their server's sum of the bytes of such buffers
	 * (answer.c). */
	atomic_uint send_count;
	_Atomic(atomic_uint_least64_t *) sending_bytes;
	char frame[HTTP_FRAME_SIZE]; /* the chunk header: size and CR LF */
	unsigned frame_size;
	size_t size;
	char *data;
};

#endif
