/* SPDX-License-Identifier: MIT */
/*
 * Caches the scoreboard of the Contest API. With a thousand teams it takes some milliseconds under
 * the log's lock, and many clients poll it. It is rendered once for each audience and state of the
 * board; its time is that of the last event that the audience could see then. Most events, such as
 * runs and clarifications, change no board.
 */
#include "scoreboard.h"
#include "boards.h"
#include "server.h"

#include <pthread.h>
#include <string.h>

enum { PUBLIC, JURY, AUDIENCE_COUNT };

struct scoreboards {
	struct rendering {
		pthread_mutex_t mutex;
		struct as_http_buffer *json;  /* NULL: none yet */
		char tag[AS_DIGEST_HEX_SIZE]; /* digest of the JSON */
		struct board_key key;
	} of[AUDIENCE_COUNT];
	atomic_uint_least64_t render_count;
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

uint64_t scoreboards_render_count(struct scoreboards *scoreboards)
{
	return atomic_load(&scoreboards->render_count);
}

/* The caller has read the key before: if the board changes meanwhile, the rendering is newer than
 * its key, never older. */
static void render(struct as_server *server, bool is_jury, struct rendering *rendering)
{
	struct as_contest_api_reader audience = AS_CONTEST_API_ANYBODY;
	struct as_bytes json = {0};

	if (is_jury)
		audience.role = AS_CONTEST_API_JUDGE;
	as_http_buffer_unref(as_steal(rendering->json));
	if (as_contest_api_get(server->api, server->log, &audience, "scoreboard", NULL, NULL, &json,
		    NULL) != 200) {
		as_bytes_clear(&json);
		return;
	}
	as_digest_bytes(json.data, json.size, rendering->tag);
	rendering->json = as_http_buffer_take(json.data, json.size, NULL);
	atomic_fetch_add(&server->shared.scoreboards->render_count, 1);
}

struct as_http_buffer *scoreboards_get(struct as_server *server,
	const struct as_contest_api_reader *reader, char tag[AS_DIGEST_HEX_SIZE])
{
	const bool is_jury = as_contest_api_log_reader(reader).scope == AS_CONTEST_SEES_ALL;
	struct rendering *rendering = &server->shared.scoreboards->of[is_jury ? JURY : PUBLIC];

	pthread_mutex_lock(&rendering->mutex);
	as_contest_log_lock(server->log);
	const struct board_key key = board_key_of(server->log, is_jury);
	as_contest_log_unlock(server->log);
	if (!rendering->json || !board_key_is(&rendering->key, &key)) {
		render(server, is_jury, rendering);
		rendering->key = key;
	}
	struct as_http_buffer *json = rendering->json ? as_http_buffer_ref(rendering->json) : NULL;
	memcpy(tag, rendering->tag, sizeof(rendering->tag));
	pthread_mutex_unlock(&rendering->mutex);
	return json;
}
