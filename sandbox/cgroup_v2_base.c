/* SPDX-License-Identifier: MIT */
/*
 * Where groups of v2 can be made. The base is the folder that was delegated to this process: its
 * own, once the process has moved itself to the leaf "assay.main" there, since a group with
 * processes cannot have controllers for its children. That is done only if no other process is in
 * the folder (a scope made for this process).
 */
#include "cgroup_v2_base.h"

#include <errno.h>
#include <fcntl.h>
#include <stdio.h>
#include <string.h>
#include <sys/stat.h>
#include <sys/wait.h>
#include <sys/xattr.h>
#include <time.h>

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

/* The names that systemd-run gives. */
static bool is_transient_scope(const char *path)
{
	const char *name = strrchr(path, '/') + 1;

	return strncmp(name, "run-", 4) == 0 && as_text_ends(name, ".scope");
}

/*
 * The system's systemd marks delegated groups; a user's does not, so the process that asks it for a
 * scope sets a variable, as the command does for itself. In other scopes (of a desktop or a login)
 * the variable is not trusted: it may have leaked.
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

/* Another process or thread may be settling this very group. */
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
	return settle(dir_fd);
}

/* How this process can get a folder to divide. */
enum way {
	WAY_NONE,
	WAY_SETTLED, /* it lives in the leaf already */
	WAY_ROOT,    /* the true root of the hierarchy may have processes and divided children */
	WAY_OURS,    /* its folder was delegated, or it has no other process */
};

/* WAY_NONE with errno: 0 where nothing was refused, but the folder is not for us to divide. */
static enum way find_way(struct as_cgroup_place *place, int *dir_fd)
{
	if (as_cgroup_find(NULL, place))
		return WAY_NONE;
	size_t base = as_text_stem(place->own, "/" AS_CGROUP_V2_LEAF);
	bool settled = base > 0;
	if (settled)
		place->own[base] = '\0';
	*dir_fd = open(place->own, O_DIRECTORY | O_CLOEXEC);
	if (*dir_fd < 0 || faccessat(*dir_fd, "cgroup.subtree_control", W_OK, AT_EACCESS) ||
		faccessat(*dir_fd, ".", W_OK, AT_EACCESS))
		return WAY_NONE;
	if (!as_cgroup_v2_has_controllers(*dir_fd))
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

/* Without a login (cron, su) an ordinary user has no systemd manager to ask. */
static const char *remedy(void)
{
	if (geteuid() == 0)
		return "run `systemd-run --scope -p Delegate=yes assay ...`";
	return as_cgroup_has_manager()
		       ? "run `systemd-run --user --scope -p Delegate=yes assay ...`"
		       : "run `sudo assay doctor --fix` once";
}

/* systemd can help if this process does not own its group, but not if no group can be made. */
static int say_none(int cause, struct as_error *error)
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
	enum way way = find_way(&place, &fd);

	if (way == WAY_NONE || (way == WAY_ROOT && as_cgroup_v2_enable(fd)) ||
		(way == WAY_OURS && settle(fd)) || (way == WAY_SETTLED && await_controllers(fd)))
		return say_none(errno, error);
	snprintf(base, size, "%s", place.own);
	return 0;
}
