/* SPDX-License-Identifier: MIT */
/* Private header: a request while it is answered, and the tables of routes. */
#ifndef COURSE_SERVE_REQUEST_H
#define COURSE_SERVE_REQUEST_H

#include "server.h"

/* The sender is identified once, when the request is complete. */
struct request {
	struct as_http_request *http;
	struct as_course_server *server;
	struct as_site_visitor visitor;
	size_t person; /* the visitor, or the student as whom a teacher looks; or AS_COURSE_NONE */
	size_t viewer; /* that teacher; or AS_COURSE_NONE */
};

/* The permitted senders. Others are refused before the handler runs. */
enum route_sender {
	ROUTE_TEACHER, /* the first, so that a route without a sender is refused to others */
	ROUTE_ANYBODY,
	ROUTE_STUDENT,
	ROUTE_PERSON, /* who is logged in */
	ROUTE_MARKER, /* also teachers */
	ROUTE_STAFF,  /* also viewers */
};
/* The form of a POST is checked before the handler runs. */
struct route {
	const char *method, *path; /* NULL: the end of a table */
	enum route_sender sender;
	void (*answer)(const struct request *request);
	enum { ROUTE_PLAIN, ROUTE_BLOCKS, ROUTE_UPLOAD } kind;
};
extern const struct route course_routes_pages[], course_routes_forms[], course_routes_hand_in[],
	course_routes_class[];
void course_routes_add(struct as_course_server *server, struct as_site_routes *routes);
/* as_site_body_check: large bodies are hand-ins, so they come from students. */
const char *course_routes_refuse_body(
	void *context, const struct as_http_request *request, size_t account);

#define FORM_MAX_BYTES AS_HTTP_SMALL_BYTES

/* ---- answer.c ---- */

/* A page while it is written, with the lock of the journal and that of the ledger. */
struct page_answer {
	const struct request *request;
	struct as_course_visit visit;
	FILE *out;
	char *text;
	size_t size;
	unsigned retry_s;
};
/* False: the request has been answered. `wrong`: a message at the top of the page, or NULL. */
bool course_answer_begin(
	struct page_answer *page, const struct request *request, const char *wrong);
void course_answer_send(struct page_answer *page, int status);
/* A page with an error. */
void course_answer_error(const struct request *request, int status, const char *text);
/* For the errors of a request that no route has. */
void course_answer_fill_error(struct as_http_request *http, int status, const char *message,
	struct as_http_response *response, void *context);
/* By the error of an append: the text if it is for the sender, else that nothing was stored. */
void course_answer_failed(const struct request *request, const struct as_error *error);

/* The page of an assignment (pages.c). */
void course_answer_assignment(const struct request *request, size_t assignment,
	const struct as_course_typed *typed, const struct as_course_preview *preview,
	const char *wrong, int status);

/* The assignment of the path: one that the folder has and that the sender may see. AS_COURSE_NONE:
 * the request has been answered. */
size_t course_require_assignment(const struct request *request);
/* The person of the path, with `of`. AS_COURSE_NONE: likewise. */
size_t course_require_person(const struct request *request);
/* The hand-in of the path, which the sender may see. AS_COURSE_NONE: likewise. */
size_t course_require_hand_in(const struct request *request);

#endif
