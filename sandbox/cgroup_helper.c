/* SPDX-License-Identifier: MIT */
/* The helper as a member of control groups. They take processes by pid only, and the pid of a dead
 * helper may be reused: see sandbox.h. */
#include "cgroup_v2_base.h"

#include <errno.h>
#include <fcntl.h>
#include <poll.h>
#include <stdio.h>
#include <string.h>

bool as_cgroup_helper_has_ended(const struct as_cgroup_helper *helper, int wait_ms)
{
	struct pollfd death = {.fd = helper->pidfd, .events = POLLIN};
	int ready;

	do
		ready = poll(&death, 1, wait_ms);
	while (ready < 0 && errno == EINTR);
	return ready > 0;
}

int as_cgroup_hold_helper(
	struct as_cgroup_helper *helper, pid_t pid, int pidfd, struct as_error *error)
{
	char path[64];

	helper->pid = pid;
	helper->pidfd = fcntl(pidfd, F_DUPFD_CLOEXEC, 0);
	if (helper->pidfd < 0)
		return as_error_sys(
			error, AS_ERROR_INTERNAL, errno, "cannot copy the helper's pidfd");
	/* It is opened now: once the helper cannot be traced, /proc may hide the file from this
	 * process. */
	snprintf(path, sizeof(path), "/proc/%d/cgroup", (int)pid);
	helper->membership_fd = open(path, O_RDONLY | O_CLOEXEC);
	if (helper->membership_fd < 0)
		return as_error_sys(error, AS_ERROR_MACHINE, errno, "cannot open %s", path);
	/* The file belongs to the helper only if the helper was still alive after the open. */
	return as_cgroup_helper_has_ended(helper, 0)
		       ? as_error_set(error, AS_ERROR_INTERNAL,
				 "the sandbox helper ended while it started")
		       : 0;
}

void as_cgroup_release_helper(struct as_cgroup_helper *helper)
{
	if (helper->membership_fd >= 0)
		close(helper->membership_fd);
	if (helper->pidfd >= 0)
		close(helper->pidfd);
	*helper = (struct as_cgroup_helper)AS_CGROUP_HELPER_INIT;
}

static bool is_in(const struct as_cgroup_helper *helper, const char *controller, const char *path)
{
	char text[AS_MEMBERSHIP_BYTES];

	return as_cgroup_membership(helper->membership_fd, text) == 0 &&
	       as_cgroup_is_member(text, controller, path);
}

static int write_pid(int dir_fd, const char *group, const char *pid)
{
	AS_AUTO_FD int fd = openat(dir_fd, group, O_DIRECTORY | O_CLOEXEC);

	return fd < 0 ? -1 : as_cgroup_write(fd, "cgroup.procs", pid);
}

/* Moves a process that was mistaken for the helper to the group around the sandbox's, where it is
 * not killed; on v2, if that group has children with controllers, to its leaf. */
static void move_out(int dir_fd, const char *path, const char *pid)
{
	const char *tail = as_cgroup_unique_tail(path);
	bool in_leaf = tail && strchr(tail + 1, '/');

	if (write_pid(dir_fd, in_leaf ? "../.." : "..", pid))
		write_pid(dir_fd, in_leaf ? "../../" AS_CGROUP_V2_LEAF : "../" AS_CGROUP_V2_LEAF,
			pid);
}

int as_cgroup_move_helper(const struct as_cgroup_helper *helper, int dir_fd, const char *controller,
	const char *path, struct as_error *error)
{
	char pid[32];

	snprintf(pid, sizeof(pid), "%d", (int)helper->pid);
	if (as_cgroup_write(dir_fd, "cgroup.procs", pid))
		return as_error_sys(error, AS_ERROR_MACHINE, errno,
			"cannot move the sandbox helper into the control group %s", path);
	if (is_in(helper, controller, path))
		return 0;
	move_out(dir_fd, path, pid);
	return as_error_set(error, AS_ERROR_INTERNAL,
		"the sandbox helper did not join the control group %s", path);
}
