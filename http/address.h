/* SPDX-License-Identifier: MIT */
/* Addresses of clients: their text, proxies that are trusted, how many connections each has. */
#ifndef ASSAY_HTTP_ADDRESS_H
#define ASSAY_HTTP_ADDRESS_H

#include <assay/base.h>
#include <netinet/in.h>

/* IPv6, or IPv4 as ::ffff:a.b.c.d. */
struct http_address {
	struct in6_addr bytes;
};
#define HTTP_ADDRESS_SIZE INET6_ADDRSTRLEN
struct http_address http_address_of(const struct sockaddr *address) AS_NONNULL(1);
/* A numeric address of `size` bytes; also "[::1]", "[::1]:80" and "1.2.3.4:80", as some proxies
 * write it. */
bool http_address_parse(struct http_address *address, const char *text, size_t size)
	AS_NONNULL(1, 2);
void http_address_format(const struct http_address *address, char text[HTTP_ADDRESS_SIZE])
	AS_NONNULL(1, 2);

struct http_proxies {
	struct http_network {
		struct http_address address;
		unsigned bits;
	} * items;
	size_t count;
};
int http_proxies_parse(struct http_proxies *proxies, const char *const *texts, size_t count,
	struct as_error *error) AS_MUST_USE AS_NONNULL(1);
bool http_proxies_have(const struct http_proxies *proxies, const struct http_address *address)
	AS_NONNULL(1, 2);
/* The client of a request: the last of the comma-separated list, which may be NULL, that is no
 * proxy, if the peer is one. */
struct http_address http_proxies_client(const struct http_proxies *proxies,
	struct http_address peer, const char *forwarded) AS_NONNULL(1);

/* How many connections each address has; an IPv6 network of 64 bits is one address. */
struct http_crowd;
struct http_crowd *http_crowd_new(struct as_error *error) AS_MUST_USE;
void http_crowd_free(struct http_crowd *crowd);
/* Any thread. Without memory an address is not counted. */
unsigned http_crowd_count(struct http_crowd *crowd, struct http_address address) AS_NONNULL(1);
void http_crowd_enter(struct http_crowd *crowd, struct http_address address) AS_NONNULL(1);
void http_crowd_leave(struct http_crowd *crowd, struct http_address address) AS_NONNULL(1);

#endif
