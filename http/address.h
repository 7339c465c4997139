/* SPDX-License-Identifier: MIT */
/* Client addresses: parsing, trusted proxies, the number of connections for each. */
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
/* Parses a numeric address of `size` bytes; also "[::1]", "[::1]:80" and "1.2.3.4:80", as some
 * proxies write it. */
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
/* The client of a request: if the peer is a proxy, the last address of the comma-separated list
 * (may be NULL) that is not a proxy. */
struct http_address http_proxies_client(const struct http_proxies *proxies,
	struct http_address peer, const char *forwarded) AS_NONNULL(1);

/* A key for an account, in a block that no client has (0100::/8, reserved by RFC 6666 and IANA). */
struct http_address http_address_of_account(uint64_t account);

/* The owner of one IPv6 address has at least a /64 network, which stands for all its addresses. */
struct http_address http_address_key(struct http_address address);

/* The number of connections, streams or bytes of each address; an IPv6 /64 network counts as one
 * address. */
struct http_address_counts;
struct http_address_counts *http_address_counts_new(struct as_error *error) AS_MUST_USE;
void http_address_counts_free(struct http_address_counts *address_counts);
/* Any thread. What was not added, because the sum would be above `max` or memory ran out, must not
 * be taken away later: false. */
uint64_t http_address_counts_get(
	struct http_address_counts *address_counts, struct http_address address) AS_NONNULL(1);
bool http_address_counts_enter(struct http_address_counts *address_counts,
	struct http_address address) AS_MUST_USE AS_NONNULL(1);
/* Enters only if the count is below `max`. */
bool http_address_counts_try(struct http_address_counts *address_counts,
	struct http_address address, unsigned max) AS_MUST_USE AS_NONNULL(1);
void http_address_counts_leave(
	struct http_address_counts *address_counts, struct http_address address) AS_NONNULL(1);
/* The same with an amount: adds only if the sum is at most `max`. */
bool http_address_counts_add(struct http_address_counts *address_counts,
	struct http_address address, uint64_t amount, uint64_t max) AS_MUST_USE AS_NONNULL(1);
void http_address_counts_sub(struct http_address_counts *address_counts,
	struct http_address address, uint64_t amount) AS_NONNULL(1);

#endif
