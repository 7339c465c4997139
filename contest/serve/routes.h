/* SPDX-License-Identifier: MIT */
/* Private header: the routes of the server. */
#ifndef CONTEST_SERVE_ROUTES_H
#define CONTEST_SERVE_ROUTES_H

#include <assay/http.h>

struct as_server;

/* Routes of pages.c, forms.c, jury*.c, news.c, tests.c, api.c. */
struct routes {
	struct as_http_route *items;
	char **patterns; /* owned; including the base */
	size_t count;
	struct as_server *server;
	bool failed;
};
void routes_add(struct routes *routes, const char *method, const char *path,
	as_http_handler handler, uint64_t body_limit_bytes, unsigned flags);
void routes_pages(struct routes *routes);
void routes_forms(struct routes *routes);
void routes_jury(struct routes *routes);
void routes_jury_teams(struct routes *routes);
void routes_jury_clarifications(struct routes *routes);
void routes_jury_problems(struct routes *routes);
void routes_jury_clock(struct routes *routes);
void routes_tests(struct routes *routes);
void routes_api(struct routes *routes);

#define FORM_MAX_BYTES 65536

#endif
