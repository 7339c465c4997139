/* SPDX-License-Identifier: MIT */
/* Private header: boards of the contest as they were, shared by the teams that take part after it
 * (ghosts.c). */
#ifndef CONTEST_SERVE_GHOSTS_H
#define CONTEST_SERVE_GHOSTS_H

#include <assay/contest/pages.h>

struct as_server;

struct ghosts;
struct ghosts *ghosts_open(struct as_server *server, struct as_error *error) AS_MUST_USE;
void ghosts_close(struct ghosts *ghosts);
/* The ghosts at a contest time; release them. Takes the log's lock. NULL: out of memory. */
struct ghosts_at;
struct ghosts_at *ghosts_take(struct ghosts *ghosts, int64_t time_ms);
const struct as_contest_ghosts *ghosts_of(const struct ghosts_at *at);
/* Takes NULL. */
void ghosts_release(struct ghosts_at *at);
/* Number of renderings so far. */
uint64_t ghosts_render_count(struct ghosts *ghosts);

#endif
