/* SPDX-License-Identifier: MIT */
/* Private header: the data that are needed to run a submission once more (runnable.c). */
#ifndef CONTEST_SERVE_RUNNABLE_H
#define CONTEST_SERVE_RUNNABLE_H

#include "problem.h"

#include <assay/program.h>

/* The data that are needed to run a submission once more; clear it. */
struct runnable {
	struct as_submitted submitted;
	char *language, *entry_point;
	struct problem_use use;
};
int runnable_read(struct as_server *server, size_t submission, struct runnable *runnable,
	struct as_error *error) AS_MUST_USE;
void runnable_clear(struct runnable *runnable);
struct as_compiled *runnable_compile(const struct runnable *runnable, const atomic_bool *cancel,
	struct as_error *error) AS_MUST_USE;

#endif
