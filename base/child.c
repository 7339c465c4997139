/* SPDX-License-Identifier: MIT */
/* A child process held by a pidfd. */
#include <assay/base/keeper.h>
#include <errno.h>
#include <sys/syscall.h>
#include <sys/wait.h>
#include <unistd.h>

int as_child_hold(pid_t *pid)
{
	int pidfd = (int)syscall(SYS_pidfd_open, *pid, 0);

	if (pidfd < 0 && errno == ESRCH)
		*pid = -1;
	return pidfd;
}

/* ECHILD: another thread has reaped it, or the kernel did because SIGCHLD is ignored. */
void as_child_reap(pid_t pid, int pidfd)
{
	const bool held = pidfd >= 0;
	siginfo_t info;

	if (pid <= 0)
		return;
	while (waitid(held ? P_PIDFD : P_PID, (id_t)(held ? pidfd : pid), &info, WEXITED) &&
		errno == EINTR)
		;
}
