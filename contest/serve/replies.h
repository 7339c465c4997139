/* SPDX-License-Identifier: MIT */
/* Private header: documents of the API, shared by their readers (replies.c). */
#ifndef CONTEST_SERVE_REPLIES_H
#define CONTEST_SERVE_REPLIES_H

#include <assay/contest/api.h>
#include <assay/http.h>

struct as_server;

struct replies;
struct replies *replies_open(struct as_error *error) AS_MUST_USE;
void replies_close(struct replies *replies);
struct reply_query {
	const struct as_contest_api_reader *reader;
	const char *endpoint, *id; /* the id may be NULL */
	struct as_contest_api_filters filters;
};
/* As as_contest_api_get, but a document that does not depend on the account, only on role and team.
 * Unref `json`, which is NULL for -1. */
int replies_get(struct as_server *server, const struct reply_query *query,
	struct as_http_buffer **json) AS_MUST_USE;
/* True if another board may be filtered for an anonymous request now: together they may use a tenth
 * of a core. */
bool replies_may_render(struct replies *replies);
void replies_rendered(struct replies *replies, int64_t duration_ns);

#endif
