/* SPDX-License-Identifier: MIT */
/*
 * Process level, root: the killer, a process that ends all processes of a run's user id. Theory of
 * operation:
 *
 * 1. Init clones it before the program starts. A program can fill the container's own table of
 *    processes, and from then on no process can be cloned.
 * 2. It is a child of the helper (CLONE_PARENT), so that init can wait for the run's processes
 *    alone, and no measurement of the run includes the killer.
 * 3. It waits as root, which the run cannot signal, for the end of its socket: init has closed its
 *    side, or is dead. A byte dismisses it.
 * 4. It gives up all rights to signal others but those of the run's user id, kills, and answers.
 * 5. If it does not answer, because something else has killed it, init kills its own children and
 *    their groups, which makes places, and clones another.
 * 6. If init is killed together with the killer, the helper runs another killer.
 */
#include "zygote.h"

#include <sched.h>
#include <signal.h>
#include <sys/socket.h>
#include <sys/syscall.h>
#include <sys/wait.h>
#include <unistd.h>

#define RETRY_PAUSE_US 1000
/* The run can stop a killer that has taken its user id. */
#define MOST_PAUSES 100

/* Gives up all rights to signal others than the processes of a user id, and kills these. */
static bool kill_user(uid_t user)
{
	uid_t real = 0, effective = 0, saved = 0;

	if (!user || zygote_process_drop(user, 0, NULL) ||
		syscall(SYS_getresuid, &real, &effective, &saved) || real != user ||
		effective != user || saved != user)
		return false;
	kill(-1, SIGKILL);
	return true;
}

static _Noreturn void killer_main(const struct zygote_request *request, int fd)
{
	char order;
	ssize_t got;

	/* The program's pipes must end with the program. */
	close_range(0, (unsigned)fd - 1, 0);
	close_range((unsigned)fd + 1, ~0u, 0);
	while ((got = read(fd, &order, 1)) < 0 && errno == EINTR)
		;
	if (got != 0)
		_exit(0);
	_exit(!kill_user(request->wire->process.user) || write(fd, "", 1) != 1);
}

int zygote_killer_start(struct zygote_request *request)
{
	int ends[2];

	if (!request->wire->process.user)
		return 0;
	if (socketpair(AF_UNIX, SOCK_STREAM | SOCK_CLOEXEC, 0, ends))
		return -1;
	long pid = syscall(SYS_clone, CLONE_PARENT | SIGCHLD, NULL, NULL, NULL, NULL);
	if (pid == 0)
		killer_main(request, ends[1]);
	close(ends[1]);
	if (pid > 0)
		request->killer_fd = ends[0];
	else
		close(ends[0]);
	return pid > 0 ? 0 : -1;
}

void zygote_killer_dismiss(const struct zygote_request *request)
{
	/* It may have been killed. */
	if (request->killer_fd >= 0)
		send(request->killer_fd, "", 1, MSG_NOSIGNAL);
}

static bool killer_has_killed(int fd)
{
	char answer;

	if (fd < 0)
		return false;
	shutdown(fd, SHUT_WR);
	const bool has_killed = read(fd, &answer, 1) == 1;
	close(fd);
	return has_killed;
}

void zygote_killer_kill(struct zygote_request *request)
{
	if (!request->wire->process.user) {
		zygote_process_kill_groups();
		return;
	}
	while (!killer_has_killed(request->killer_fd)) {
		/* The run may have filled the table of processes. A dead process has its place
		 * there until it is reaped. */
		zygote_process_kill_groups();
		while (waitpid(-1, NULL, WNOHANG) > 0)
			;
		usleep(RETRY_PAUSE_US);
		request->killer_fd = -1;
		zygote_killer_start(request);
	}
	request->killer_fd = -1;
}

/* ---- the helper ---- */

/* Clones a killer, and waits a moment for its end. */
static void run_killer(uid_t user)
{
	const long pid = syscall(SYS_clone, SIGCHLD, NULL, NULL, NULL, NULL);

	if (pid == 0)
		_exit(!kill_user(user));
	for (int i = 0; pid > 0 && i < MOST_PAUSES && waitpid((pid_t)pid, NULL, WNOHANG) == 0; i++)
		usleep(RETRY_PAUSE_US);
}

/* The number of a process that is to be killed must not be used again before that, so nothing is
 * reaped meanwhile. Processes that fork fast and leave their groups can outrun the walk through
 * /proc, but not the kill of all processes of their user id. */
static void end_strays(uid_t user)
{
	for (bool again = false;; again = true) {
		pid_t pid = waitpid(-1, NULL, WNOHANG);
		if (pid < 0 && errno != EINTR)
			return;
		if (pid != 0)
			continue;
		if (again && user)
			run_killer(user);
		zygote_process_kill_groups();
		usleep(RETRY_PAUSE_US);
	}
}

void zygote_killer_end_strays(uid_t user)
{
	sigset_t set;

	sigemptyset(&set);
	sigaddset(&set, SIGCHLD);
	sigprocmask(SIG_BLOCK, &set, NULL);
	end_strays(user);
	sigprocmask(SIG_UNBLOCK, &set, NULL);
}
