/* SPDX-License-Identifier: MIT */
/* Private header: the fields of forms for clarifications (clarifications.c). */
#ifndef CONTEST_SERVE_CLARIFICATIONS_H
#define CONTEST_SERVE_CLARIFICATIONS_H

#include "request.h"

/* Reads the subject of a form into the entry. NULL, or why it is refused. Call it with the lock. */
const char *read_subject(
	const struct request *request, struct as_contest_entry_clarification *entry);

#endif
