/* SPDX-License-Identifier: MIT */
/* core_set: what core.c remembers of the cores of a process. Any thread. */
#ifndef ASSAY_JUDGE_CORE_SET_H
#define ASSAY_JUDGE_CORE_SET_H

#include "core.h"

/* True as long as waiting for the core is known to be in vain. */
bool as_cores_is_vain(struct as_cores *cores, size_t index) AS_NONNULL(1);
/* It was. `watch_fd` is a connection in the core's queue, or -1; takes it. When its other end
 * closes, the queue has moved. */
void as_cores_set_vain(struct as_cores *cores, size_t index, int watch_fd) AS_NONNULL(1);
/* Leaves the core with this number to processes of other users for a few milliseconds. */
void as_cores_yield(struct as_cores *cores, int number) AS_NONNULL(1);
/* Until when it is left to them. */
int64_t as_cores_yield_until_ns(struct as_cores *cores, size_t index) AS_NONNULL(1);

#endif
