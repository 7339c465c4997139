/* SPDX-License-Identifier: MIT */
/* memory: limits of control groups on memory. */
#ifndef ASSAY_SANDBOX_MEMORY_H
#define ASSAY_SANDBOX_MEMORY_H

#include <assay/sandbox/features.h>

/* The least memory.max (v2) of the group `own` and of those above it up to `mount`; UINT64_MAX:
 * none. */
uint64_t as_cgroup_memory_max(const char *mount, const char *own) AS_NONNULL(1, 2);

#endif
