/* SPDX-License-Identifier: MIT */
/* Private header: data from the store for the page of a submission (jury.c). */
#ifndef CONTEST_SERVE_EVIDENCE_H
#define CONTEST_SERVE_EVIDENCE_H

#include "counterexamples.h"

#include <assay/program.h>

/* Data from the store for the page of a submission; clear it. */
struct evidence {
	struct as_submitted submitted;
	struct as_result result;
	char *cause;
	struct counterexample counterexample;
	struct as_contest_counterexample shown;
};
/* `judgement`: as in struct as_contest_evidence. Only the jury may choose one, and gets the cause
 * of a judging error. */
struct as_contest_evidence evidence_gather(struct as_server *server, size_t submission,
	size_t judgement, bool for_jury, struct evidence *evidence);
/* Only the files of a submission; clear them in any case. False: they cannot be read. */
bool read_submitted(
	struct as_server *server, size_t submission, struct as_submitted *submitted) AS_MUST_USE;
void evidence_clear(struct evidence *evidence);

#endif
