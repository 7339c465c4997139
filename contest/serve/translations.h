/* SPDX-License-Identifier: MIT */
/* Private header: the statement of a package in all its languages (translations.c). */
#ifndef CONTEST_SERVE_TRANSLATIONS_H
#define CONTEST_SERVE_TRANSLATIONS_H

#include "problem.h"

/* Opens the translations of the statement. translations_close, also after a failure. */
int translations_open(const struct as_server *server, size_t problem, struct server_problem *seen,
	struct as_error *error) AS_MUST_USE;
/* Closes the statement and its translations. */
void translations_close(struct server_problem *seen);

#endif
