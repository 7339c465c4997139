/* SPDX-License-Identifier: MIT */
/* Private header: streams (live.c). */
#ifndef CONTEST_SERVE_LIVE_H
#define CONTEST_SERVE_LIVE_H

#include <assay/contest/api.h>
#include <assay/http.h>

struct as_server;

struct live;
struct live *live_open(struct as_server *server, struct as_error *error) AS_MUST_USE;
/* Starts the thread, after the log was opened. */
int live_start(struct live *live, struct as_error *error) AS_MUST_USE;
/* Reports that the log has caught up after changes. Without the log's lock. */
void live_caught_up(struct live *live);
/* Answers with a stream of boards. That of the jury ends with the session. */
void live_board(struct live *live, struct as_http_request *request, bool jury);
/* Answers with a feed, which ends if the token of the account is revoked; takes ownership of the
 * cursor. */
void live_feed(struct live *live, struct as_http_request *request, size_t account,
	struct as_contest_cursor *cursor);
/* Call it before the HTTP server is closed. */
void live_stop(struct live *live);
/* Call it after the HTTP server is closed. */
void live_close(struct live *live);

#endif
