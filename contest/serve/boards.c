/* SPDX-License-Identifier: MIT */
/*
 * The newest rendering of each board, for streams, pages and polling clients. The first caller
 * after a change of the board renders it; concurrent callers wait for it, and all share its bytes.
 * Most events change no board. The statistics are rendered after any change, and only for readers.
 * The mutex of a board is taken before the log's lock.
 */
#include "boards.h"
#include "server.h"

#include <assay/contest/pages.h>
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
		struct board_key key;
	} items[BOARDS_COUNT];
	atomic_uint_least64_t render_count;
};

struct board_key board_key_of(const struct as_contest_log *log, bool jury)
{
	return (struct board_key){
		as_contest_log_board_version(log, jury), *as_contest_log_state(log)};
}

bool board_key_is(const struct board_key *key, const struct board_key *other)
{
	return key->version == other->version &&
	       memcmp(&key->state, &other->state, sizeof(key->state)) == 0;
}

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

uint64_t boards_render_count(struct boards *boards)
{
	return atomic_load(&boards->render_count);
}

/* With the log's lock. NULL: out of memory. */
static char *render(const struct as_server *server, enum boards_kind kind, bool is_jury)
{
	static const struct as_contest_board_filter main_group;
	const bool is_main = kind == BOARDS_PUBLIC_MAIN || kind == BOARDS_JURY_MAIN;
	char *text = NULL;
	size_t size = 0;
	FILE *out = open_memstream(&text, &size);

	if (!out)
		return NULL;
	if (kind == BOARDS_STATISTICS)
		as_contest_page_statistics_fragment(
			out, &(struct as_contest_visit){.log = server->log,
				     .base = server->base,
				     .now_wall_ms = as_contest_log_now_ms(server->log),
				     .account = AS_CONTEST_NONE,
				     .languages = server->languages});
	else if (kind == BOARDS_VERDICTS)
		as_contest_page_verdicts_fragment(out, server->log, server->base);
	else
		as_contest_page_board_fragment(
			out, server->log, server->base, is_jury, is_main ? &main_group : NULL);
	return as_text_close(out, &text, NULL);
}

static void digest_of(const char *text, char tag[AS_DIGEST_HEX_SIZE])
{
	struct as_digest digest;

	as_digest_init(&digest);
	as_digest_add_text(&digest, text);
	as_digest_end(&digest, tag);
}

static void take_text(
	struct board_rendering *board, char *text, const struct board_key *key, uint64_t count)
{
	as_http_buffer_unref(board->text);
	digest_of(text, board->tag);
	board->text = as_http_buffer_take(text, strlen(text), NULL);
	board->key = *key;
	board->seen = board->text ? count : 0;
}

/* With the mutex of the board, after a change of the log. */
static void refresh(struct boards *boards, enum boards_kind kind, uint64_t count)
{
	const bool is_jury = kind == BOARDS_JURY || kind == BOARDS_JURY_MAIN;
	struct board_rendering *board = &boards->items[kind];
	struct as_contest_log *log = boards->server->log;

	as_contest_log_lock(log);
	const struct board_key key = board_key_of(log, is_jury);
	/* Statistics also count submissions that are not on the board. */
	const bool is_same =
		board->text && kind != BOARDS_STATISTICS && board_key_is(&board->key, &key);
	char *text = is_same ? NULL : render(boards->server, kind, is_jury);
	as_contest_log_unlock(log);
	if (is_same) {
		board->seen = count;
	} else if (text) {
		take_text(board, text, &key, count);
		atomic_fetch_add(&boards->render_count, 1);
	}
}

struct as_http_buffer *boards_newest(
	struct boards *boards, enum boards_kind kind, char tag[AS_DIGEST_HEX_SIZE])
{
	struct board_rendering *board = &boards->items[kind];

	pthread_mutex_lock(&board->mutex);
	const uint64_t count = atomic_load(&boards->change_count);
	if (board->seen != count)
		refresh(boards, kind, count);
	struct as_http_buffer *newest =
		board->seen == count ? as_http_buffer_ref(board->text) : NULL;
	memcpy(tag, board->tag, sizeof(board->tag));
	pthread_mutex_unlock(&board->mutex);
	return newest;
}
