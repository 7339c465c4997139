/* SPDX-License-Identifier: MIT */
/*
 * One address may hold half of the connections, because it may be a school. So that two or three of
 * them cannot keep out all others, a few connections are always free: when they are not, the
 * address (IPv6: /64) with the most connections that wait for their clients loses the oldest ones,
 * first those between two requests. Nobody is refused for that; a browser connects again. Those of
 * listed proxies stay, as do connections whose request is being handled or answered.
 *
 * Answers in memory also have a limit. Above it, the address to which most bytes are being sent
 * loses its oldest answers, which are those of the slowest readers. Here a listed proxy is treated
 * like any other client: a proxy that forwards as slowly as its clients read must not fill the
 * memory.
 */
#include "shed.h"

#include <string.h>
#include <sys/socket.h>

/* With TLS, streams remain connections. */
static unsigned capacity_of(const struct as_http *http)
{
	return http->limits.connection_count +
	       (http->settings.is_tls ? http->limits.stream_count : 0);
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

/* How much a connection uses of the scarce resource: connections, or memory. 0: closing it would
 * not help, or is not allowed. */
typedef uint64_t (*weighs)(const struct as_http *http, const struct http_client *client);

static uint64_t weigh_waiting(const struct as_http *http, const struct http_client *client)
{
	return waits(http, client);
}

static uint64_t weigh_answer(const struct as_http *http, const struct http_client *client)
{
	(void)http;
	return client->is_shed || atomic_load(&client->answer_ns) == 0
		       ? 0
		       : atomic_load(&client->memory_bytes);
}

/* The address that uses most of the resource; false: no address uses any, or out of memory. */
static bool find_most(const struct as_http *http, weighs weigh, struct http_address *found)
{
	struct http_address_counts *counts = http_address_counts_new(NULL);
	uint64_t most = 0;

	if (!counts)
		return false;
	for (const struct http_client *client = http->watch.first; client; client = client->next) {
		const uint64_t weight = weigh(http, client);
		if (weight == 0 ||
			!http_address_counts_add(counts, client->address, weight, UINT64_MAX))
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

	if (atomic_load(&a->answer_ns) != atomic_load(&b->answer_ns))
		return atomic_load(&a->answer_ns) < atomic_load(&b->answer_ns);
	if (receiving != atomic_load(&b->is_receiving))
		return !receiving;
	return atomic_load(&a->since_ns) < atomic_load(&b->since_ns);
}

static struct http_client *find_oldest(
	const struct as_http *http, weighs weigh, const struct http_address *address)
{
	struct http_client *oldest = NULL;

	for (struct http_client *client = http->watch.first; client; client = client->next) {
		const struct http_address key = http_address_key(client->address);
		if (memcmp(&key, address, sizeof(key)) == 0 && weigh(http, client) > 0 &&
			(!oldest || is_before(client, oldest)))
			oldest = client;
	}
	return oldest;
}

static void close_client(struct http_watch *watch, struct http_client *client)
{
	client->is_shed = true;
	atomic_fetch_add(&watch->closing_count, 1);
	watch->shed_count++;
	http_watch_end(client);
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
	if (is_nearly_full(http) && find_most(http, weigh_waiting, &address))
		for (unsigned left = capacity_of(http) / 64 + 1;
			left > 0 && (client = find_oldest(http, weigh_waiting, &address)); left--)
			close_client(watch, client);
	pthread_mutex_unlock(&watch->lock);
}

/* Answers may share a buffer, so one call may free less than it counts; the next call goes on. What
 * connections hold that are being closed is not counted again. */
void http_shed_answers(struct as_http *http)
{
	const uint64_t limit = http->limits.answers_bytes;
	struct http_watch *watch = &http->watch;
	struct http_address address;
	struct http_client *client;

	if (atomic_load(&http->counts.answers_bytes) <= limit)
		return;
	pthread_mutex_lock(&watch->lock);
	const uint64_t bytes = atomic_load(&http->counts.answers_bytes);
	const uint64_t kept = limit + atomic_load(&watch->closing_bytes);
	uint64_t left = bytes > kept ? bytes - kept : 0;
	if (left > 0 && find_most(http, weigh_answer, &address))
		while (left > 0 && (client = find_oldest(http, weigh_answer, &address))) {
			const uint64_t freed = weigh_answer(http, client);
			left -= freed < left ? freed : left;
			atomic_fetch_add(&watch->closing_bytes, freed);
			atomic_store(&client->closing_bytes, freed);
			close_client(watch, client);
		}
	pthread_mutex_unlock(&watch->lock);
}
