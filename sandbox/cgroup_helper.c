/* SPDX-License-Identifier: MIT */
/* The helper as a member of control groups, which take processes by their pids alone: once it is
 * dead its pid may be another's, see sandbox.h. */
#include "cgroup.h"

#include <errno.h>
#include <fcntl.h>
#include <poll.h>
#include <stdio.h>

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
			error, AS_ERROR_INTERNAL, errno, "cannot hold the sandbox helper");
	/* Now: where /proc hides others' processes a helper that cannot be traced is one of them.
	 */
	snprintf(path, sizeof(path), "/proc/%d/cgroup", (int)pid);
	helper->membership_fd = open(path, O_RDONLY | O_CLOEXEC);
	if (helper->membership_fd < 0)
		return as_error_sys(error, AS_ERROR_MACHINE, errno, "cannot open %s", path);
	/* It is the helper's only where that lives after it was opened. */
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

/* Whoever was taken for the helper goes to the group above, where nobody kills it. */
static void put_out(int dir_fd, const char *pid)
{
	AS_AUTO_FD int above = openat(dir_fd, "..", O_DIRECTORY | O_CLOEXEC);

	if (above >= 0)
		as_cgroup_write(above, "cgroup.procs", pid);
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
	put_out(dir_fd, pid);
	return as_error_set(error, AS_ERROR_INTERNAL,
		"the sandbox helper did not come into the control group %s", path);
}
