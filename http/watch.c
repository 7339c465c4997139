/* SPDX-License-Identifier: MIT */
/*
 * Connections, and the deadline by which each client must have sent its request. libmicrohttpd's
 * timeout restarts with each byte, so a client that sends or reads a byte now and then would keep
 * its connection, and the memory of its answer, forever. The bytes of an answer that the client's
 * kernel has acknowledged have arrived; bytes that this kernel has accepted may still be here.
 */
#include "watch.h"

#include <linux/tcp.h>
#include <sys/socket.h>

struct http_client *http_watch_add(
	struct http_watch *watch, int fd, struct http_address address, int64_t deadline_ns)
{
	struct http_client *client = calloc(1, sizeof(*client));

	if (!client)
		return NULL;
	client->fd = fd;
	client->address = address;
	client->deadline_ns = deadline_ns;
	client->since_ns = as_now_ns();
	atomic_fetch_add(&watch->count, 1);
	pthread_mutex_lock(&watch->lock);
	client->next = watch->first;
	if (watch->first)
		watch->first->previous = client;
	watch->first = client;
	pthread_mutex_unlock(&watch->lock);
	return client;
}

void http_watch_answered(struct http_watch *watch, struct http_client *client)
{
	client->answer_ns = 0;
	atomic_fetch_sub(&watch->closing_bytes, atomic_exchange(&client->closing_bytes, 0));
}

void http_watch_remove(struct http_watch *watch, struct http_client *client)
{
	pthread_mutex_lock(&watch->lock);
	if (client->next)
		client->next->previous = client->previous;
	if (client->previous)
		client->previous->next = client->next;
	else
		watch->first = client->next;
	pthread_mutex_unlock(&watch->lock);
	atomic_fetch_sub(&watch->count, 1);
	if (client->is_shed)
		atomic_fetch_sub(&watch->closing_count, 1);
	http_watch_answered(watch, client);
	free(client);
}

/* All data were read, and no more will come. */
static bool has_ended(const struct http_client *client)
{
	char byte;

	return recv(client->fd, &byte, 1, MSG_PEEK | MSG_DONTWAIT) == 0;
}

/* The bytes that the client has acknowledged since the connection began. */
static uint64_t count_acked(int fd)
{
	struct tcp_info info = {0};
	socklen_t size = sizeof(info);

	return getsockopt(fd, IPPROTO_TCP, TCP_INFO, &info, &size) == 0 ? info.tcpi_bytes_acked : 0;
}

void http_watch_answer(struct http_client *client, uint64_t size, uint64_t memory_bytes)
{
	client->acked_bytes = count_acked(client->fd);
	client->answer_bytes = size;
	client->memory_bytes = memory_bytes;
	client->answer_ns = as_now_ns();
}

/* The client must have received what the minimum rate brings since the end of the grace, so the
 * whole answer also has a deadline. */
static bool is_slow(const struct http_watch *watch, struct http_client *client, int64_t now_ns)
{
	const int64_t begin_ns = client->answer_ns;
	const int64_t late_ns = now_ns - begin_ns - watch->grace_ns;

	if (begin_ns == 0 || late_ns <= 0)
		return false;
	const uint64_t due = (uint64_t)(late_ns / 1000000) * watch->rate_bytes / 1000;
	const uint64_t acked = count_acked(client->fd) - client->acked_bytes;
	const bool is_late = acked < (due < client->answer_bytes ? due : client->answer_bytes);
	/* Another answer may have begun meanwhile. */
	return is_late && client->answer_ns == begin_ns;
}

static bool must_end(struct http_watch *watch, struct http_client *client, int64_t now_ns)
{
	if (is_slow(watch, client, now_ns)) {
		watch->slow_count++;
		return true;
	}
	return client->deadline_ns != INT64_MAX &&
	       (client->deadline_ns < now_ns || has_ended(client));
}

void http_watch_end(struct http_client *client)
{
	/* The part of an answer that this kernel still has is dropped when the connection is
	 * closed. */
	const struct linger none = {.l_onoff = 1};

	if (client->answer_ns != 0)
		setsockopt(client->fd, SOL_SOCKET, SO_LINGER, &none, sizeof(none));
	client->answer_ns = 0;
	shutdown(client->fd, SHUT_RDWR);
}

void http_watch_cut(struct http_watch *watch, int64_t now_ns)
{
	pthread_mutex_lock(&watch->lock);
	for (struct http_client *client = watch->first; client; client = client->next)
		if (must_end(watch, client, now_ns))
			http_watch_end(client);
	pthread_mutex_unlock(&watch->lock);
}
