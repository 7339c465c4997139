/* SPDX-License-Identifier: MIT */
/* Makes room when nearly all connections, or the memory of answers, are in use. */
#ifndef ASSAY_HTTP_SHED_H
#define ASSAY_HTTP_SHED_H

#include "server.h"

/* If nearly all connections are in use, closes the oldest connections of the address with the most
 * connections that wait for their clients. Called for each new connection. */
void http_shed(struct as_http *http) AS_NONNULL(1);
/* If the answers in memory exceed their limit, closes the oldest answers to the address to which
 * most bytes are being sent. Called for each answer, before the answer begins. */
void http_shed_answers(struct as_http *http) AS_NONNULL(1);

#endif
