/* SPDX-License-Identifier: MIT */
/* Makes room when nearly all connections, or the memory of answers, are in use. */
#ifndef ASSAY_HTTP_SHED_H
#define ASSAY_HTTP_SHED_H

#include "server.h"

/* If so, the address with the most connections that wait for their clients loses the oldest of
 * them. For each new connection. */
void http_shed(struct as_http *http) AS_NONNULL(1);
/* If the answers in memory are above their limit, the address whose clients are being sent the most
 * loses its oldest ones. For each answer, before it begins. */
void http_shed_answers(struct as_http *http) AS_NONNULL(1);

#endif
