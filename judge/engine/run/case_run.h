/* SPDX-License-Identifier: MIT */
/* case_run: a case that waits for a worker, or is in one. */
#ifndef ASSAY_JUDGE_CASE_RUN_H
#define ASSAY_JUDGE_CASE_RUN_H

#include "data.h"

enum as_case_state { AS_CASE_WAITING, AS_CASE_RUNNING, AS_CASE_DONE };

struct as_case_run {
	struct as_judging judging; /* for this case alone, with no test to schedule */
	struct as_data data;
	struct as_test test; /* texts are the package's */
	atomic_bool cancel;  /* what the judging looks at */
	/* Guarded by the engine's lock. */
	enum as_case_state state;
	struct as_case_run *next; /* of those that wait */
	/* The worker's until it is done. */
	struct as_test_result result;
	bool failed;
	struct as_error why;
};

/* With the lock: puts it behind those of its class, and takes it back unless a worker has it. */
void as_case_add(struct as_engine *engine, struct as_case_run *run);
bool as_case_take_back(struct as_engine *engine, struct as_case_run *run);

#endif
