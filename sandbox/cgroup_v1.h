/* SPDX-License-Identifier: MIT */
/* cgroup_v1: the groups of one sandbox, one in each of three hierarchies, and their counters. */
#ifndef ASSAY_SANDBOX_CGROUP_V1_H
#define ASSAY_SANDBOX_CGROUP_V1_H

#include "cgroup.h"

enum { MEMORY, PIDS, CPUACCT, CONTROLLERS };
extern const char *const as_v1_controllers[CONTROLLERS];

/* The first ones, which the helper is lent, in the order of AS_JOIN_INHERIT. */
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
	char path[CONTROLLERS][1100]; /* "" where the group is an earlier controller's */
	char mount[CONTROLLERS][512];
	bool has_swap_limit;
	struct as_limits limits; /* as last written */
	bool limits_known;
	struct as_cgroup_helper helper;
	int64_t looked_ns; /* when the helper was last seen in all of its groups */
	uint64_t kills_before, refusals_before;
};

/* As as_cgroup_version says. */
void *as_v1_open(struct as_keeper *keeper, struct as_error *error);
void as_v1_close(void *state);
/* Takes the helper into the group of one controller. */
int as_v1_take_helper_in(const struct as_v1 *v1, int controller, struct as_error *error);
/* A new group for the next run, where what this one has in it would count there. -1, and all as it
 * was, where that cannot be; 0 also where controllers share the group, which then stays. */
int as_v1_renew_group(struct as_v1 *v1, int controller, struct as_error *error);

#endif
