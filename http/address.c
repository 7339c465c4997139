/* SPDX-License-Identifier: MIT */
/* Addresses and proxies. */
#include "address.h"

#include <arpa/inet.h>
#include <string.h>

static struct http_address of_v4(const struct in_addr *address)
{
	struct http_address result = {0};

	result.bytes.s6_addr[10] = result.bytes.s6_addr[11] = 0xff;
	memcpy(&result.bytes.s6_addr[12], address, sizeof(*address));
	return result;
}

struct http_address http_address_of(const struct sockaddr *address)
{
	if (address->sa_family == AF_INET)
		return of_v4(&((const struct sockaddr_in *)(const void *)address)->sin_addr);
	struct http_address result = {0};
	if (address->sa_family == AF_INET6)
		result.bytes = ((const struct sockaddr_in6 *)(const void *)address)->sin6_addr;
	return result;
}

bool http_address_parse(struct http_address *address, const char *text, size_t size)
{
	char copy[HTTP_ADDRESS_SIZE + 8];
	struct in_addr v4;

	if (size == 0 || size >= sizeof(copy) || memchr(text, '\0', size))
		return false;
	if (*text == '[') {
		const char *end = memchr(text, ']', size);
		if (!end || (end + 1 < text + size && end[1] != ':'))
			return false;
		text++;
		size = (size_t)(end - text);
	}
	memcpy(copy, text, size);
	copy[size] = '\0';
	if (inet_pton(AF_INET6, copy, &address->bytes) == 1)
		return true;
	char *colon = strchr(copy, ':');
	if (colon)
		*colon = '\0';
	if (inet_pton(AF_INET, copy, &v4) != 1)
		return false;
	*address = of_v4(&v4);
	return true;
}

void http_address_format(const struct http_address *address, char text[HTTP_ADDRESS_SIZE])
{
	if (IN6_IS_ADDR_V4MAPPED(&address->bytes))
		inet_ntop(AF_INET, &address->bytes.s6_addr[12], text, HTTP_ADDRESS_SIZE);
	else
		inet_ntop(AF_INET6, &address->bytes, text, HTTP_ADDRESS_SIZE);
}

/* ---- proxies ---- */

static int parse_network(struct http_network *network, const char *text, struct as_error *error)
{
	const size_t size = strcspn(text, "/");
	uint64_t bits = 128;

	if (!http_address_parse(&network->address, text, size) || memchr(text, '[', size))
		goto wrong;
	const bool is_v4 = IN6_IS_ADDR_V4MAPPED(&network->address.bytes);
	if (text[size] && as_count_parse(text + size + 1, 0, is_v4 ? 32 : 128, &bits, NULL))
		goto wrong;
	network->bits = (unsigned)bits + (is_v4 && text[size] ? 96 : 0);
	return 0;
wrong:
	return as_error_set(error, AS_ERROR_USAGE,
		"malformed address of a proxy '%s'; write it like 10.0.0.1 or fd00::/8", text);
}

int http_proxies_parse(struct http_proxies *proxies, const char *const *texts, size_t count,
	struct as_error *error)
{
	*proxies = (struct http_proxies){.items = calloc(count + 1, sizeof(*proxies->items))};
	if (!proxies->items)
		return as_error_no_memory(error);
	for (; proxies->count < count; proxies->count++)
		if (parse_network(&proxies->items[proxies->count], texts[proxies->count], error))
			return -1;
	return 0;
}

static bool is_within(const struct http_address *address, const struct http_network *network)
{
	const uint8_t *a = address->bytes.s6_addr, *b = network->address.bytes.s6_addr;
	const unsigned whole = network->bits / 8, rest = network->bits % 8;

	if (memcmp(a, b, whole) != 0)
		return false;
	return rest == 0 || ((a[whole] ^ b[whole]) >> (8 - rest)) == 0;
}

bool http_proxies_have(const struct http_proxies *proxies, const struct http_address *address)
{
	for (size_t i = 0; i < proxies->count; i++)
		if (is_within(address, &proxies->items[i]))
			return true;
	return false;
}

struct http_address http_proxies_client(
	const struct http_proxies *proxies, struct http_address peer, const char *forwarded)
{
	size_t size = forwarded ? strlen(forwarded) : 0;

	while (size > 0 && http_proxies_have(proxies, &peer)) {
		const char *comma = memrchr(forwarded, ',', size);
		const char *from = comma ? comma + 1 : forwarded;
		size_t length = size - (size_t)(from - forwarded);
		while (length > 0 && strchr(" \t", *from)) {
			from++;
			length--;
		}
		while (length > 0 && strchr(" \t", from[length - 1]))
			length--;
		/* A proxy that does not know or does not reveal its client sends "unknown". */
		if (!http_address_parse(&peer, from, length))
			break;
		size = comma ? (size_t)(comma - forwarded) : 0;
	}
	return peer;
}

struct http_address http_address_of_account(uint64_t account)
{
	struct http_address key = {0};

	key.bytes.s6_addr[0] = 1;
	/* The last half is not part of a key. */
	for (int i = 0; i < 6; i++)
		key.bytes.s6_addr[7 - i] = (uint8_t)(account >> 8 * i);
	return key;
}

struct http_address http_address_key(struct http_address address)
{
	if (!IN6_IS_ADDR_V4MAPPED(&address.bytes))
		memset(&address.bytes.s6_addr[8], 0, 8);
	return address;
}
