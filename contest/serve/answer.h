/* SPDX-License-Identifier: MIT */
/* Private header: responses that are pages or files. */
#ifndef CONTEST_SERVE_ANSWER_H
#define CONTEST_SERVE_ANSWER_H

#include "visit.h"

struct as_server;

/* A page while it is written, with the log's lock held. */
struct page {
	struct as_http_request *request;
	struct as_server *server;
	struct as_contest_notice notices[3];
	char trouble[700]; /* text of a notice */
	struct as_contest_visit visit;
	unsigned retry_s; /* of Retry-After; 0: none */
	FILE *out;
	char *text;
	size_t size;
};
/* Begins a page and takes the lock. `wrong`: a message at its top, or NULL. `wrong` and `visitor`
 * are borrowed. False: the request has been answered. */
bool answer_begin(struct page *page, struct as_http_request *request, struct as_server *server,
	const struct as_site_visitor *visitor, const char *wrong);
/* Releases the lock, and answers. */
void answer_send(struct page *page, int status);
/* Answers with the fragment of a board. */
void answer_board(struct as_http_request *request, struct as_server *server, bool jury);
/* Answers with the page of a board, filtered by the query. */
void answer_board_page(struct as_http_request *request, struct as_server *server,
	const struct as_site_visitor *visitor, bool jury);
/* Packs the files of a submission, by their blob, into a zip archive (clear it). */
int archive_submission(
	struct as_server *server, const char *blob, struct as_bytes *zip) AS_MUST_USE;

#endif
