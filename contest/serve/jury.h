/* SPDX-License-Identifier: MIT */
/* Private header: decisions of the jury (jury.c). */
#ifndef CONTEST_SERVE_JURY_H
#define CONTEST_SERVE_JURY_H

#include "request.h"

/* The decision of an account by a form: final results are changed only if it has sure=1. */
struct as_contest_decision jury_decision(const struct request *request);
/* NULL; or, if the results are final and the form has no sure=1, a question: for a form that can
 * change the results. */
const char *jury_ask_final(const struct request *request);

/* Redirects to the jury's page of a submission. */
void jury_back_to_submission(const struct request *request, size_t submission);
/* The chosen judgement in the query: as in struct as_contest_evidence. */
size_t jury_judgement(const struct request *request);
/* Parses a span of a form: minutes, minutes:seconds, or hours:minutes:seconds. False: none. */
bool jury_read_span(const char *text, int64_t *span_ms);
/* True if the form has sure=1. */
bool jury_is_sure(const struct request *request);
/* The filter of submissions in a query or form: `field` reads it. Call it with the log's lock. The
 * texts are borrowed. */
typedef const char *jury_field(const struct as_http_request *request, const char *name);
struct as_contest_filter jury_filter(const struct request *request, jury_field *field);

/* Answers with the list of packages, with a message at its top or NULL. */
void jury_show_problems(const struct request *request, int status, const char *wrong);
/* The status of a refused package: 422 if the jury can fix the cause. */
int jury_status(const struct as_error *error);
void jury_get_problems(const struct request *request);
/* The rejudging of the path; AS_CONTEST_NONE: unknown, and the request has been answered. */
size_t jury_require_rejudging(const struct request *request);
/* Answers with the page of a rejudging, with a text at its top or NULL. */
void jury_show_rejudging(
	const struct request *request, size_t rejudging, const char *text, int status);

#endif
