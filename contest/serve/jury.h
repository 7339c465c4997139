/* SPDX-License-Identifier: MIT */
/* Private header: requests that only the jury may send. */
#ifndef CONTEST_SERVE_JURY_H
#define CONTEST_SERVE_JURY_H

#include "visit.h"

/* False: the visitor is not the jury; the request has been answered (routes.c). */
bool require_jury(
	struct as_http_request *request, struct as_server *server, struct as_site_visitor *visitor);
/* Checks a form of the jury; with `admin` only admins may send it. */
bool require_form(struct as_http_request *request, struct as_server *server, bool admin,
	struct as_site_visitor *visitor);
/* The submission of the path; AS_CONTEST_NONE: unknown, and the request has been answered. */
size_t require_submission(struct as_http_request *request, struct as_server *server);
/* The number that addresses name the submission by. */
uint64_t number_of_submission(const struct as_server *server, size_t submission);

/* Answers with a page of the jury, which `write` writes. */
void jury_show(struct as_http_request *request, struct as_server *server,
	void (*write)(FILE *out, const struct as_contest_visit *visit));
/* The decision of an account by a form: final results are changed only if it has sure=1. */
struct as_contest_decision jury_decision(
	const struct as_http_request *request, const struct as_site_visitor *visitor);
/* NULL; or, if the results are final and the form has no sure=1, a question: for a form that can
 * change the results. */
const char *jury_ask_final(const struct as_http_request *request, struct as_server *server);

#endif
