/* SPDX-License-Identifier: MIT */
/* The head of a request. */
#ifndef ASSAY_HTTP_HEAD_H
#define ASSAY_HTTP_HEAD_H

#include "server.h"

/* Reads the head and finds the route. Sets a refusal if no handler must see the request. */
void http_head_read(struct as_http_request *request, const char *method, const char *version)
	AS_NONNULL(1, 2, 3);
/* No effect if there is a refusal already. `message` is static. */
void http_refuse(struct as_http_request *request, int status, const char *message) AS_NONNULL(1, 3);

#endif
