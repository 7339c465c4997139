/* SPDX-License-Identifier: MIT */
/*
 * One address may hold half of the connections, because it may be a school. So that two or three of
 * them cannot keep out all others, a few connections are always free: when they are not, the
 * address (IPv6: /64) with the most connections that wait for their clients loses the oldest ones,
 * first those between two requests. Nobody is refused for that; a browser connects again. Those of
 * listed proxies stay, as do connections whose request is being handled or answered.
 */
#include "shed.h"

#include <string.h>
#include <sys/socket.h>

/* With TLS, streams remain connections. */
static unsigned capacity_of(const struct as_http *http)
{
	return http->limits.connection_count + (http->is_tls ? http->limits.stream_count : 0);
}

static bool is_nearly_full(struct as_http *http)
{
	const unsigned capacity = capacity_of(http), margin = capacity / 16 + 1;
	const unsigned closing = atomic_load(&http->watch.closing_count);
	const unsigned count = atomic_load(&http->watch.count);

	return count > closing && count - closing + margin > capacity;
}

static bool waits(const struct as_http *http, const struct http_client *client)
{
	return !client->is_shed && atomic_load(&client->deadline_ns) != INT64_MAX &&
	       !http_proxies_have(&http->proxies, &client->address);
}

/* The address with the most waiting connections; false: none waits, or out of memory. */
static bool find_most(const struct as_http *http, struct http_address *found)
{
	struct http_address_counts *counts = http_address_counts_new(NULL);
	uint64_t most = 0;

	if (!counts)
		return false;
	for (const struct http_client *client = http->watch.first; client; client = client->next) {
		if (!waits(http, client) || !http_address_counts_enter(counts, client->address))
			continue;
		const uint64_t count = http_address_counts_get(counts, client->address);
		if (count > most) {
			most = count;
			*found = http_address_key(client->address);
		}
	}
	http_address_counts_free(counts);
	return most > 0;
}

static bool is_before(const struct http_client *a, const struct http_client *b)
{
	const bool receiving = atomic_load(&a->is_receiving);

	if (receiving != atomic_load(&b->is_receiving))
		return !receiving;
	return atomic_load(&a->since_ns) < atomic_load(&b->since_ns);
}

static struct http_client *find_oldest(
	const struct as_http *http, const struct http_address *address)
{
	struct http_client *oldest = NULL;

	for (struct http_client *client = http->watch.first; client; client = client->next) {
		const struct http_address key = http_address_key(client->address);
		if (memcmp(&key, address, sizeof(key)) == 0 && waits(http, client) &&
			(!oldest || is_before(client, oldest)))
			oldest = client;
	}
	return oldest;
}

/* Several at once, so that not each new connection looks at all others. */
void http_shed(struct as_http *http)
{
	struct http_watch *watch = &http->watch;
	struct http_address address;
	struct http_client *client;

	if (http->limits.address_percent == 0 || !is_nearly_full(http))
		return;
	pthread_mutex_lock(&watch->lock);
	if (is_nearly_full(http) && find_most(http, &address))
		for (unsigned left = capacity_of(http) / 64 + 1;
			left > 0 && (client = find_oldest(http, &address)); left--) {
			client->is_shed = true;
			atomic_fetch_add(&watch->closing_count, 1);
			watch->shed_count++;
			shutdown(client->fd, SHUT_RDWR);
		}
	pthread_mutex_unlock(&watch->lock);
}
