/* SPDX-License-Identifier: MIT */
/* The share of the connections and streams that one address may hold. */
#include "share.h"

#include <limits.h>

#define FULL_PAUSE_NS (INT64_C(60) * 1000000000)

unsigned http_share_max(
	const struct as_http *http, const struct http_address *address, unsigned count)
{
	const unsigned percent = http->limits.address_percent;

	if (percent == 0 || http_proxies_have(&http->proxies, address))
		return UINT_MAX;
	const unsigned max = (unsigned)((uint64_t)count * percent / 100);
	return max > 0 ? max : 1;
}

void http_share_full(
	struct as_http *http, const struct http_address *address, bool is_stream, unsigned max)
{
	const int64_t now_ns = as_now_ns();
	int64_t next_ns = atomic_load(&http->next_full_ns);
	char text[HTTP_ADDRESS_SIZE];

	if (!http->callbacks.address_full || now_ns < next_ns ||
		!atomic_compare_exchange_strong(
			&http->next_full_ns, &next_ns, now_ns + FULL_PAUSE_NS))
		return;
	http_address_format(address, text);
	http->callbacks.address_full(text, is_stream, max, http->callbacks.context);
}
