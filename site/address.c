/* SPDX-License-Identifier: MIT */
/*
 * Log-in by address. The request's address is that of the peer, or the one that a listed proxy
 * reports.
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

/* Returns the host name in Host, on the heap. NULL: neither the end nor a colon and the digits of a
 * port follow the name, so Host contains something else. */
static char *take_name(const char *host)
{
	const char *bracket = *host == '[' ? strchr(host, ']') : NULL;
	const size_t size = bracket ? (size_t)(bracket + 1 - host) : strcspn(host, ":");
	const char *port = host + size;

	if (*port && (*port != ':' || port[1 + strspn(port + 1, "0123456789")]))
		return NULL;
	return strndup(host, size);
}

static bool is_literal(const char *name)
{
	struct in6_addr address;
	const size_t size = strlen(name);

	if (*name != '[')
		return read_address(name, &address) && !strchr(name, ':');
	AS_AUTO_FREE char *inner = size > 2 ? strndup(name + 1, size - 2) : NULL;
	return inner && inet_pton(AF_INET6, inner, &address) == 1;
}

/* The name may end with the dot of the DNS root. */
static bool is_listed(char *const *hosts, const char *name)
{
	size_t size = strlen(name);

	if (size > 0 && name[size - 1] == '.')
		size--;
	for (; size > 0 && hosts && *hosts; hosts++)
		if (strlen(*hosts) == size && strncasecmp(*hosts, name, size) == 0)
			return true;
	return false;
}

/* A name of another site can be made to lead to this server (DNS rebinding). For the browser, that
 * site's pages are then pages of this server. */
static bool is_own_host(const struct as_site *site, const char *host)
{
	AS_AUTO_FREE char *name = host ? take_name(host) : NULL;

	return name && (is_literal(name) || is_listed(site->config.hosts, name));
}

bool as_site_is_address(const char *text, const struct in6_addr *address)
{
	struct in6_addr own;

	return read_address(text, &own) && memcmp(&own, address, sizeof(own)) == 0;
}

size_t as_site_account_of_address(
	const struct as_site *site, const struct as_http_request *request, bool *is_foreign)
{
	const struct as_site_owner *owner = &site->config.owner;
	struct in6_addr peer;

	*is_foreign = false;
	if (!read_address(as_http_peer(request), &peer))
		return AS_SITE_NONE;
	const size_t account = owner->find_address(owner->context, &peer);
	*is_foreign =
		account != AS_SITE_NONE && !is_own_host(site, as_http_header(request, "Host"));
	return *is_foreign ? AS_SITE_NONE : account;
}
