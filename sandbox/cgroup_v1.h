/* SPDX-License-Identifier: MIT */
/* cgroup_v1: the groups of one sandbox, one in each of three hierarchies, and their counters. */
#ifndef ASSAY_SANDBOX_CGROUP_V1_H
#define ASSAY_SANDBOX_CGROUP_V1_H

#include "cgroup.h"

enum { MEMORY, PIDS, CPUACCT, CONTROLLERS };
extern const char *const as_v1_controllers[CONTROLLERS];

/* The first ones are passed to the helper, in the order of AS_JOIN_INHERIT. */
enum {
	USAGE,
	PEAK,
	CURRENT,
	LENT,
	FAILURES = LENT,
	SWAP_FAILURES,
	KILLS,
	REFUSALS,
	PIDS_PEAK,
	COUNTERS
};

struct as_v1 {
	struct as_keeper *keeper;
	int dir_fd[CONTROLLERS];
	int counter_fds[COUNTERS];
	char path[CONTROLLERS][1100]; /* "" if the group is shared with an earlier controller */
	char mount[CONTROLLERS][512];
	bool has_swap_limit;
	struct as_limits limits; /* as last written */
	bool limits_known;
	struct as_cgroup_helper helper;
	int64_t checked_ns; /* when the helper was last found in all of its groups */
	uint64_t kills_before, refusals_before;
};

/* See struct as_cgroup_version. */
void *as_v1_open(struct as_keeper *keeper, struct as_error *error);
void as_v1_close(void *state);
/* Moves the helper into the group of one controller. */
int as_v1_adopt_helper(const struct as_v1 *v1, int controller, struct as_error *error);
/* Replaces a group whose contents would count in the next run by a new one. -1 without a change on
 * failure. 0 without a change if controllers share the group. */
int as_v1_renew_group(struct as_v1 *v1, int controller, struct as_error *error);

#endif
