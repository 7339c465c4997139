/* SPDX-License-Identifier: MIT */
/* Opening the port, and the number of descriptors of the process. */
#ifndef ASSAY_HTTP_LISTEN_H
#define ASSAY_HTTP_LISTEN_H

#include <assay/base.h>

/* Listens on a port of a numeric address. Returns the descriptor, or -1, and sets the actual port.
 */
int http_listen(const char *address, uint16_t port, uint16_t *got,
	struct as_error *error) AS_MUST_USE AS_NONNULL(1, 3);
/* Raises RLIMIT_NOFILE to `wanted` as far as possible; returns the new limit. */
uint64_t http_raise_descriptors(uint64_t wanted);

#endif
