/* SPDX-License-Identifier: MIT */
/* waiting: the current run, so that another thread can ask whether it waits. */
#ifndef ASSAY_SANDBOX_WAITING_H
#define ASSAY_SANDBOX_WAITING_H

#include <pthread.h>

struct as_sandbox;
struct supervision;

/*
 * While `run` is set, its descriptors stay open, and so do those of its control group. Messages of
 * process 1 are read under the mutex: its holder knows of a timer, or still finds the unread
 * message about it.
 */
struct as_waiting {
	pthread_mutex_t mutex;
	const struct supervision *run; /* NULL: no run is under way */
};
#define AS_WAITING_INIT                                                                            \
	{                                                                                          \
		.mutex = PTHREAD_MUTEX_INITIALIZER                                                 \
	}

/* Sets the current run, for as_sandbox_awaits_input; NULL: none. Waits for a call in progress. */
void as_waiting_set(struct as_sandbox *sandbox, const struct supervision *run);

#endif
