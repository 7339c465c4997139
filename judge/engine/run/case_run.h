/* SPDX-License-Identifier: MIT */
/* case_run: a case that waits for a worker, or is run by one. */
#ifndef ASSAY_JUDGE_CASE_RUN_H
#define ASSAY_JUDGE_CASE_RUN_H

#include "data.h"

enum as_case_state { AS_CASE_WAITING, AS_CASE_RUNNING, AS_CASE_DONE };

struct as_case_run {
	struct as_judging judging; /* for this case alone, with no test to schedule */
	struct as_data data;
	struct as_test test; /* texts are the package's */
	atomic_bool cancel;  /* the judging's flag */
	/* Guarded by the engine's lock. */
	enum as_case_state state;
	struct as_case_run *next; /* of the waiting cases */
	/* The worker's until the case is done. */
	struct as_test_result result;
	bool failed;
	struct as_error why;
};

/* Both with the lock: appends a case to those of its class; removes it again, or returns false if a
 * worker has taken it. */
void as_case_add(struct as_engine *engine, struct as_case_run *run);
bool as_case_take_back(struct as_engine *engine, struct as_case_run *run);

#endif
