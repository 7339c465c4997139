/* SPDX-License-Identifier: MIT */
/*
 * child: a process that this one started. A caller that ignores SIGCHLD, or reaps what is not its
 * own, sets its pid free for others once it is dead (sandbox.h): it is held, and waited for, by a
 * pidfd.
 */
#ifndef ASSAY_SANDBOX_CHILD_H
#define ASSAY_SANDBOX_CHILD_H

#include <sys/types.h>

/* Just after the start. Returns a pidfd of the caller's, or -1 with errno; with ESRCH, where it is
 * dead and reaped already, *pid becomes -1. */
int as_child_hold(pid_t *pid);
/* Waits for its end, and reaps it where nobody else has. `pid` -1: there is none. Without a pidfd
 * (-1) it must be certain to end by itself. */
void as_child_reap(pid_t pid, int pidfd);

#endif
