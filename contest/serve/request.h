/* SPDX-License-Identifier: MIT */
/* Private header: a request while it is answered (request.c). */
#ifndef CONTEST_SERVE_REQUEST_H
#define CONTEST_SERVE_REQUEST_H

#include <assay/contest/api.h>
#include <assay/contest/pages.h>
#include <assay/site.h>

struct as_server;

/*
 * The sender is identified once, and the time is taken once: when the request is complete and its
 * handler begins (routes.c) or, for a program, when its password is compared (api_auth.c). A
 * session or token that has ended since the head was admitted (as_site_admit) is unknown. This time
 * decides what the request may do. The log's entries have their own times (of submissions and
 * clarification requests: request_wall_ms), and a page shows the time at which it is written.
 */
struct request {
	struct as_http_request *http;
	struct as_server *server;
	struct as_site_visitor visitor;      /* AS_SITE_NOBODY: ROUTE_ANYBODY, ROUTE_API */
	struct as_contest_api_reader reader; /* only for ROUTE_API */
	int64_t now_ms;                      /* as_contest_log_now_ms */
	/* The account of the jury that looks at the site as the visitor's team (view.c);
	 * AS_CONTEST_NONE: nobody. */
	size_t viewer;
};
/* A request whose sender is not identified yet. */
struct request request_begin(struct as_http_request *http, struct as_server *server);

/* The page data of the visitor. Call it with the log's lock held. `request` is borrowed. */
struct as_contest_visit visit_of(const struct request *request);
/* Before the start, that of the contest or the team's own, the answer to a team's submission must
 * not depend on problems. Call it without the lock.
 */
bool contest_has_begun(const struct request *request);
/* The team of the sender, or AS_CONTEST_NONE. Likewise. */
size_t request_team(const struct request *request);
/* The submission of the path; AS_CONTEST_NONE: unknown, and the request has been answered. */
size_t require_submission(const struct request *request);
/* The same if it belongs to the visitor's team. */
size_t require_own_submission(const struct request *request);
/* The account that sees the page, for news.h: nobody if the jury looks at it. */
size_t seer_of(const struct request *request);
/* The number that addresses name the submission by. */
uint64_t number_of_submission(const struct request *request, size_t submission);

#endif
