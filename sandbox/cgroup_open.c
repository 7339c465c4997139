/* SPDX-License-Identifier: MIT */
/* Chooses the version of control groups for a sandbox. */
#include "cgroup.h"

#include <errno.h>

int as_cgroup_open(struct as_cgroup *cgroup, struct as_keeper *keeper, struct as_error *error)
{
	static const struct as_cgroup_version *const versions[] = {&as_cgroup_v2, &as_cgroup_v1};
	struct as_error why[2] = {{0}, {0}};

	for (size_t i = 0; i < 2; i++) {
		cgroup->state = versions[i]->open(keeper, &why[i]);
		if (cgroup->state) {
			cgroup->version = versions[i];
			return 0;
		}
	}
	/* If v1 has any controllers, its remedy is the useful one. */
	struct as_cgroup_place place;
	bool v1_host = as_cgroup_find("memory", &place) == 0 || errno != ENOENT;
	return as_cgroup_fail(error, &why[v1_host ? 1 : 0]);
}

void as_cgroup_close(struct as_cgroup *cgroup)
{
	if (cgroup->state)
		cgroup->version->close(cgroup->state);
	cgroup->state = NULL;
}
