/* SPDX-License-Identifier: MIT */
/*
 * The process level: a run without namespaces, mounts and control groups, for containers that
 * forbid them. Theory of operation:
 *
 * 1. The helper and each init are subreapers, so every process of a run stays below its init.
 * 2. If the caller is root, each run has a user id of its own. A kill(-1) by that id (killer.c)
 *    reaches all of the run and nothing else, and RLIMIT_NPROC counts only the run.
 * 3. Otherwise the run has the caller's id. The filter (filter.c) keeps its processes in the
 *    program's process group, so that one kill reaches all of them. RLIMIT_NPROC counts all
 *    processes of the user, so it has a margin for those that start beside the run, and the
 *    library counts the run's own.
 * 4. SIGTERM or the end of the run socket makes init end the run; the death of the helper sends
 *    init a SIGTERM. If init itself is killed, the helper kills what is left before the next run,
 *    and before it ends.
 * 5. Files: Landlock, and if the caller is root, the ids. A folder of the work folder is closed to
 *    others; a run that may enter it gets its group, whose number is made from the folder's inode.
 */
#include "../process_list.h"
#include "zygote.h"

#include <errno.h>
#include <fcntl.h>
#include <linux/capability.h>
#include <sched.h>
#include <signal.h>
#include <stdio.h>
#include <sys/prctl.h>
#include <sys/resource.h>
#include <sys/stat.h>
#include <sys/syscall.h>
#include <sys/wait.h>
#include <unistd.h>

/* More processes than any machine has. */
#define MOST_PROCESSES (UINT64_C(1) << 22)
/* Processes and threads that an ordinary user may start beside a run. */
#define MARGIN_PROCESSES 256

static void reap(int number)
{
	const int saved = errno;

	(void)number;
	while (waitpid(-1, NULL, WNOHANG) > 0)
		;
	errno = saved;
}

void zygote_process_reap(void)
{
	const struct sigaction action = {.sa_handler = reap, .sa_flags = SA_RESTART};

	sigaction(SIGCHLD, &action, NULL);
}

int zygote_process_begin(struct zygote_fault *fault)
{
	return prctl(PR_SET_DUMPABLE, 0) || prctl(PR_SET_CHILD_SUBREAPER, 1)
		       ? zygote_fail(fault, AS_STEP_PRIVILEGES, NULL)
		       : 0;
}

/* Filters of containers answer clone3 as if it did not exist. */
pid_t zygote_process_clone(int *pidfd)
{
	pid_t pid = (pid_t)syscall(SYS_clone, CLONE_PIDFD | SIGCHLD, NULL, pidfd, NULL, NULL);

	if (pid == 0) {
		signal(SIGCHLD, SIG_DFL);
		prctl(PR_SET_CHILD_SUBREAPER, 1);
	}
	return pid;
}

/* ---- files ---- */

/* Only root and the runs that may enter it can read the entry. */
static int close_entry(
	const struct zygote *zygote, struct zygote_request *request, const char *entry)
{
	const struct as_wire_process *process = &request->wire->process;
	char path[ZYGOTE_PATH_BYTES];
	struct stat info;

	if (zygote_process_path(zygote, entry, path) || stat(path, &info))
		return -1;
	if (!process->user)
		return 0;
	const gid_t group = process->first_group + (gid_t)(info.st_ino % process->group_count);
	request->groups[request->group_count++] = group;
	return chown(path, 0, group) || chmod(path, S_ISDIR(info.st_mode) ? 0750 : 0550) ? -1 : 0;
}

/* Contents that do not fit are the caller's error, not the program's. */
static int fill_home(const struct zygote *zygote, const struct zygote_request *request)
{
	const bool writable = request->wire->writable_box;
	const uid_t user = request->wire->process.user, nobody = (uid_t)-1;
	char path[ZYGOTE_PATH_BYTES];
	uint64_t used_bytes;

	if (zygote_process_path(zygote, request->box, path) ||
		zygote_fill(path, request->home, writable && user ? user : nobody))
		return -1;
	errno = ENOSPC;
	return zygote_process_measure(request, &used_bytes) ? -1 : 0;
}

static int open_home(const struct zygote_request *request)
{
	const uid_t user = request->wire->process.user;

	if (!user)
		return chmod(request->home, request->wire->writable_box ? 0700 : 0500);
	return request->wire->writable_box
		       ? chown(request->home, user, user)
		       : chown(request->home, 0, user) || chmod(request->home, 0750);
}

/* ---- processes ---- */

/* True if a process more than `limit` allows could be made. */
static bool can_fork(uint64_t limit)
{
	struct rlimit now;

	if (getrlimit(RLIMIT_NPROC, &now))
		return false;
	now.rlim_cur = limit;
	if (setrlimit(RLIMIT_NPROC, &now))
		return false;
	pid_t pid = (pid_t)syscall(SYS_clone, SIGCHLD, NULL, NULL, NULL, NULL);
	if (pid == 0)
		_exit(0);
	while (pid > 0 && waitpid(pid, NULL, 0) < 0 && errno == EINTR)
		;
	return pid > 0;
}

/* The kernel also counts processes of the user in other containers, which /proc does not show, so
 * its count is found by trying. 0: unknown. */
static uint64_t count_processes(void)
{
	struct rlimit now;
	uint64_t low = 0, high;

	if (getrlimit(RLIMIT_NPROC, &now))
		return 0;
	high = now.rlim_max < MOST_PROCESSES ? now.rlim_max : MOST_PROCESSES;
	if (!can_fork(high))
		return 0;
	while (high - low > 1) {
		const uint64_t middle = low + (high - low) / 2;
		if (can_fork(middle))
			high = middle;
		else
			low = middle;
	}
	/* `high` is the least limit with which one more process is possible. */
	now.rlim_cur = now.rlim_max;
	return setrlimit(RLIMIT_NPROC, &now) ? 0 : high - 1;
}

static int find_process_limit(struct zygote_request *request, struct zygote_fault *fault)
{
	request->process_count = request->wire->backstop.processes;
	if (request->wire->process.user)
		return 0;
	const uint64_t others = count_processes();
	/* No process can be made. */
	if (!others) {
		errno = EAGAIN;
		return zygote_fail(fault, AS_STEP_CLONE, NULL);
	}
	request->process_count += others + MARGIN_PROCESSES;
	return 0;
}

int zygote_process_build_box(
	const struct zygote *zygote, struct zygote_request *request, struct zygote_fault *fault)
{
	if (request->program && close_entry(zygote, request, request->program))
		return zygote_fail(fault, AS_STEP_PROGRAM_FOLDER, request->program);
	if (request->data && close_entry(zygote, request, request->data))
		return zygote_fail(fault, AS_STEP_DATA_FOLDER, request->data);
	if (request->box && fill_home(zygote, request))
		return zygote_fail(fault, AS_STEP_BOX_CONTENT, request->box);
	if (open_home(request) || chdir(request->home))
		return zygote_fail(fault, AS_STEP_BOX, NULL);
	return find_process_limit(request, fault);
}

int zygote_process_limit(const struct zygote_request *request)
{
	const uint64_t address_space_bytes = request->wire->process.address_space_bytes;

	if (address_space_bytes && zygote_limit(RLIMIT_AS, address_space_bytes))
		return -1;
	return zygote_limit(RLIMIT_NPROC, request->process_count);
}

static int drop_capabilities(void)
{
	struct __user_cap_header_struct header = {.version = _LINUX_CAPABILITY_VERSION_3};
	struct __user_cap_data_struct none[_LINUX_CAPABILITY_U32S_3] = {0};

	return (int)syscall(SYS_capset, &header, none);
}

static int take_user(uid_t user, size_t group_count, const gid_t *groups)
{
	return syscall(SYS_setgroups, group_count, groups) ||
			       syscall(SYS_setresgid, user, user, user) ||
			       syscall(SYS_setresuid, user, user, user)
		       ? -1
		       : 0;
}

int zygote_process_drop(uid_t user, size_t group_count, const gid_t *groups)
{
	if (user && take_user(user, group_count, groups))
		return -1;
	/* A change of ids clears it. */
	return drop_capabilities() || prctl(PR_SET_PDEATHSIG, SIGKILL) ? -1 : 0;
}

/* A child of this process that is not reaped keeps the number of its group in use. */
static int kill_group(void *context, const struct as_process *process)
{
	(void)context;
	if (process->parent != getpid())
		return 0;
	kill(process->pid, SIGKILL);
	if (process->group > 1 && process->group != getpgrp())
		kill(-process->group, SIGKILL);
	return 0;
}

/* One after the other: a list would need a place for each process of the machine. */
void zygote_process_kill_groups(void)
{
	as_process_each(kill_group, NULL);
}
