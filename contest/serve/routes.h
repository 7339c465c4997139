/* SPDX-License-Identifier: MIT */
/* Private header: the routes of the server. */
#ifndef CONTEST_SERVE_ROUTES_H
#define CONTEST_SERVE_ROUTES_H

#include <assay/site/serve.h>

/* Routes of pages.c, forms.c, jury*.c, news.c, tests.c, api.c. */
void routes_pages(struct as_site_routes *routes);
void routes_forms(struct as_site_routes *routes);
void routes_jury(struct as_site_routes *routes);
void routes_jury_teams(struct as_site_routes *routes);
void routes_jury_clarifications(struct as_site_routes *routes);
void routes_jury_problems(struct as_site_routes *routes);
void routes_jury_clock(struct as_site_routes *routes);
void routes_tests(struct as_site_routes *routes);
void routes_api(struct as_site_routes *routes);

#define FORM_MAX_BYTES 65536

#endif
