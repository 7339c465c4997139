/* SPDX-License-Identifier: MIT */
/*
 * Caches the scoreboard of the Contest API. With a thousand teams it takes some milliseconds under
 * the log's lock, and many clients poll it. A rendering serves an audience while the token of that
 * audience's feed is unchanged.
 */
#include "private.h"

#include <pthread.h>
#include <string.h>

enum { PUBLIC, JURY, AUDIENCE_COUNT };

struct scoreboards {
	struct rendering {
		pthread_mutex_t mutex;
		struct as_http_buffer *json; /* NULL: none yet */
		char token[AS_CONTEST_TOKEN_SIZE];
		int64_t last; /* event; the feed does not move after the contest */
	} of[AUDIENCE_COUNT];
};

struct scoreboards *scoreboards_open(struct as_error *error)
{
	struct scoreboards *made = calloc(1, sizeof(*made));

	if (!made) {
		as_error_no_memory(error);
		return NULL;
	}
	for (int i = 0; i < AUDIENCE_COUNT; i++)
		pthread_mutex_init(&made->of[i].mutex, NULL);
	return made;
}

void scoreboards_close(struct scoreboards *scoreboards)
{
	if (!scoreboards)
		return;
	for (int i = 0; i < AUDIENCE_COUNT; i++) {
		as_http_buffer_unref(scoreboards->of[i].json);
		pthread_mutex_destroy(&scoreboards->of[i].mutex);
	}
	free(scoreboards);
}

/* The caller has read the token before: if the state changes meanwhile, the rendering is newer than
 * its token, never older. */
static struct as_http_buffer *render(
	struct as_server *server, const struct as_contest_api_reader *reader)
{
	struct as_bytes json = {0};
	const int status = as_contest_api_get(
		server->api, server->log, reader, "scoreboard", NULL, NULL, &json, NULL);

	if (status == 200)
		return as_http_buffer_take(json.data, json.size, NULL);
	as_bytes_clear(&json);
	return NULL;
}

struct as_http_buffer *scoreboards_get(struct as_server *server,
	const struct as_contest_api_reader *reader, char tag[AS_CONTEST_TOKEN_SIZE])
{
	const bool is_jury = as_contest_api_log_reader(reader).scope == AS_CONTEST_SEES_ALL;
	struct rendering *rendering = &server->shared.scoreboards->of[is_jury ? JURY : PUBLIC];
	struct as_contest_api_reader audience = AS_CONTEST_API_ANYBODY;

	if (is_jury)
		audience.role = AS_CONTEST_API_JUDGE;
	pthread_mutex_lock(&rendering->mutex);
	const int64_t last = as_contest_log_last(server->log);
	as_contest_feed_token(server->api, server->log, &audience, tag);
	if (!rendering->json || strcmp(tag, rendering->token) != 0 || last != rendering->last) {
		as_http_buffer_unref(rendering->json);
		rendering->json = render(server, &audience);
		strcpy(rendering->token, tag);
		rendering->last = last;
	}
	struct as_http_buffer *json = rendering->json ? as_http_buffer_ref(rendering->json) : NULL;
	pthread_mutex_unlock(&rendering->mutex);
	return json;
}
