/* SPDX-License-Identifier: MIT */
/* Private header: the routes of the server. */
#ifndef CONTEST_SERVE_ROUTES_H
#define CONTEST_SERVE_ROUTES_H

#include "request.h"

#include <assay/site/serve.h>

/* The permitted senders. Requests of others are refused before the handler runs (routes.c). */
enum route_sender {
	ROUTE_ADMIN,   /* the first, so that a route without a sender is refused to others */
	ROUTE_ANYBODY, /* not identified */
	ROUTE_VISITOR,
	ROUTE_TEAM,
	ROUTE_JURY,    /* also analysts, except for POST */
	ROUTE_BALLOON, /* likewise, and accounts of that type */
	ROUTE_STAFF,   /* likewise */
	ROUTE_API,     /* identified by as_site_identify, not by a session */
};

/* The form of a POST is parsed and checked before the handler runs, except for ROUTE_API. */
struct route {
	const char *method, *path; /* NULL: the end of a table */
	enum route_sender sender;
	void (*answer)(const struct request *request);
	enum {
		ROUTE_PLAIN,   /* does not block; its body has at most FORM_MAX_BYTES */
		ROUTE_BLOCKS,  /* AS_HTTP_MAY_BLOCK; also for lists that take long to write */
		ROUTE_UPLOAD,  /* likewise; the body may contain AS_UPLOAD_MAX_BYTES of files */
		ROUTE_PACKAGE, /* likewise, with PACKAGE_MAX_BYTES */
	} kind;
};

extern const struct route routes_pages[], routes_forms[], routes_jury[], routes_jury_teams[],
	routes_screens[], routes_starts[], routes_statements[], routes_editorials[],
	routes_languages[], routes_hall[], routes_prints[], routes_jury_clarifications[],
	routes_jury_problems[], routes_jury_rejudgings[], routes_jury_candidates[],
	routes_jury_backup[], routes_jury_clock[], routes_ceremony[], routes_tests[], routes_api[],
	routes_api_contest[], routes_api_submissions[], routes_api_clarifications[],
	routes_api_awards[], routes_api_commentary[], routes_api_tokens[], routes_registration[],
	routes_jury_accounts[], routes_jury_rulings[], routes_jury_time[], routes_api_judgements[],
	routes_clarifications[], routes_comparison[], routes_view[];

/* Adds the routes of all tables whose path has that beginning; "": all. */
void routes_add(struct as_site_routes *routes, const char *begin);
/* An as_site_body_check: NULL, or why the account may not send a large body to the route of the
 * request. The context is the server. */
const char *routes_refuse_body(void *context, const struct as_http_request *http, size_t account);

#define FORM_MAX_BYTES AS_HTTP_SMALL_BYTES

#endif
