/* SPDX-License-Identifier: MIT */
/* The connection of a stream. */
#include "link.h"

#include <errno.h>
#include <gnutls/gnutls.h>
#include <string.h>
#include <sys/socket.h>

#define RECORD_BYTES 16384 /* the maximum size of a TLS record */
#define MAX_READS 16

/* Several parts in one record; a record that could not be sent is sent again by NULL. */
static ssize_t send_record(struct http_link *link, const struct iovec *parts, int count)
{
	char record[RECORD_BYTES];
	size_t size = 0;

	for (int i = 0; i < count && size < sizeof(record) && !link->is_resending; i++) {
		const size_t left = sizeof(record) - size;
		const size_t length = parts[i].iov_len < left ? parts[i].iov_len : left;
		memcpy(record + size, parts[i].iov_base, length);
		size += length;
	}
	const ssize_t sent = gnutls_record_send(
		link->session, link->is_resending ? NULL : record, link->is_resending ? 0 : size);
	link->is_resending = sent == GNUTLS_E_AGAIN || sent == GNUTLS_E_INTERRUPTED;
	return link->is_resending ? 0 : sent < 0 ? -1 : sent;
}

ssize_t http_link_send(struct http_link *link, const struct iovec *parts, int count)
{
	if (link->session)
		return send_record(link, parts, count);
	struct msghdr message = {
		.msg_iov = (struct iovec *)(uintptr_t)parts, .msg_iovlen = (size_t)count};
	const ssize_t sent = sendmsg(link->fd, &message, MSG_NOSIGNAL | MSG_DONTWAIT);
	if (sent >= 0)
		return sent;
	return errno == EAGAIN || errno == EINTR ? 0 : -1;
}

bool http_link_drain(struct http_link *link)
{
	char junk[4096];

	for (int i = 0; i < MAX_READS; i++) {
		const ssize_t got = link->session
					    ? gnutls_record_recv(link->session, junk, sizeof(junk))
					    : recv(link->fd, junk, sizeof(junk), MSG_DONTWAIT);
		if (got > 0 || (link->session && got == GNUTLS_E_INTERRUPTED) ||
			(!link->session && got < 0 && errno == EINTR))
			continue;
		return link->session ? got == GNUTLS_E_AGAIN : got < 0 && errno == EAGAIN;
	}
	return false; /* the client sends without end */
}

void http_link_close(struct http_link *link, bool is_complete)
{
	if (!link->session) {
		close(link->fd);
	} else {
		if (is_complete)
			gnutls_bye(link->session, GNUTLS_SHUT_WR);
		link->release(link->connection);
	}
	link->fd = -1;
}
