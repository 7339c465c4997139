/* SPDX-License-Identifier: MIT */
/*
 * Log-in by address: the `ip` of an account, which is unique. The request's address is that of the
 * peer, or the one that a listed proxy reports.
 */
#include "private.h"

#include <arpa/inet.h>
#include <string.h>

/* IPv4 addresses become IPv4-mapped IPv6 addresses. */
static bool read_address(const char *text, struct in6_addr *address)
{
	struct in_addr v4;

	if (inet_pton(AF_INET6, text, address) == 1)
		return true;
	if (inet_pton(AF_INET, text, &v4) != 1)
		return false;
	*address = (struct in6_addr){0};
	address->s6_addr[10] = address->s6_addr[11] = 0xff;
	memcpy(&address->s6_addr[12], &v4, sizeof(v4));
	return true;
}

size_t account_of_address(const struct as_server *server, const struct as_http_request *request)
{
	const struct as_contest *contest = server->config.contest;
	struct in6_addr peer, own;

	if (!read_address(as_http_peer(request), &peer))
		return AS_CONTEST_NONE;
	for (size_t i = 0; i < contest->account_count; i++)
		if (contest->accounts[i].ip && read_address(contest->accounts[i].ip, &own) &&
			memcmp(&own, &peer, sizeof(own)) == 0)
			return i;
	return AS_CONTEST_NONE;
}

/* A page of another site can make a browser send requests to this server, without a log-in. A page
 * whose host name resolves to this server even counts as the same site. Without TLS,
 * Accept-Language is then the only header that all browsers send and that a page cannot remove. So
 * it identifies browsers. */
size_t account_of_program(const struct as_server *server, const struct as_http_request *request)
{
	if (as_http_header(request, "Origin") || as_http_header(request, "Sec-Fetch-Site") ||
		as_http_header(request, "Referer") || as_http_header(request, "Accept-Language"))
		return AS_CONTEST_NONE;
	return account_of_address(server, request);
}
