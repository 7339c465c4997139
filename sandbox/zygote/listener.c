/* SPDX-License-Identifier: MIT */
/* The seccomp listener of a run, in its init: calls that the filter reports are forbidden, or
 * answered with an error, or allowed once the library knows of them. */
#include "zygote.h"

#include <errno.h>
#include <linux/seccomp.h>
#include <string.h>
#include <sys/ioctl.h>
#include <sys/syscall.h>
#include <sys/uio.h>
#include <unistd.h>

static bool sets_timer(int number)
{
#ifdef SYS_alarm
	if (number == SYS_alarm)
		return true;
#endif
	return number == SYS_setitimer;
}

/* The report reaches the library before the first timer can run. */
static void report_timer(int run_fd, int listener, uint64_t id, bool *reported)
{
	const struct as_wire_report report = {.kind = AS_REPORT_TIMER};
	struct seccomp_notif_resp answer = {.id = id, .flags = SECCOMP_USER_NOTIF_FLAG_CONTINUE};

	if (!*reported && zygote_report(run_fd, &report, -1))
		_exit(1);
	*reported = true;
	/* The caller of the system call may have been interrupted or killed. */
	ioctl(listener, SECCOMP_IOCTL_NOTIF_SEND, &answer);
}

/* Reads the path of an execve as far as possible; "": it cannot be read. */
static void read_exec_path(const struct seccomp_notif *call, char *path, size_t size)
{
	const uintptr_t page = (uintptr_t)sysconf(_SC_PAGESIZE);
	const uintptr_t at = (uintptr_t)call->data.args[0], left = page - at % page;
	const size_t first = left < size - 1 ? left : size - 1;
	struct iovec to = {path, size - 1};
	/* Two parts, since the next page may not be mapped. */
	const struct iovec from[] = {{(void *)at, first}, {(void *)(at + first), size - 1 - first}};
	ssize_t got = call->data.nr != SYS_execve
			      ? 0
			      : process_vm_readv((pid_t)call->pid, &to, 1, from, 2, 0);

	path[got > 0 ? got : 0] = '\0';
	if (strlen(path) == size - 1)
		path[0] = '\0';
}

/*
 * Standard libraries try to start programs that they can do without, such as uname. Such a call is
 * answered and never continued, so a program gains nothing by changing the path meanwhile.
 */
static bool is_absent(const struct zygote_request *request, const char *path)
{
	const char *slash = strrchr(path, '/');

	for (uint32_t i = 0; i < request->wire->restrictions.absent_count; i++)
		if (strcmp(slash ? slash + 1 : path, request->absent[i]) == 0)
			return true;
	return false;
}

/* At the process level the same restriction applies to processes. */
static bool starts_program(const struct zygote_request *request, int number)
{
#ifdef SYS_fork
	const bool is_fork = number == SYS_fork || number == SYS_vfork || number == SYS_clone;
#else
	const bool is_fork = number == SYS_clone;
#endif

	return as_wire_is_exec(number) || (request->home && is_fork);
}

/* True if the call was answered with ENOENT. At the process level the path of another user's
 * process can be read only with CAP_SYS_PTRACE, and a fork has none. */
static bool answer_absent(const struct zygote_request *request, int listener,
	const struct seccomp_notif *call, struct as_wire_report *report)
{
	struct seccomp_notif_resp answer = {.id = call->id, .error = -ENOENT};
	char path[128] = "";

	if (request->wire->restrictions.absent_count)
		read_exec_path(call, path, sizeof(path));
	const bool is_named = is_absent(request, path);
	const bool is_unknown =
		request->home && request->wire->restrictions.absent_count && !path[0];
	if (!is_named && !((request->wire->restrictions.all_absent || is_unknown) &&
				 starts_program(request, call->data.nr)))
		return false;
	if (!is_named) {
		report->exec_refused = true;
		report->exec_number = call->data.nr;
	}
	ioctl(listener, SECCOMP_IOCTL_NOTIF_SEND, &answer);
	return true;
}

/* The process of a forbidden call waits in the kernel for an answer that never comes. */
bool zygote_listener_fetch(const struct zygote_request *request, int listener, int *number,
	bool *reported, struct as_wire_report *report)
{
	struct seccomp_notif notification;

	memset(&notification, 0, sizeof(notification));
	if (ioctl(listener, SECCOMP_IOCTL_NOTIF_RECV, &notification))
		return false;
	*number = notification.data.nr;
	if (answer_absent(request, listener, &notification, report))
		return false;
	if (!sets_timer(*number))
		return true;
	report_timer(request->run_fd, listener, notification.id, reported);
	return false;
}
