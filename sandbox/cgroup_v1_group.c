/* SPDX-License-Identifier: MIT */
/* The groups of cgroup v1: finding, making, renewing and removing them. */
#include "cgroup_v1.h"
#include "machine/container.h"

#include <errno.h>
#include <fcntl.h>
#include <stdio.h>
#include <string.h>

const char *const as_v1_controllers[CONTROLLERS] = {"memory", "pids", "cpuacct"};

static const struct {
	int controller;
	const char *file;
	bool optional; /* not every kernel has it */
} counters[COUNTERS] = {
	[USAGE] = {CPUACCT, "cpuacct.usage", false},
	[PEAK] = {MEMORY, "memory.max_usage_in_bytes", false},
	[CURRENT] = {MEMORY, "memory.usage_in_bytes", false},
	[FAILURES] = {MEMORY, "memory.failcnt", false},
	[SWAP_FAILURES] = {MEMORY, "memory.memsw.failcnt", true},
	[KILLS] = {MEMORY, "memory.oom_control", true},
	[REFUSALS] = {PIDS, "pids.events", true},
	[PIDS_PEAK] = {PIDS, "pids.peak", true},
};

void as_v1_close(void *state)
{
	struct as_v1 *v1 = state;

	for (int i = 0; i < CONTROLLERS; i++) {
		if (v1->dir_fd[i] >= 0) {
			close(v1->dir_fd[i]);
			if (v1->path[i][0])
				as_cgroup_unmake(v1->path[i], v1->keeper);
		}
	}
	for (int i = 0; i < COUNTERS; i++)
		if (v1->counter_fds[i] >= 0)
			close(v1->counter_fds[i]);
	as_cgroup_release_helper(&v1->helper);
	free(v1);
}

/* Controllers can share a hierarchy. They then share the group, since making a second one would
 * move the program out of the first. */
static bool share_group(struct as_v1 *v1, int i, const char *mount)
{
	for (int earlier = 0; earlier < i; earlier++) {
		if (strcmp(v1->mount[earlier], mount) != 0)
			continue;
		v1->dir_fd[i] = fcntl(v1->dir_fd[earlier], F_DUPFD_CLOEXEC, 0);
		return v1->dir_fd[i] >= 0;
	}
	return false;
}

/* ENOENT: no group was delegated, or a container hides the existing ones. */
static bool is_refusal(int sys_errno)
{
	return sys_errno == EACCES || sys_errno == EPERM || sys_errno == EROFS ||
	       sys_errno == ENOENT;
}

static int report_refused(const char *controller, struct as_error *error)
{
	if (geteuid() == 0) {
		as_error_set(error, AS_ERROR_MACHINE,
			"root may not make %s control groups, as in a container; run `assay "
			"doctor`",
			controller);
		return as_container_advise(error);
	}
	as_error_set(error, AS_ERROR_MACHINE,
		"user %u may not make %s control groups; run `sudo assay doctor --fix` once",
		(unsigned)geteuid(), controller);
	AS_AUTO_FD int root_fd = open("/", O_PATH | O_DIRECTORY | O_CLOEXEC);
	return as_container_is_rootless(root_fd) ? as_container_advise(error) : -1;
}

/* In this process's own group, or in the one that `doctor --fix` delegated to this user. */
static int make_in(
	struct as_v1 *v1, int i, const struct as_cgroup_place *place, struct as_error *error)
{
	char handed_over[600];
	struct as_error why = {0};

	snprintf(
		handed_over, sizeof(handed_over), "%s/assay.%u", place->mount, (unsigned)geteuid());
	const char *const bases[] = {place->own, handed_over};
	for (size_t b = 0; b < 2; b++) {
		struct as_error each = {0};
		v1->dir_fd[i] = as_cgroup_make(
			bases[b], v1->keeper, v1->path[i], sizeof(v1->path[i]), &each);
		if (v1->dir_fd[i] >= 0)
			return 0;
		if (!is_refusal(each.sys_errno))
			as_cgroup_fail(&why, &each);
	}
	return why.kind ? as_cgroup_fail(error, &why) : report_refused(as_v1_controllers[i], error);
}

static int make_group(struct as_v1 *v1, int i, struct as_error *error)
{
	struct as_cgroup_place place;

	if (as_cgroup_find(as_v1_controllers[i], &place))
		return errno == ENOENT
			       ? as_error_set(error, AS_ERROR_MACHINE,
					 "no %s control group; use a host with cgroup v2, or mount "
					 "the v1 controllers",
					 as_v1_controllers[i])
			       : as_error_sys(error, AS_ERROR_MACHINE, errno,
					 "cannot find the %s control groups", as_v1_controllers[i]);
	snprintf(v1->mount[i], sizeof(v1->mount[i]), "%s", place.mount);
	return share_group(v1, i, place.mount) ? 0 : make_in(v1, i, &place, error);
}

static int open_counter(struct as_v1 *v1, int i, struct as_error *error)
{
	const int dir_fd = v1->dir_fd[counters[i].controller];

	v1->counter_fds[i] = openat(dir_fd, counters[i].file, O_RDWR | O_CLOEXEC);
	/* The current usage cannot be written; root may open it all the same. */
	if (v1->counter_fds[i] < 0)
		v1->counter_fds[i] = openat(dir_fd, counters[i].file, O_RDONLY | O_CLOEXEC);
	if (v1->counter_fds[i] >= 0 || (counters[i].optional && errno == ENOENT))
		return 0;
	return as_error_sys(error, AS_ERROR_MACHINE, errno, "cannot open %s", counters[i].file);
}

void *as_v1_open(struct as_keeper *keeper, struct as_error *error)
{
	struct as_v1 *v1 = calloc(1, sizeof(*v1));

	if (!v1) {
		as_error_no_memory(error);
		return NULL;
	}
	v1->keeper = keeper;
	v1->helper = (struct as_cgroup_helper)AS_CGROUP_HELPER_INIT;
	for (int i = 0; i < COUNTERS; i++)
		v1->counter_fds[i] = -1;
	for (int i = 0; i < CONTROLLERS; i++)
		v1->dir_fd[i] = -1;
	for (int i = 0; i < CONTROLLERS; i++) {
		if (make_group(v1, i, error)) {
			as_v1_close(v1);
			return NULL;
		}
	}
	for (int i = 0; i < COUNTERS; i++) {
		if (open_counter(v1, i, error)) {
			as_v1_close(v1);
			return NULL;
		}
	}
	v1->has_swap_limit =
		faccessat(v1->dir_fd[MEMORY], "memory.memsw.limit_in_bytes", F_OK, 0) == 0;
	return v1;
}

int as_v1_adopt_helper(const struct as_v1 *v1, int i, struct as_error *error)
{
	return as_cgroup_move_helper(
		&v1->helper, v1->dir_fd[i], as_v1_controllers[i], v1->path[i], error);
}

/* Makes a group beside the old one and opens its counters. Moving the helper comes last, because it
 * can fail. */
static int fill_group(struct as_v1 *fresh, int i, struct as_error *error)
{
	char base[sizeof(fresh->path[i])];

	memcpy(base, fresh->path[i], sizeof(base));
	*strrchr(base, '/') = '\0';
	fresh->dir_fd[i] =
		as_cgroup_make(base, fresh->keeper, fresh->path[i], sizeof(fresh->path[i]), error);
	if (fresh->dir_fd[i] < 0)
		return -1;
	for (int c = 0; c < COUNTERS; c++)
		if (counters[c].controller == i && open_counter(fresh, c, error))
			return -1;
	return as_v1_adopt_helper(fresh, i, error);
}

static void close_group(struct as_v1 *v1, int i)
{
	for (int c = 0; c < COUNTERS; c++)
		if (counters[c].controller == i && v1->counter_fds[c] >= 0)
			close(as_steal_fd(v1->counter_fds[c]));
	if (v1->dir_fd[i] < 0)
		return;
	close(as_steal_fd(v1->dir_fd[i]));
	as_cgroup_unmake(v1->path[i], v1->keeper);
}

/* The old group stays in use until the new one is complete: a run in an incomplete group would have
 * no limit, or no run would ever start again. */
int as_v1_renew_group(struct as_v1 *v1, int i, struct as_error *error)
{
	struct as_v1 fresh = *v1;
	struct as_error why = {0};

	for (int other = 0; other < CONTROLLERS; other++)
		if (!v1->path[i][0] || (other != i && strcmp(v1->mount[i], v1->mount[other]) == 0))
			return 0; /* shared by controllers: too rare to support */
	fresh.dir_fd[i] = -1;
	for (int c = 0; c < COUNTERS; c++)
		if (counters[c].controller == i)
			fresh.counter_fds[c] = -1;
	if (fill_group(&fresh, i, &why)) {
		close_group(&fresh, i);
		return as_error_set(error, AS_ERROR_INTERNAL,
			"cannot renew the control group %s: %s", v1->path[i], why.text);
	}
	fresh.limits_known = false;
	close_group(v1, i);
	*v1 = fresh;
	return 0;
}
