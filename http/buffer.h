/* SPDX-License-Identifier: MIT */
/* Reference-counted buffers. */
#ifndef ASSAY_HTTP_BUFFER_H
#define ASSAY_HTTP_BUFFER_H

#include <assay/http/response.h>

#define HTTP_FRAME_SIZE 20

struct as_http_buffer {
	atomic_uint refs;
	char frame[HTTP_FRAME_SIZE]; /* the chunk header: size and CR LF */
	unsigned frame_size;
	size_t size;
	char *data;
};

#endif
