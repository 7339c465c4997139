/* SPDX-License-Identifier: MIT */
/* core_set: the state that core.c remembers for each core of a process. Any thread. */
#ifndef ASSAY_JUDGE_CORE_SET_H
#define ASSAY_JUDGE_CORE_SET_H

#include <assay/cores.h>

/* True while waiting for the core is known to be useless. */
bool as_cores_is_stuck(struct as_cores *cores, size_t index) AS_NONNULL(1);
/* Records that waiting failed. `watch_fd` (takes ownership) is a connection in the core's queue, or
 * -1; the queue has moved when its other end closes. */
void as_cores_set_stuck(struct as_cores *cores, size_t index, int watch_fd) AS_NONNULL(1);
/* Leaves the core with this number to processes of other users for a few milliseconds. */
void as_cores_yield(struct as_cores *cores, int number) AS_NONNULL(1);
/* The end of that time. */
int64_t as_cores_yield_until_ns(struct as_cores *cores, size_t index) AS_NONNULL(1);

#endif
