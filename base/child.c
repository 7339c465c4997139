/* SPDX-License-Identifier: MIT */
/* A child process in a session of its own, held by a pidfd. */
#include <assay/base/keeper.h>
#include <assay/base/spawn.h>
#include <errno.h>
#include <signal.h>
#include <sys/syscall.h>
#include <sys/wait.h>
#include <unistd.h>

int as_child_spawn(pid_t *pid, const char *program, const posix_spawn_file_actions_t *actions,
	char *const argv[], char *const env[])
{
	posix_spawnattr_t attributes;
	sigset_t none, all;

	sigemptyset(&none);
	sigfillset(&all);
	posix_spawnattr_init(&attributes);
	posix_spawnattr_setsigmask(&attributes, &none);
	posix_spawnattr_setsigdefault(&attributes, &all);
	posix_spawnattr_setflags(
		&attributes, POSIX_SPAWN_SETSID | POSIX_SPAWN_SETSIGMASK | POSIX_SPAWN_SETSIGDEF);
	const int failure = posix_spawnp(pid, program, actions, &attributes, argv, env);
	posix_spawnattr_destroy(&attributes);
	return failure;
}

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
