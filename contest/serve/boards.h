/* SPDX-License-Identifier: MIT */
/* Private header: boards, shared by their readers (boards.c). */
#ifndef CONTEST_SERVE_BOARDS_H
#define CONTEST_SERVE_BOARDS_H

#include <assay/contest/log.h>
#include <assay/http.h>

struct as_server;

struct boards;
/* The first three are streams: the boards of all teams, and the last verdicts. The other boards are
 * of the main group, as the page without a filter shows them. */
enum boards_kind {
	BOARDS_PUBLIC,
	BOARDS_JURY,
	BOARDS_VERDICTS, /* of the public; the last of the streams */
	BOARDS_PUBLIC_MAIN,
	BOARDS_JURY_MAIN,
	BOARDS_STATISTICS, /* for the public, after the end */
	BOARDS_COUNT
};
struct boards *boards_open(struct as_server *server, struct as_error *error) AS_MUST_USE;
void boards_close(struct boards *boards);
/* Reports a change of the log. */
void boards_changed(struct boards *boards);
/* Number of renderings so far. */
uint64_t boards_render_count(struct boards *boards);
/* What a board of an audience depends on, besides the contest. */
struct board_key {
	uint64_t version;
	struct as_contest_state state;
};
/* With the log's lock. */
struct board_key board_key_of(const struct as_contest_log *log, bool jury);
bool board_key_is(const struct board_key *key, const struct board_key *other);
/* The current fragment of a board, and its digest; unref it. NULL: out of memory. */
struct as_http_buffer *boards_newest(
	struct boards *boards, enum boards_kind kind, char tag[AS_DIGEST_HEX_SIZE]);

#endif
