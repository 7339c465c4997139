/* SPDX-License-Identifier: MIT */
/* The port, and how many descriptors a process may have. */
#ifndef ASSAY_HTTP_LISTEN_H
#define ASSAY_HTTP_LISTEN_H

#include <assay/base.h>

/* Opens a port of a numeric address. Returns the descriptor, or -1, and the port that it has. */
int http_listen(const char *address, uint16_t port, uint16_t *got,
	struct as_error *error) AS_MUST_USE AS_NONNULL(1, 3);
/* Raises RLIMIT_NOFILE, as far as it can be, to `wanted`; returns what it is then. */
uint64_t http_raise_descriptors(uint64_t wanted);

#endif
