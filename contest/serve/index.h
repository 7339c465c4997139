/* SPDX-License-Identifier: MIT */
/* Private header: what several contests have in common (index.c). */
#ifndef CONTEST_SERVE_INDEX_H
#define CONTEST_SERVE_INDEX_H

#include <assay/site/serve.h>

/* Adds the routes of the index. */
void index_add(struct as_site_routes *routes);

#endif
