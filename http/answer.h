/* SPDX-License-Identifier: MIT */
/* Answering. */
#ifndef ASSAY_HTTP_ANSWER_H
#define ASSAY_HTTP_ANSWER_H

#include "server.h"

/* Any thread, once: the request is answered with a response or a stream, and is not touched again.
 */
void http_settle(struct as_http_request *request, struct as_http_response *response,
	struct as_http_stream *stream) AS_NONNULL(1);
/* libmicrohttpd's thread, when the request is answered: gives it the answer. */
enum MHD_Result http_respond(struct as_http_request *request) AS_MUST_USE AS_NONNULL(1);

#endif
