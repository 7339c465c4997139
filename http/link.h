/* SPDX-License-Identifier: MIT */
/* The connection of a stream: a socket, or a TLS session over it that libmicrohttpd keeps. */
#ifndef ASSAY_HTTP_LINK_H
#define ASSAY_HTTP_LINK_H

#include "address.h"

#include <sys/uio.h>

struct http_link {
	int fd;
	/* TLS: a gnutls_session_t; the socket is that of the suspended connection, which `release`
	 * gives back. NULL: the socket is ours. */
	void *session;
	void (*release)(void *connection);
	void *connection;
	bool is_resending; /* GnuTLS has a record that it could not send */
	struct http_address address;
};
/* Sends some bytes without waiting. Returns how many; 0: not now; -1: the connection is lost. */
ssize_t http_link_send(struct http_link *link, const struct iovec *parts, int count) AS_MUST_USE
	AS_NONNULL(1, 2);
/* Reads and drops what the client sends, though it has nothing to say. False: it is gone. */
bool http_link_drain(struct http_link *link) AS_MUST_USE AS_NONNULL(1);
/* `is_complete`: TLS says so to the client. */
void http_link_close(struct http_link *link, bool is_complete) AS_NONNULL(1);

#endif
