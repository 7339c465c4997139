/* SPDX-License-Identifier: MIT */
/*
 * Connections, and the deadline by which each client must have sent its request. libmicrohttpd's
 * timeout restarts with each byte, so a client that sends a byte now and then would keep its
 * connection forever.
 */
#include "watch.h"

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
	atomic_fetch_add(&watch->count, 1);
	pthread_mutex_lock(&watch->lock);
	client->next = watch->first;
	if (watch->first)
		watch->first->previous = client;
	watch->first = client;
	pthread_mutex_unlock(&watch->lock);
	return client;
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
	free(client);
}

/* All data were read, and no more will come. */
static bool has_ended(const struct http_client *client)
{
	char byte;

	return recv(client->fd, &byte, 1, MSG_PEEK | MSG_DONTWAIT) == 0;
}

void http_watch_cut(struct http_watch *watch, int64_t now_ns)
{
	pthread_mutex_lock(&watch->lock);
	for (struct http_client *client = watch->first; client; client = client->next)
		if (client->deadline_ns != INT64_MAX &&
			(client->deadline_ns < now_ns || has_ended(client)))
			shutdown(client->fd, SHUT_RDWR);
	pthread_mutex_unlock(&watch->lock);
}
