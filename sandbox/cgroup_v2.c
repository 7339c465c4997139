/* SPDX-License-Identifier: MIT */
/*
 * cgroup v2: a sandbox has a group, and each run a new group in it (0.08 ms to make and remove),
 * because not every kernel can reset the peak of a group. A program is cloned into its group,
 * because moving a process takes a machine-wide lock, for up to some milliseconds.
 */
#include "cgroup_v2_base.h"
#include "disturbance.h"
#include "host_user.h"

#include <errno.h>
#include <fcntl.h>
#include <stdio.h>
#include <sys/stat.h>

#define HELPER "helper"

struct v2 {
	struct as_keeper *keeper;
	char path[1200]; /* of the sandbox's group */
	int dir_fd;
	int run_fd; /* of the run's group, -1 between runs */
	int procs_fd;
	struct as_cgroup_helper helper; /* until v2_prepare */
	bool privileged;                /* the helper runs as another user */
	char run_name[32];              /* "" before the first run */
	bool run_made;
	bool has_peak;
	uint64_t peak_bytes; /* the largest sample, if the kernel keeps no peak */
};

/* Removes the run's group, which may be incomplete, and whose processes are all dead. */
static void drop_run(struct v2 *v2)
{
	char run[1300];

	if (v2->procs_fd >= 0)
		close(as_steal_fd(v2->procs_fd));
	if (v2->run_fd >= 0)
		close(as_steal_fd(v2->run_fd));
	if (!v2->run_made)
		return;
	snprintf(run, sizeof(run), "%s/%s", v2->path, v2->run_name);
	as_cgroup_remove(run);
	v2->run_made = false;
}

static void v2_close(void *state)
{
	struct v2 *v2 = state;

	drop_run(v2);
	as_cgroup_release_helper(&v2->helper);
	if (v2->dir_fd >= 0) {
		close(v2->dir_fd);
		as_cgroup_unmake(v2->path, v2->keeper);
	}
	free(v2);
}

static int check_controllers(const struct v2 *v2, struct as_error *error)
{
	if (as_cgroup_v2_has_controllers(v2->dir_fd))
		return 0;
	return errno ? as_error_sys(error, AS_ERROR_MACHINE, errno,
			       "cannot read the control group %s", v2->path)
		     : as_error_set(error, AS_ERROR_MACHINE,
			       "the control group %s lacks the controller memory or pids",
			       v2->path);
}

static void *v2_open(struct as_keeper *keeper, struct as_error *error)
{
	char base[1100];
	struct v2 *v2 = calloc(1, sizeof(*v2));

	if (!v2) {
		as_error_no_memory(error);
		return NULL;
	}
	v2->keeper = keeper;
	v2->helper = (struct as_cgroup_helper)AS_CGROUP_HELPER_INIT;
	v2->dir_fd = v2->run_fd = v2->procs_fd = -1;
	if (as_cgroup_v2_find_base(base, sizeof(base), error) ||
		(v2->dir_fd = as_cgroup_make(base, keeper, v2->path, sizeof(v2->path), error)) <
			0 ||
		check_controllers(v2, error)) {
		v2_close(v2);
		return NULL;
	}
	return v2;
}

/* The helper must be in the sandbox's group when it makes its cgroup namespace, else the kernel
 * would not let it clone into the groups beside it. */
static int v2_adopt(void *state, pid_t helper, int helper_fd, struct as_error *error)
{
	struct v2 *v2 = state;

	return as_cgroup_hold_helper(&v2->helper, helper, helper_fd, error)
		       ? -1
		       : as_cgroup_move_helper(&v2->helper, v2->dir_fd, NULL, v2->path, error);
}

/* To start a process in a group, the helper needs write access to its cgroup.procs and to that of
 * their common ancestor. */
static int grant_helper_access(int dir_fd, bool privileged)
{
	return privileged ? fchownat(dir_fd, "cgroup.procs", AS_HOST_ROOT_ID, (gid_t)-1,
				    AT_SYMLINK_NOFOLLOW)
			  : 0;
}

/* A group with processes cannot enable controllers for its children, so the helper moves on to a
 * leaf. */
static int v2_prepare(void *state, bool privileged, struct as_error *error)
{
	struct v2 *v2 = state;
	char path[1300];

	v2->privileged = privileged;
	snprintf(path, sizeof(path), "%s/" HELPER, v2->path);
	AS_AUTO_FD int leaf = mkdirat(v2->dir_fd, HELPER, 0755)
				      ? -1
				      : openat(v2->dir_fd, HELPER, O_DIRECTORY | O_CLOEXEC);
	if (leaf >= 0 && as_cgroup_move_helper(&v2->helper, leaf, NULL, path, error))
		return -1;
	if (leaf < 0 || as_cgroup_v2_enable(v2->dir_fd) ||
		grant_helper_access(v2->dir_fd, privileged))
		return as_error_sys(error, AS_ERROR_MACHINE, errno,
			"cannot enable memory and pids in the control group %s", v2->path);
	as_cgroup_release_helper(&v2->helper);
	return 0;
}

static int set_number(int dir_fd, const char *file, uint64_t value)
{
	char text[32];

	if (value == UINT64_MAX)
		snprintf(text, sizeof(text), "max");
	else
		snprintf(text, sizeof(text), "%llu", (unsigned long long)value);
	return as_cgroup_write(dir_fd, file, text);
}

static int set_limits(int run_fd, const struct as_limits *limits)
{
	if (set_number(run_fd, "memory.max", limits->memory_bytes) ||
		set_number(run_fd, "pids.max", limits->processes) ||
		as_cgroup_write(run_fd, "memory.oom.group", "1"))
		return -1;
	/* Absent if the kernel does not count swap. */
	return as_cgroup_write(run_fd, "memory.swap.max", "0") && errno != ENOENT ? -1 : 0;
}

static int v2_begin(void *state, const struct as_limits *limits, int fds[AS_WIRE_CGROUP_FDS],
	uint32_t *fd_count, struct as_error *error)
{
	struct v2 *v2 = state;

	/* The program can read the name, so the name must not reveal how many runs came before. */
	snprintf(v2->run_name, sizeof(v2->run_name), "run-%08x", as_cgroup_random_number());
	if (mkdirat(v2->dir_fd, v2->run_name, 0755))
		return as_error_sys(error, AS_ERROR_INTERNAL, errno,
			"cannot make the control group %s/%s", v2->path, v2->run_name);
	v2->run_made = true;
	v2->run_fd = openat(v2->dir_fd, v2->run_name, O_DIRECTORY | O_CLOEXEC);
	v2->procs_fd =
		v2->run_fd < 0 ? -1 : openat(v2->run_fd, "cgroup.procs", O_WRONLY | O_CLOEXEC);
	if (v2->procs_fd < 0 || set_limits(v2->run_fd, limits) ||
		grant_helper_access(v2->run_fd, v2->privileged)) {
		as_error_sys(error, AS_ERROR_INTERNAL, errno, "cannot set the control group %s/%s",
			v2->path, v2->run_name);
		drop_run(v2);
		return -1;
	}
	v2->has_peak = faccessat(v2->run_fd, "memory.peak", F_OK, 0) == 0;
	v2->peak_bytes = 0;
	fds[0] = v2->run_fd;
	fds[1] = v2->procs_fd;
	*fd_count = 2;
	return 0;
}

static int read_usage(struct v2 *v2, struct as_cgroup_usage *usage, struct as_error *error)
{
	uint64_t cpu_time_us, current = 0, own_limit = 0;

	if (as_cgroup_read(v2->run_fd, "cpu.stat", "usage_usec", &cpu_time_us) ||
		as_cgroup_read(
			v2->run_fd, "memory.events", "oom_kill", &usage->memory_kills_count) ||
		as_cgroup_read(v2->run_fd, "pids.events", "max", &usage->process_refusals_count))
		return as_error_sys(error, AS_ERROR_INTERNAL, errno,
			"cannot read the control group %s", v2->path);
	/* A global OOM kills without counting an `oom` in this group. */
	usage->own_limit = as_cgroup_read(v2->run_fd, "memory.events", "oom", &own_limit) == 0 &&
			   own_limit > 0;
	usage->cpu_time_ns = (int64_t)cpu_time_us * 1000;
	usage->memory_bytes = 0;
	if (!v2->has_peak && as_cgroup_read(v2->run_fd, "memory.current", NULL, &current) == 0 &&
		current > v2->peak_bytes)
		v2->peak_bytes = current;
	return 0;
}

static int v2_sample(void *state, struct as_cgroup_usage *usage, struct as_error *error)
{
	struct v2 *v2 = state;
	uint64_t populated = 1;

	if (read_usage(v2, usage, error))
		return -1;
	if (as_cgroup_read(v2->run_fd, "cgroup.events", "populated", &populated))
		return as_error_sys(error, AS_ERROR_INTERNAL, errno,
			"cannot read the control group %s", v2->path);
	usage->is_empty = populated == 0;
	return 0;
}

/* Absent if pressure is switched off in the kernel. */
static void read_pressure(const struct v2 *v2, struct as_cgroup_usage *usage)
{
	char text[512];
	AS_AUTO_FD int fd = openat(v2->run_fd, "cpu.pressure", O_RDONLY | O_CLOEXEC);
	ssize_t got = fd < 0 ? -1 : read(fd, text, sizeof(text) - 1);

	text[got > 0 ? got : 0] = '\0';
	usage->pressure_ns = as_disturbance_parse_pressure(text);
	usage->has_pressure = usage->pressure_ns >= 0;
}

static int v2_end(void *state, struct as_cgroup_usage *usage, struct as_error *error)
{
	struct v2 *v2 = state;
	int failed = read_usage(v2, usage, error);

	read_pressure(v2, usage);
	usage->never_full = usage->process_refusals_count && as_cgroup_never_full(v2->run_fd);
	if (!failed && v2->has_peak)
		failed = as_cgroup_read(v2->run_fd, "memory.peak", NULL, &usage->memory_bytes)
				 ? as_error_sys(error, AS_ERROR_INTERNAL, errno,
					   "cannot read the memory peak of the control group")
				 : 0;
	else
		usage->memory_bytes = v2->peak_bytes;
	drop_run(v2);
	return failed;
}

static uint64_t v2_unreclaimable(void *state)
{
	const struct v2 *v2 = state;
	uint64_t met = 0;

	as_cgroup_read(v2->run_fd, "memory.events", "max", &met);
	return met ? as_cgroup_read_unreclaimable(v2->run_fd, "anon") : 0;
}

static int v2_members(void *state)
{
	const struct v2 *v2 = state;

	return fcntl(v2->run_fd, F_DUPFD_CLOEXEC, 0);
}

static const char *const *v2_degraded(void *state)
{
	static const char *const words[] = {"memory-peak-sampled", "swap-not-limited", NULL},
				 *const peak[] = {"memory-peak-sampled", NULL};
	const struct v2 *v2 = state;
	bool swap = as_cgroup_host_swaps() &&
		    faccessat(v2->dir_fd, "memory.swap.current", F_OK, 0) != 0;
	bool sampled = v2->run_name[0] && !v2->has_peak;

	if (sampled)
		return swap ? words : peak;
	return swap ? words + 1 : words + 2;
}

const struct as_cgroup_version as_cgroup_v2 = {
	.name = "v2",
	.open = v2_open,
	.close = v2_close,
	.joining = AS_JOIN_CLONE,
	.adopt = v2_adopt,
	.prepare = v2_prepare,
	.begin = v2_begin,
	.sample = v2_sample,
	.unreclaimable = v2_unreclaimable,
	.end = v2_end,
	.members = v2_members,
	.tasks_file = "cgroup.threads",
	.degraded = v2_degraded,
};
