/* SPDX-License-Identifier: MIT */
/* Private header: statements in the language of the reader (statements.c). */
#ifndef CONTEST_SERVE_STATEMENTS_H
#define CONTEST_SERVE_STATEMENTS_H

#include "problem.h"

#include <assay/http.h>

/* Opens the translations of the statement. Call statements_close, also after a failure. */
int statements_translate(const struct as_server *server, size_t problem,
	struct server_problem *seen, struct as_error *error) AS_MUST_USE;
/* Closes the statement and its translations. */
void statements_close(struct server_problem *seen);
/* The statement in the language that the query asks for, or that the browser prefers. */
const struct as_statement *statement_for(
	const struct as_http_request *request, const struct server_problem *problem);

#endif
