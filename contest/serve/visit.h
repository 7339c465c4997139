/* SPDX-License-Identifier: MIT */
/* Private header: what the pages of a contest show a visitor (visit.c). */
#ifndef CONTEST_SERVE_VISIT_H
#define CONTEST_SERVE_VISIT_H

#include <assay/contest/pages.h>
#include <assay/site.h>

struct as_server;

/* The page data of a visitor, with the log's lock. `visitor` is borrowed. */
struct as_contest_visit visit_of(struct as_server *server, const struct as_site_visitor *visitor);
/* Call it without the lock. The visitor must be logged in. */
enum as_contest_role role_of(struct as_server *server, const struct as_site_visitor *visitor);
bool visitor_is_team(struct as_server *server, const struct as_site_visitor *visitor);
/* Before the start, the answer to a team's submission must not depend on problems. Call it without
 * the lock.
 */
bool contest_has_begun(struct as_server *server);

#endif
