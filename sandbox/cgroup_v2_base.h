/* SPDX-License-Identifier: MIT */
/* cgroup_v2_base: the folder of the v2 hierarchy that this process may divide. */
#ifndef ASSAY_SANDBOX_CGROUP_V2_BASE_H
#define ASSAY_SANDBOX_CGROUP_V2_BASE_H

#include "cgroup.h"

/* Where the processes of a divided folder live. */
#define AS_CGROUP_V2_LEAF "assay.main"

/* Finds it, moving what lives there to its leaf first. AS_ERROR_MACHINE with the remedy, or the
 * cause, where there is none. */
int as_cgroup_v2_find_base(char *base, size_t size, struct as_error *error) AS_MUST_USE;
/* Memory and pids for the children of a group: -1 with errno. */
int as_cgroup_v2_enable(int dir_fd);
/* Whether a group has them itself: false with errno, 0 where they belong to v1. */
bool as_cgroup_v2_has_controllers(int dir_fd);

#endif
