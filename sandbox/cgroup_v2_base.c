/* SPDX-License-Identifier: MIT */
/*
 * Finds the folder in which groups of v2 can be made (the base): the one that was delegated to this
 * process. If this process is in it, the process first moves itself to the leaf "assay.main" there,
 * because a group with processes cannot enable controllers for its children. That is done only if
 * no other process is in the folder, as in a scope made for this process.
 */
#include "cgroup_v2_base.h"
#include "machine/container.h"

#include <errno.h>
#include <fcntl.h>
#include <stdio.h>
#include <string.h>
#include <sys/stat.h>
#include <sys/wait.h>
#include <sys/xattr.h>
#include <time.h>

/* Its keeper is a child, and may have been started before any group was examined. */
static bool is_child(pid_t pid)
{
	siginfo_t info;

	return waitid(P_PID, (id_t)pid, &info, WEXITED | WNOHANG | WNOWAIT) == 0;
}

/* True if the group contains only this process and its children. */
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

int as_cgroup_v2_enable(int dir_fd)
{
	return as_cgroup_write(dir_fd, "cgroup.subtree_control", "+memory +pids");
}

/* A hybrid host has a cgroup2 mount whose controllers all belong to v1: false with errno 0. */
bool as_cgroup_v2_has_controllers(int dir_fd)
{
	errno = 0;
	AS_AUTO_BYTES struct as_bytes text = {0};
	AS_AUTO_FD int fd = openat(dir_fd, "cgroup.controllers", O_RDONLY | O_CLOEXEC);

	return fd >= 0 && as_fd_read(fd, 4096, &text, NULL) == 0 && strstr(text.data, "memory") &&
	       strstr(text.data, "pids");
}

/* The names that systemd-run assigns. */
static bool is_transient_scope(const char *path)
{
	const char *name = strrchr(path, '/') + 1;

	return strncmp(name, "run-", 4) == 0 && as_text_ends(name, ".scope");
}

/*
 * The system's systemd marks delegated groups; a user's does not, so the process that asks it for a
 * scope sets a variable, as the command does for itself. In other scopes (of a desktop or a login)
 * the variable is not trusted, because it may have been inherited.
 */
static bool is_delegated(int dir_fd, const char *path)
{
	char mark = '0';

	if (secure_getenv("ASSAY_IN_SCOPE") && is_transient_scope(path))
		return true;
	return fgetxattr(dir_fd, "user.delegate", &mark, 1) == 1 && mark == '1';
}

/*
 * Moves every process of a group to its leaf. Processes forked meanwhile are moved in the next
 * round. Returns the number of processes, -1 on failure.
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
		/* A process that has ended since needs no move. */
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

/* Moves this process, and all others of its group, to a leaf of the group, so that the group can
 * enable controllers. */
static int move_to_leaf(int dir_fd)
{
	if (mkdirat(dir_fd, AS_CGROUP_V2_LEAF, 0755) && errno != EEXIST)
		return -1;
	AS_AUTO_FD int leaf = openat(dir_fd, AS_CGROUP_V2_LEAF, O_DIRECTORY | O_CLOEXEC);
	for (int round = 0; leaf >= 0 && round < 100; round++) {
		int moved = move_processes(dir_fd, leaf);
		if (moved < 0)
			return -1;
		if (moved == 0 && as_cgroup_v2_enable(dir_fd) == 0)
			return 0;
	}
	return -1;
}

/* Another process or thread may be preparing the same group at this moment. */
static int await_controllers(int dir_fd)
{
	const struct timespec pause = {.tv_nsec = 2000000};

	for (int attempt = 0; attempt < 250; attempt++) {
		if (as_cgroup_v2_enable(dir_fd) == 0)
			return 0;
		if (errno != EBUSY)
			break;
		nanosleep(&pause, NULL);
	}
	return move_to_leaf(dir_fd);
}

/* True if the processes of a root are those of this container: its process 1 is among them. On the
 * host, process 1 is above the root of a cgroup namespace. */
static bool is_containers(const struct as_cgroup_place *place)
{
	AS_AUTO_FD int fd = open("/proc/1/cgroup", O_RDONLY | O_CLOEXEC);
	char text[AS_MEMBERSHIP_BYTES];

	if (!place->own_is_root || fd < 0 || as_cgroup_membership(fd, text))
		return false;
	const char *path = strstr(text, "0::/");
	return path && strncmp(path, "0::/..", strlen("0::/..")) != 0;
}

/* How this process can get a folder that can enable controllers. */
enum base_kind {
	BASE_NONE,
	BASE_IN_LEAF, /* it is in the leaf already */
	BASE_IS_ROOT, /* the true root of the hierarchy may contain processes and enable controllers
		       */
	BASE_IS_OURS, /* its folder was delegated, is a container's, or contains no other process */
};

/* BASE_NONE with errno: 0 if nothing was refused, but the folder belongs to others. */
static enum base_kind find_base_kind(struct as_cgroup_place *place, int *dir_fd)
{
	if (as_cgroup_find(NULL, place))
		return BASE_NONE;
	size_t base = as_text_stem(place->own, "/" AS_CGROUP_V2_LEAF);
	bool in_leaf = base > 0;
	if (in_leaf)
		place->own[base] = '\0';
	*dir_fd = open(place->own, O_DIRECTORY | O_CLOEXEC);
	if (*dir_fd < 0 || faccessat(*dir_fd, "cgroup.subtree_control", W_OK, AT_EACCESS) ||
		faccessat(*dir_fd, ".", W_OK, AT_EACCESS))
		return BASE_NONE;
	if (!as_cgroup_v2_has_controllers(*dir_fd))
		return BASE_NONE;
	if (in_leaf)
		return BASE_IN_LEAF;
	/* Only the true root has no type. */
	if (place->own_is_root && faccessat(*dir_fd, "cgroup.type", F_OK, 0))
		return BASE_IS_ROOT;
	bool ours = is_delegated(*dir_fd, place->own) || is_containers(place) || is_alone(*dir_fd);
	errno = 0;
	return ours ? BASE_IS_OURS : BASE_NONE;
}

bool as_cgroup_v2_usable(void)
{
	struct as_cgroup_place place;
	AS_AUTO_FD int fd = -1;

	return find_base_kind(&place, &fd) != BASE_NONE;
}

/* Checks for the manager's own socket: systemd-run needs no message bus, which a server may lack.
 */
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

/* Without a login (cron, su) an ordinary user has no systemd manager. */
static const char *remedy(void)
{
	if (geteuid() == 0 && !as_cgroup_has_manager())
		return "run `assay doctor`";
	if (geteuid() == 0)
		return "run `systemd-run --scope -p Delegate=yes assay ...`";
	return as_cgroup_has_manager()
		       ? "run `systemd-run --user --scope -p Delegate=yes assay ...`"
		       : "run `sudo assay doctor --fix` once";
}

/* systemd can help if this process does not own its group, but not if no group can be made. */
static int report_no_base(int cause, struct as_error *error)
{
	static const char none[] =
		"no control group with memory and pids is delegated to this process";

	switch (cause) {
	case EROFS:
	case EMFILE:
	case ENFILE:
	case ENOMEM:
	case ENOSPC:
		return as_error_sys(error, AS_ERROR_MACHINE, cause, "%s", none);
	default:
		return as_error_set(error, AS_ERROR_MACHINE, "%s; %s", none, remedy());
	}
}

int as_cgroup_v2_find_base(char *base, size_t size, struct as_error *error)
{
	struct as_cgroup_place place;
	AS_AUTO_FD int fd = -1;
	enum base_kind kind = find_base_kind(&place, &fd);

	if (kind == BASE_NONE || (kind == BASE_IS_ROOT && as_cgroup_v2_enable(fd)) ||
		(kind == BASE_IS_OURS && move_to_leaf(fd)) ||
		(kind == BASE_IN_LEAF && await_controllers(fd))) {
		report_no_base(errno, error);
		return geteuid() == 0 ? as_container_advise(error) : -1;
	}
	snprintf(base, size, "%s", place.own);
	return 0;
}
