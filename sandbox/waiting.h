/* SPDX-License-Identifier: MIT */
/* waiting: which run is under way, for whoever asks from another thread whether it waits. */
#ifndef ASSAY_SANDBOX_WAITING_H
#define ASSAY_SANDBOX_WAITING_H

#include <pthread.h>

struct as_sandbox;
struct supervision;

/*
 * While `run` is set its descriptors stay, and so do those of the control group that it is in. What
 * process 1 says is heard under the mutex: whoever holds it knows of a timer, or still sees the
 * message that tells of one.
 */
struct as_waiting {
	pthread_mutex_t mutex;
	const struct supervision *run; /* NULL: none is under way */
};
#define AS_WAITING_INIT                                                                            \
	{                                                                                          \
		.mutex = PTHREAD_MUTEX_INITIALIZER                                                 \
	}

/* From now on it can be asked of this run; with NULL no more. Waits for one who is asking. */
void as_waiting_show(struct as_sandbox *sandbox, const struct supervision *run);

#endif
