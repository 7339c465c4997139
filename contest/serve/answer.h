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
	const struct visitor *visitor, const char *wrong);
/* Releases the lock, and answers. */
void answer_send(struct page *page, int status);
/* Answers with the fragment of a board. */
void answer_board(struct as_http_request *request, struct as_server *server, bool jury);
/* Answers with the page of a board, filtered by the query. */
void answer_board_page(struct as_http_request *request, struct as_server *server,
	const struct visitor *visitor, bool jury);
/* Redirects to an address below the base, by GET. */
void redirect_to(
	struct as_http_request *request, const struct as_server *server, const char *address);
/* Answers with a new session of an account, and a redirect to `next`, or to the front page if that
 * is not an address of this site. */
void answer_session(struct as_http_request *request, struct as_server *server, size_t account,
	const char *next);
/* Redirects to the log-in, which redirects back to this page. */
void redirect_to_login(struct as_http_request *request, const struct as_server *server);

/* Answers with a file: an attachment, or a part of a statement. Takes ownership of the descriptor.
 */
void answer_download(struct as_http_request *request, int fd, const char *type, const char *name,
	bool is_attachment);
/* Policy for downloads: they cannot run scripts or load anything from this site. */
#define FILE_POLICY                                                                                \
	"sandbox; default-src 'none'; style-src 'unsafe-inline'; img-src 'self' data:; "           \
	"object-src 'self'; plugin-types application/pdf"

/* Packs the files of a submission, by their blob, into a zip archive (clear it). */
int archive_submission(
	struct as_server *server, const char *blob, struct as_bytes *zip) AS_MUST_USE;

/* True if it begins with exactly one '/', so that a redirect stays on this site. NULL: false. */
bool is_own_address(const char *address);

#endif
