/* SPDX-License-Identifier: MIT */
/*
 * cgroup v2: a group a sandbox, and in it a fresh one for every run (0.08 ms to make and remove),
 * because the peak of a group cannot be reset everywhere. A program is born into its group: moving
 * a process takes a lock of the whole machine, which can take milliseconds.
 *
 * The base is the folder that was delegated to this process: its own, once the process has moved
 * itself to the leaf "assay.main" there, since a group with processes cannot have controllers for
 * its children. That is done only where nobody else is in the folder (a scope made for this
 * process).
 */
#include "cgroup.h"
#include "disturbance.h"

#include <errno.h>
#include <fcntl.h>
#include <stdio.h>
#include <string.h>
#include <sys/stat.h>
#include <sys/wait.h>
#include <sys/xattr.h>
#include <time.h>

#define LEAF "assay.main"
#define HELPER "helper"

struct v2 {
	struct as_keeper *keeper;
	char path[1200]; /* of the sandbox's group */
	int dir_fd;
	int run_fd; /* of the run's group, -1 between runs */
	int procs_fd;
	bool privileged; /* the helper is another user */
	unsigned long runs;
	bool run_made;
	bool has_peak;
	uint64_t peak_bytes; /* the largest seen, where the kernel keeps no peak */
};

/* Its keeper is, which may have been started before there was a group to look at. */
static bool is_child(pid_t pid)
{
	siginfo_t info;

	return waitid(P_PID, (id_t)pid, &info, WEXITED | WNOHANG | WNOWAIT) == 0;
}

/* True where the group holds no process but this one and its children. */
static bool is_alone(int dir_fd)
{
	int fd = openat(dir_fd, "cgroup.procs", O_RDONLY | O_CLOEXEC);
	FILE *file = fd < 0 ? NULL : fdopen(fd, "r");
	bool alone = file != NULL;
	int pid;

	if (!file && fd >= 0)
		close(fd);
	while (file && fscanf(file, "%d", &pid) == 1)
		if (pid != getpid() && !is_child(pid))
			alone = false;
	if (file)
		fclose(file);
	return alone;
}

static int enable_controllers(int dir_fd)
{
	return as_cgroup_write(dir_fd, "cgroup.subtree_control", "+memory +pids");
}

/* A hybrid host has a cgroup2 mount whose controllers all belong to v1: false with errno 0. */
static bool has_controllers(int dir_fd)
{
	errno = 0;
	AS_AUTO_BYTES struct as_bytes text = {0};
	AS_AUTO_FD int fd = openat(dir_fd, "cgroup.controllers", O_RDONLY | O_CLOEXEC);

	return fd >= 0 && as_fd_read(fd, 4096, &text, NULL) == 0 && strstr(text.data, "memory") &&
	       strstr(text.data, "pids");
}

/* The names that systemd-run gives. */
static bool is_transient_scope(const char *path)
{
	const char *name = strrchr(path, '/') + 1;
	size_t length = strlen(name);

	return strncmp(name, "run-", 4) == 0 && length > 6 &&
	       strcmp(name + length - 6, ".scope") == 0;
}

/*
 * The system's systemd marks what it delegates; a user's does not, so whoever asks it for a scope
 * says so in the environment, as the command does for itself. Elsewhere (a desktop's or a login's
 * scope) the variable is not believed: it may have leaked.
 */
static bool is_delegated(int dir_fd, const char *path)
{
	char mark = '0';

	if (secure_getenv("ASSAY_IN_SCOPE") && is_transient_scope(path))
		return true;
	return fgetxattr(dir_fd, "user.delegate", &mark, 1) == 1 && mark == '1';
}

/*
 * Moves every process of a group to its leaf. A process that forks meanwhile is met again in the
 * next round. Returns how many there were, -1 on failure.
 */
static int move_processes(int dir_fd, int leaf_fd)
{
	int fd = openat(dir_fd, "cgroup.procs", O_RDONLY | O_CLOEXEC);
	FILE *file = fd < 0 ? NULL : fdopen(fd, "r");
	char text[32];
	int count = 0;

	if (!file && fd >= 0)
		close(fd);
	while (file && fgets(text, sizeof(text), file)) {
		text[strcspn(text, "\n")] = '\0';
		/* One that has ended since needs no moving. */
		if (as_cgroup_write(leaf_fd, "cgroup.procs", text) && errno != ESRCH)
			count = -1;
		if (count < 0)
			break;
		count++;
	}
	if (!file)
		count = -1;
	else
		fclose(file);
	return count;
}

/* Moves this process, and what lives with it, to a leaf of their group, which thereby can be
 * divided. */
static int settle(int dir_fd)
{
	if (mkdirat(dir_fd, LEAF, 0755) && errno != EEXIST)
		return -1;
	AS_AUTO_FD int leaf = openat(dir_fd, LEAF, O_DIRECTORY | O_CLOEXEC);
	for (int round = 0; leaf >= 0 && round < 100; round++) {
		int moved = move_processes(dir_fd, leaf);
		if (moved < 0)
			return -1;
		if (moved == 0 && enable_controllers(dir_fd) == 0)
			return 0;
	}
	return -1;
}

/* Another process or thread may be settling this very group. */
static int await_controllers(int dir_fd)
{
	const struct timespec pause = {.tv_nsec = 2000000};

	for (int attempt = 0; attempt < 250; attempt++) {
		if (enable_controllers(dir_fd) == 0)
			return 0;
		if (errno != EBUSY)
			break;
		nanosleep(&pause, NULL);
	}
	return settle(dir_fd);
}

/* How this process can get a folder to divide. */
enum way {
	WAY_NONE,
	WAY_SETTLED, /* it lives in the leaf already */
	WAY_ROOT,    /* the true root of the hierarchy may have processes and divided children */
	WAY_OURS,    /* its folder was delegated, or nobody else is in it */
};

/* WAY_NONE with errno: 0 where nothing was refused, but the folder is not for us to divide. */
static enum way find_way(struct as_cgroup_place *place, int *dir_fd)
{
	const size_t leaf = strlen("/" LEAF);

	if (as_cgroup_find(NULL, place))
		return WAY_NONE;
	size_t length = strlen(place->own);
	bool settled = length > leaf && strcmp(place->own + length - leaf, "/" LEAF) == 0;
	if (settled)
		place->own[length - leaf] = '\0';
	*dir_fd = open(place->own, O_DIRECTORY | O_CLOEXEC);
	if (*dir_fd < 0 || faccessat(*dir_fd, "cgroup.subtree_control", W_OK, AT_EACCESS) ||
		faccessat(*dir_fd, ".", W_OK, AT_EACCESS))
		return WAY_NONE;
	if (!has_controllers(*dir_fd))
		return WAY_NONE;
	if (settled)
		return WAY_SETTLED;
	/* Only the true root has no type. */
	if (place->own_is_root && faccessat(*dir_fd, "cgroup.type", F_OK, 0))
		return WAY_ROOT;
	bool ours = is_delegated(*dir_fd, place->own) || is_alone(*dir_fd);
	errno = 0;
	return ours ? WAY_OURS : WAY_NONE;
}

bool as_cgroup_v2_usable(void)
{
	struct as_cgroup_place place;
	AS_AUTO_FD int fd = -1;

	return find_way(&place, &fd) != WAY_NONE;
}

/* By the manager's own socket: systemd-run needs no message bus, which a server may not have. */
bool as_cgroup_has_manager(void)
{
	const char *runtime_dir = getenv("XDG_RUNTIME_DIR");
	char socket[4096];

	if (access("/run/systemd/system", F_OK))
		return false;
	if (geteuid() == 0)
		return true;
	if (runtime_dir)
		snprintf(socket, sizeof(socket), "%s/systemd/private", runtime_dir);
	else
		snprintf(socket, sizeof(socket), "/run/user/%u/systemd/private",
			(unsigned)geteuid());
	return access(socket, F_OK) == 0;
}

/* Without a manager of his own (cron, su) an ordinary user has nobody to ask. */
static const char *remedy(void)
{
	if (geteuid() == 0)
		return "run it by `systemd-run --scope -p Delegate=yes assay ...`";
	return as_cgroup_has_manager()
		       ? "run it by `systemd-run --user --scope -p Delegate=yes assay ...`"
		       : "run `sudo assay doctor --fix` once";
}

/* A group of systemd's helps where this one is not ours, and not where none could be made. */
static int say_none(int cause, struct as_error *error)
{
	static const char none[] =
		"this process has no control group of its own with memory and pids";

	switch (cause) {
	case EROFS:
	case EMFILE:
	case ENFILE:
	case ENOMEM:
	case ENOSPC:
		return as_error_sys(error, AS_ERROR_MACHINE, cause, "%s", none);
	default:
		return as_error_set(error, AS_ERROR_MACHINE, "%s: %s", none, remedy());
	}
}

static int find_base(char *base, size_t size, struct as_error *error)
{
	struct as_cgroup_place place;
	AS_AUTO_FD int fd = -1;
	enum way way = find_way(&place, &fd);

	if (way == WAY_NONE || (way == WAY_ROOT && enable_controllers(fd)) ||
		(way == WAY_OURS && settle(fd)) || (way == WAY_SETTLED && await_controllers(fd)))
		return say_none(errno, error);
	snprintf(base, size, "%s", place.own);
	return 0;
}

/* Removes the run's group, whose processes have all died, and which may be half made. */
static void drop_run(struct v2 *v2)
{
	char run[1300];

	if (v2->procs_fd >= 0)
		close(as_steal_fd(v2->procs_fd));
	if (v2->run_fd >= 0)
		close(as_steal_fd(v2->run_fd));
	if (!v2->run_made)
		return;
	snprintf(run, sizeof(run), "%s/%lu", v2->path, v2->runs);
	as_cgroup_remove(run);
	v2->run_made = false;
}

static void v2_close(void *state)
{
	struct v2 *v2 = state;

	drop_run(v2);
	if (v2->dir_fd >= 0) {
		close(v2->dir_fd);
		as_cgroup_unmake(v2->path, v2->keeper);
	}
	free(v2);
}

static int check_controllers(const struct v2 *v2, struct as_error *error)
{
	if (has_controllers(v2->dir_fd))
		return 0;
	return errno ? as_error_sys(error, AS_ERROR_MACHINE, errno,
			       "cannot read the control group %s", v2->path)
		     : as_error_set(error, AS_ERROR_MACHINE,
			       "there is no memory or no pids in the control group %s", v2->path);
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
	v2->dir_fd = v2->run_fd = v2->procs_fd = -1;
	if (find_base(base, sizeof(base), error) ||
		(v2->dir_fd = as_cgroup_make(base, keeper, v2->path, sizeof(v2->path), error)) <
			0 ||
		check_controllers(v2, error)) {
		v2_close(v2);
		return NULL;
	}
	return v2;
}

/* The helper is in the sandbox's group when it makes its cgroup namespace, or the kernel would not
 * let it give birth into the groups beside it. */
static int v2_adopt(void *state, pid_t helper, int helper_fd, struct as_error *error)
{
	struct v2 *v2 = state;
	char text[32];

	(void)helper_fd;
	snprintf(text, sizeof(text), "%d", (int)helper);
	return as_cgroup_write(v2->dir_fd, "cgroup.procs", text)
		       ? as_error_sys(error, AS_ERROR_MACHINE, errno,
				 "cannot move the sandbox helper into the control group %s",
				 v2->path)
		       : 0;
}

/* Whoever starts a process in a group needs the right to write its cgroup.procs, and that of the
 * group above both. */
static int let_helper_in(int dir_fd, bool privileged)
{
	return privileged ? fchownat(dir_fd, "cgroup.procs", AS_HOST_ROOT_ID, (gid_t)-1,
				    AT_SYMLINK_NOFOLLOW)
			  : 0;
}

/* A group with processes cannot have controllers for its children: the helper moves on to a leaf.
 */
static int v2_settle(void *state, pid_t helper, bool privileged, struct as_error *error)
{
	struct v2 *v2 = state;
	char text[32];

	snprintf(text, sizeof(text), "%d", (int)helper);
	v2->privileged = privileged;
	if (mkdirat(v2->dir_fd, HELPER, 0755) == 0) {
		AS_AUTO_FD int leaf = openat(v2->dir_fd, HELPER, O_DIRECTORY | O_CLOEXEC);
		if (leaf >= 0 && as_cgroup_write(leaf, "cgroup.procs", text) == 0 &&
			enable_controllers(v2->dir_fd) == 0 &&
			let_helper_in(v2->dir_fd, privileged) == 0)
			return 0;
	}
	return as_error_sys(error, AS_ERROR_MACHINE, errno,
		"cannot have memory and pids in the control group %s", v2->path);
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
	/* Absent where the kernel counts no swap. */
	return as_cgroup_write(run_fd, "memory.swap.max", "0") && errno != ENOENT ? -1 : 0;
}

static int v2_begin(void *state, const struct as_limits *limits, int fds[AS_WIRE_CGROUP_FDS],
	uint32_t *fd_count, struct as_error *error)
{
	struct v2 *v2 = state;
	char name[32];

	snprintf(name, sizeof(name), "%lu", ++v2->runs);
	if (mkdirat(v2->dir_fd, name, 0755))
		return as_error_sys(error, AS_ERROR_INTERNAL, errno,
			"cannot make the control group %s/%s", v2->path, name);
	v2->run_made = true;
	v2->run_fd = openat(v2->dir_fd, name, O_DIRECTORY | O_CLOEXEC);
	v2->procs_fd =
		v2->run_fd < 0 ? -1 : openat(v2->run_fd, "cgroup.procs", O_WRONLY | O_CLOEXEC);
	if (v2->procs_fd < 0 || set_limits(v2->run_fd, limits) ||
		let_helper_in(v2->run_fd, v2->privileged)) {
		as_error_sys(error, AS_ERROR_INTERNAL, errno, "cannot set the control group %s/%s",
			v2->path, name);
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
	/* The machine's end kills without an `oom` of this group. */
	usage->own_limit = as_cgroup_read(v2->run_fd, "memory.events", "oom", &own_limit) == 0 &&
			   own_limit > 0;
	usage->cpu_time_ns = (int64_t)cpu_time_us * 1000;
	usage->memory_bytes = 0;
	if (!v2->has_peak && as_cgroup_read(v2->run_fd, "memory.current", NULL, &current) == 0 &&
		current > v2->peak_bytes)
		v2->peak_bytes = current;
	return 0;
}

static int v2_look(void *state, struct as_cgroup_usage *usage, struct as_error *error)
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

/* Absent where the kernel was told to count no pressure. */
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
	usage->never_full = as_cgroup_never_full(v2->run_fd);
	if (!failed && v2->has_peak)
		failed = as_cgroup_read(v2->run_fd, "memory.peak", NULL, &usage->memory_bytes)
				 ? as_error_sys(error, AS_ERROR_INTERNAL, errno,
					   "cannot read the peak of memory")
				 : 0;
	else
		usage->memory_bytes = v2->peak_bytes;
	drop_run(v2);
	return failed;
}

static uint64_t v2_held(void *state)
{
	const struct v2 *v2 = state;
	uint64_t met = 0;

	as_cgroup_read(v2->run_fd, "memory.events", "max", &met);
	return met ? as_cgroup_read_held(v2->run_fd, "anon") : 0;
}

static const char *const *v2_degraded(void *state)
{
	static const char *const words[] = {"memory-peak-sampled", "swap-not-limited", NULL},
				 *const peak[] = {"memory-peak-sampled", NULL};
	const struct v2 *v2 = state;
	bool swap = as_cgroup_host_swaps() &&
		    faccessat(v2->dir_fd, "memory.swap.current", F_OK, 0) != 0;
	bool sampled = v2->runs > 0 && !v2->has_peak;

	if (sampled)
		return swap ? words : peak;
	return swap ? words + 1 : words + 2;
}

const struct as_cgroup_version as_cgroup_v2 = {
	.name = "v2",
	.open = v2_open,
	.close = v2_close,
	.joining = AS_JOIN_BORN,
	.adopt = v2_adopt,
	.settle = v2_settle,
	.begin = v2_begin,
	.look = v2_look,
	.held = v2_held,
	.end = v2_end,
	.degraded = v2_degraded,
};
