/* SPDX-License-Identifier: MIT */
/* The connection of a stream: a socket, or a TLS session over it that libmicrohttpd keeps. */
#ifndef ASSAY_HTTP_LINK_H
#define ASSAY_HTTP_LINK_H

#include "address.h"

#include <sys/uio.h>

struct http_link {
	int fd;
	/* TLS: a gnutls_session_t; the socket belongs to the suspended connection, which `release`
	 * gives back. NULL: the link owns the socket. */
	void *session;
	void (*release)(void *connection);
	void *connection;
	bool is_resending; /* GnuTLS has a record that it could not send */
	struct http_address address;
};
/* Sends some bytes without blocking. Returns their number; 0: not now; -1: the connection is lost.
 */
ssize_t http_link_send(struct http_link *link, const struct iovec *parts, int count) AS_MUST_USE
	AS_NONNULL(1, 2);
/* Reads and drops unexpected data from the client. False: the client has left. */
bool http_link_drain(struct http_link *link) AS_MUST_USE AS_NONNULL(1);
/* `is_complete`: sends the closing message of TLS. */
void http_link_close(struct http_link *link, bool is_complete) AS_NONNULL(1);

#endif
