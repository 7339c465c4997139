/* SPDX-License-Identifier: MIT */
/* case_run: a case that is queued for a worker, or run by one. */
#ifndef ASSAY_JUDGE_CASE_RUN_H
#define ASSAY_JUDGE_CASE_RUN_H

#include "data.h"

enum as_case_state { AS_CASE_WAITING, AS_CASE_RUNNING, AS_CASE_DONE };

struct as_case_run {
	struct as_judging judging; /* for this case only, without scheduled tests */
	struct as_data data;
	struct as_test test; /* its texts belong to the package */
	atomic_bool cancel;  /* the judging's flag */
	/* Guarded by the engine's lock. */
	enum as_case_state state;
	struct as_case_run *next; /* in the queue of cases */
	/* Only the worker uses it until the case is done. */
	struct as_test_result result;
	bool failed;
	struct as_error why;
};

/* Call both with the lock held. _add appends a case to those of its class; _remove removes it from
 * the queue, or returns false if a worker has taken it. */
void as_case_add(struct as_engine *engine, struct as_case_run *run);
bool as_case_remove(struct as_engine *engine, struct as_case_run *run);

#endif
