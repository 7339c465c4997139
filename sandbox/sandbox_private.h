/* SPDX-License-Identifier: MIT */
#ifndef ASSAY_SANDBOX_PRIVATE_H
#define ASSAY_SANDBOX_PRIVATE_H

#include "cgroup.h"
#include "disturbance.h"
#include "process.h"
#include "spawn.h"
#include "waiting.h"

struct as_sandbox {
	struct as_zygote zygote;
	struct as_keeper *own_keeper;    /* NULL if the caller supplied one */
	struct as_cgroup cgroup;         /* state NULL: weak, without groups */
	char weak_reason[256];           /* why there are no groups */
	struct as_counter_event counter; /* tests of the mechanism set a software event */
	struct as_disturbance_sources disturbance;
	bool counts_users; /* the kernel counts the processes of a user per user namespace */
	int core;
	unsigned core_count; /* the number of cores that a run can use at once */
	int last_init_fd;    /* pidfd of the last run's init, which may still be ending; or -1 */
	char digest[AS_DIGEST_HEX_SIZE];
	struct as_waiting waiting;
	struct as_process_level process; /* not used in a sandbox with namespaces */
	char *message;                   /* buffer for requests, AS_WIRE_MESSAGE_BYTES */
};

/* run.c: waits until the last run's init has ended and the memory of its box is free. */
int as_run_await_last(struct as_sandbox *sandbox, struct as_error *error);

#endif
