/* SPDX-License-Identifier: MIT */
/* Private header: responses that are pages or files. */
#ifndef CONTEST_SERVE_ANSWER_H
#define CONTEST_SERVE_ANSWER_H

#include "boards.h"
#include "request.h"

/* A page while it is written, with the log's lock held. */
struct page {
	const struct request *request;
	struct as_contest_notice notices[3];
	char trouble[700]; /* text of a notice */
	struct as_contest_visit visit;
	unsigned retry_s; /* of Retry-After; 0: none */
	FILE *out;
	char *text;
	size_t size;
};
/* Begins a page and takes the lock. `wrong`: a message at its top, or NULL. `wrong` and `request`
 * are borrowed. False: the request has been answered. */
bool answer_begin(struct page *page, const struct request *request, const char *wrong);
/* Releases the lock, and answers. */
void answer_send(struct page *page, int status);
/* Answers with a page, which `write` writes. */
typedef void answer_write(FILE *out, const struct as_contest_visit *visit);
void answer_page(const struct request *request, answer_write *write);
/* Answers with a shared fragment. */
void answer_board(const struct request *request, enum boards_kind kind);
/* Answers with a page around such a fragment, for example that of a large screen. */
void answer_screen(const struct request *request, enum boards_kind kind,
	void (*write)(FILE *out, const struct as_contest_visit *visit, const char *fragment));
/* Answers with the page of a board, filtered by the query. */
void answer_board_page(const struct request *request, bool jury);
/* Packs the files of a submission, by their blob, into a zip archive (clear it). */
int archive_submission(
	struct as_server *server, const char *blob, struct as_bytes *zip) AS_MUST_USE;

#endif
