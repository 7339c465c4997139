/* SPDX-License-Identifier: MIT */
/*
 * The newest rendering of each board, for streams, pages and polling clients. The first caller
 * after a change renders it; concurrent callers wait for it, and all share its bytes. The mutex of
 * a board is taken before the log's lock.
 */
#include "private.h"

#include <assay/html.h>
#include <pthread.h>
#include <string.h>

struct boards {
	struct as_server *server;
	atomic_uint_least64_t change_count; /* changes of the log, from 1 */
	struct board_rendering {
		pthread_mutex_t mutex;
		struct as_http_buffer *text;
		char tag[AS_DIGEST_HEX_SIZE];
		uint64_t seen; /* the change_count that it includes; 0: none */
	} items[BOARDS_COUNT];
};

struct boards *boards_open(struct as_server *server, struct as_error *error)
{
	struct boards *boards = calloc(1, sizeof(*boards));

	if (!boards) {
		as_error_no_memory(error);
		return NULL;
	}
	boards->server = server;
	boards->change_count = 1;
	for (int kind = 0; kind < BOARDS_COUNT; kind++)
		pthread_mutex_init(&boards->items[kind].mutex, NULL);
	return boards;
}

void boards_close(struct boards *boards)
{
	if (!boards)
		return;
	for (int kind = 0; kind < BOARDS_COUNT; kind++) {
		as_http_buffer_unref(boards->items[kind].text);
		pthread_mutex_destroy(&boards->items[kind].mutex);
	}
	free(boards);
}

void boards_changed(struct boards *boards)
{
	atomic_fetch_add(&boards->change_count, 1);
}

static char *render(struct as_server *server, enum boards_kind kind)
{
	static const struct as_contest_board_filter main_group;
	const bool is_jury = kind == BOARDS_JURY || kind == BOARDS_JURY_MAIN;
	const bool is_main = kind == BOARDS_PUBLIC_MAIN || kind == BOARDS_JURY_MAIN;
	char *text = NULL;
	size_t size = 0;
	FILE *out = open_memstream(&text, &size);

	if (!out)
		return NULL;
	as_contest_log_lock(server->log);
	as_contest_page_board_fragment(
		out, server->log, server->base, is_jury, is_main ? &main_group : NULL);
	as_contest_log_unlock(server->log);
	return as_html_close(out, &text, NULL);
}

static void digest_of(const char *text, char tag[AS_DIGEST_HEX_SIZE])
{
	struct as_digest digest;

	as_digest_init(&digest);
	as_digest_add_text(&digest, text);
	as_digest_end(&digest, tag);
}

struct as_http_buffer *boards_newest(
	struct boards *boards, enum boards_kind kind, char tag[AS_DIGEST_HEX_SIZE])
{
	struct board_rendering *board = &boards->items[kind];

	pthread_mutex_lock(&board->mutex);
	const uint64_t count = atomic_load(&boards->change_count);
	char *text = board->seen == count ? NULL : render(boards->server, kind);
	if (text) {
		as_http_buffer_unref(board->text);
		digest_of(text, board->tag);
		board->text = as_http_buffer_take(text, strlen(text), NULL);
		board->seen = board->text ? count : 0;
	}
	struct as_http_buffer *newest =
		board->seen == count ? as_http_buffer_ref(board->text) : NULL;
	memcpy(tag, board->tag, sizeof(board->tag));
	pthread_mutex_unlock(&board->mutex);
	return newest;
}
