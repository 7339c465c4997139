/* SPDX-License-Identifier: MIT */
/* Answering a request. */
#ifndef ASSAY_HTTP_ANSWER_H
#define ASSAY_HTTP_ANSWER_H

#include "server.h"

/* Any thread, once: answers the request with a response or a stream. The request must not be
 * touched afterwards. */
void http_finish_answer(struct as_http_request *request, struct as_http_response *response,
	struct as_http_stream *stream) AS_NONNULL(1);
/* Called in libmicrohttpd's thread once the request is answered: passes the answer to
 * libmicrohttpd. */
enum MHD_Result http_respond(struct as_http_request *request) AS_MUST_USE AS_NONNULL(1);

#endif
