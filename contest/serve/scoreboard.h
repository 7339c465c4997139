/* SPDX-License-Identifier: MIT */
/* Private header: the scoreboard of the Contest API (scoreboard.c). */
#ifndef CONTEST_SERVE_SCOREBOARD_H
#define CONTEST_SERVE_SCOREBOARD_H

#include <assay/contest/api.h>
#include <assay/http.h>

struct as_server;

struct scoreboards;
struct scoreboards *scoreboards_open(struct as_error *error) AS_MUST_USE;
void scoreboards_close(struct scoreboards *scoreboards);
/* The scoreboard of the Contest API for a reader, and its entity tag; unref it. NULL: out of
 * memory. */
struct as_http_buffer *scoreboards_get(struct as_server *server,
	const struct as_contest_api_reader *reader, char tag[AS_DIGEST_HEX_SIZE]);
/* Number of renderings so far. */
uint64_t scoreboards_render_count(struct scoreboards *scoreboards);

#endif
