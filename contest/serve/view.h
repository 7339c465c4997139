/* SPDX-License-Identifier: MIT */
/* Private header: the jury looks at the site as a team (view.c). */
#ifndef CONTEST_SERVE_VIEW_H
#define CONTEST_SERVE_VIEW_H

#include "routes.h"

/* Makes the request one of the team if its session looks at the site as a team. */
void view_take(struct request *request);
/* True if the request may only read, as its session looks at the site as a team: it has been
 * answered. For every method except GET, of all routes, also those of the Contest API. */
bool view_refuses(
	struct as_http_request *http, struct as_server *server, const struct route *route);
/* Answers with a page of the team that has this text and the banner. */
void view_fail(const struct request *request, int status, const char *text);

#endif
