/* SPDX-License-Identifier: MIT */
/* cgroup_v2_base: the folder of the v2 hierarchy in which this process may make groups. */
#ifndef ASSAY_SANDBOX_CGROUP_V2_BASE_H
#define ASSAY_SANDBOX_CGROUP_V2_BASE_H

#include "cgroup.h"

/* The leaf that contains the processes of such a folder. */
#define AS_CGROUP_V2_LEAF "assay.main"

/* Finds the folder, after moving its processes to its leaf. AS_ERROR_MACHINE with the cause or the
 * remedy if there is none. */
int as_cgroup_v2_find_base(char *base, size_t size, struct as_error *error) AS_MUST_USE;
/* Enables memory and pids for the children of a group. -1 with errno. */
int as_cgroup_v2_enable(int dir_fd);
/* True if the group has the controllers memory and pids. False with errno; 0 if they belong to v1.
 */
bool as_cgroup_v2_has_controllers(int dir_fd);

#endif
