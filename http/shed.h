/* SPDX-License-Identifier: MIT */
/* Makes room when nearly all connections are in use. */
#ifndef ASSAY_HTTP_SHED_H
#define ASSAY_HTTP_SHED_H

#include "server.h"

/* If so, the address with the most connections that wait for their clients loses the oldest of
 * them. For each new connection. */
void http_shed(struct as_http *http) AS_NONNULL(1);

#endif
