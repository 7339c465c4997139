/* SPDX-License-Identifier: MIT */
/*
 * Clients that read the same document of the API at the same time share one buffer, for each
 * endpoint, audience and position of the feed. So slow readers need no memory of their own. The
 * buffers are limited by their bytes; the least recently used one is removed first. Documents with
 * equal bytes share a buffer even if their addresses differ, for example by meaningless parameters.
 *
 * Also limits the time for boards that are filtered for one anonymous request.
 */
#include "replies.h"
#include "server.h"

#include <pthread.h>
#include <string.h>

#define KEPT_BYTES ((size_t)64 << 20)
#define KEPT_COUNT 128
#define SMALL_BYTES 4096             /* smaller documents are not kept */
#define RENDER_SHARE 10              /* a tenth of one core */
#define RENDER_AHEAD_NS 1000000000LL /* a few requests in a row are rendered */

struct reply {
	char key[AS_DIGEST_HEX_SIZE]; /* "": unused */
	struct as_http_buffer *json;
	uint64_t used; /* the number of its last use */
};

struct replies {
	pthread_mutex_t mutex;
	struct reply items[KEPT_COUNT];
	size_t kept_bytes;
	uint64_t uses;
	atomic_int_least64_t next_render_ns;
};

struct replies *replies_open(struct as_error *error)
{
	struct replies *replies = calloc(1, sizeof(*replies));

	if (replies)
		pthread_mutex_init(&replies->mutex, NULL);
	else
		as_error_no_memory(error);
	return replies;
}

static size_t size_of(const struct as_http_buffer *buffer)
{
	size_t size;

	(void)as_http_buffer_data(buffer, &size);
	return size;
}

/* With the mutex, as all below. */
static void forget(struct replies *replies, struct reply *reply)
{
	if (!*reply->key)
		return;
	replies->kept_bytes -= size_of(reply->json);
	as_http_buffer_unref(reply->json);
	*reply = (struct reply){0};
}

void replies_close(struct replies *replies)
{
	if (!replies)
		return;
	for (size_t i = 0; i < KEPT_COUNT; i++)
		forget(replies, &replies->items[i]);
	pthread_mutex_destroy(&replies->mutex);
	free(replies);
}

static struct reply *find_reply(struct replies *replies, const char *key)
{
	for (size_t i = 0; i < KEPT_COUNT; i++)
		if (strcmp(replies->items[i].key, key) == 0)
			return &replies->items[i];
	return NULL;
}

/* An unused one, or the oldest. */
static struct reply *find_place(struct replies *replies)
{
	struct reply *oldest = &replies->items[0];

	for (size_t i = 0; i < KEPT_COUNT; i++) {
		if (!*replies->items[i].key)
			return &replies->items[i];
		if (replies->items[i].used < oldest->used)
			oldest = &replies->items[i];
	}
	return oldest;
}

static void forget_oldest(struct replies *replies)
{
	struct reply *oldest = NULL;

	for (size_t i = 0; i < KEPT_COUNT; i++)
		if (*replies->items[i].key && (!oldest || replies->items[i].used < oldest->used))
			oldest = &replies->items[i];
	if (oldest)
		forget(replies, oldest);
}

/* A kept buffer with the same bytes, or this one. Takes over the reference and gives one. */
static struct as_http_buffer *share(struct replies *replies, struct as_http_buffer *json)
{
	size_t size, other;
	const char *bytes = as_http_buffer_data(json, &size);

	for (size_t i = 0; i < KEPT_COUNT; i++) {
		struct reply *reply = &replies->items[i];
		if (!*reply->key)
			continue;
		const char *kept = as_http_buffer_data(reply->json, &other);
		if (other == size && memcmp(kept, bytes, size) == 0) {
			as_http_buffer_unref(json);
			return as_http_buffer_ref(reply->json);
		}
	}
	return json;
}

static struct as_http_buffer *keep(
	struct replies *replies, const char *key, struct as_http_buffer *json)
{
	const size_t size = size_of(json);

	pthread_mutex_lock(&replies->mutex);
	json = share(replies, json);
	struct reply *reply = find_reply(replies, key);
	if (!reply && size <= KEPT_BYTES) {
		while (replies->kept_bytes + size > KEPT_BYTES)
			forget_oldest(replies);
		reply = find_place(replies);
		forget(replies, reply);
		strcpy(reply->key, key);
		reply->json = as_http_buffer_ref(json);
		reply->used = ++replies->uses;
		replies->kept_bytes += size;
	}
	pthread_mutex_unlock(&replies->mutex);
	return json;
}

/* The token is read before the document is made, so the document is never older than its key. */
static void make_key(
	struct as_server *server, const struct reply_query *query, char key[AS_DIGEST_HEX_SIZE])
{
	const struct as_contest_api_reader *reader = query->reader;
	struct as_digest digest;
	char text[80], token[AS_CONTEST_TOKEN_SIZE];

	/* A feed that is closed after the contest no longer moves, but documents still change. */
	snprintf(text, sizeof(text), "%d %zu %jd", (int)reader->role, reader->team,
		(intmax_t)as_contest_log_last(server->log));
	as_digest_init(&digest);
	as_digest_add_text(&digest, text);
	as_digest_add_text(&digest, as_contest_feed_token(server->api, server->log, reader, token));
	as_digest_add_text(&digest, query->endpoint);
	as_digest_add_text(&digest, query->id);
	for (size_t i = 0; i < query->filters.count; i++) {
		as_digest_add_text(&digest, query->filters.items[i].name);
		as_digest_add_text(&digest, query->filters.items[i].value);
	}
	as_digest_end(&digest, key);
}

int replies_get(
	struct as_server *server, const struct reply_query *query, struct as_http_buffer **json)
{
	struct replies *replies = server->shared.replies;
	struct as_bytes made = {0};
	char key[AS_DIGEST_HEX_SIZE];

	make_key(server, query, key);
	pthread_mutex_lock(&replies->mutex);
	struct reply *known = find_reply(replies, key);
	*json = known ? as_http_buffer_ref(known->json) : NULL;
	if (known)
		known->used = ++replies->uses;
	pthread_mutex_unlock(&replies->mutex);
	if (*json)
		return 200;
	const int status = as_contest_api_get(server->api, server->log, query->reader,
		query->endpoint, query->id, &query->filters, &made, NULL);
	const size_t size = made.size;
	*json = status < 0 ? NULL : as_http_buffer_take(made.data, size, NULL);
	if (*json && status == 200 && size >= SMALL_BYTES)
		*json = keep(replies, key, *json);
	return *json ? status : -1;
}

/* ---- filtered boards ---- */

bool replies_may_render(struct replies *replies)
{
	return as_now_ns() >= atomic_load(&replies->next_render_ns) - RENDER_AHEAD_NS;
}

void replies_rendered(struct replies *replies, int64_t duration_ns)
{
	const int64_t now_ns = as_now_ns();
	int64_t next_ns = atomic_load(&replies->next_render_ns);
	int64_t later_ns;

	do {
		later_ns = (next_ns > now_ns ? next_ns : now_ns) + RENDER_SHARE * duration_ns;
	} while (!atomic_compare_exchange_weak(&replies->next_render_ns, &next_ns, later_ns));
}
