/* SPDX-License-Identifier: MIT */
/*
 * Theory of operation:
 *
 * 1. The library starts the helper (base/helper.c) with only the control socket (descriptor 3) and
 *    /dev/null open.
 * 2. The caller writes the helper's id maps, which only a process outside the new user namespace
 *    may do. If the caller is root, the programs get a user id of the host that no other sandbox
 *    has, for as long as the helper lives.
 * 3. The helper ends when the caller's end of the socket closes; the caller reaps it.
 */
#include "spawn.h"

#include "host_user.h"
#include "image.h"
#include "machine/container.h"

#include <errno.h>
#include <fcntl.h>
#include <poll.h>
#include <signal.h>
#include <string.h>
#include <sys/socket.h>
#include <sys/syscall.h>

/* Set-up takes milliseconds; a machine that needs longer is unfit for measuring. */
#define START_TIMEOUT_MS 20000

int as_wire_send(int fd, const void *message, size_t size, const int *fds, size_t fd_count)
{
	_Alignas(struct cmsghdr) char control[CMSG_SPACE(sizeof(int) * 16)] = {0};
	struct iovec part = {.iov_base = (void *)message, .iov_len = size};
	struct msghdr header = {.msg_iov = &part, .msg_iovlen = 1};
	ssize_t sent;

	if (fd_count) {
		header.msg_control = control;
		header.msg_controllen = CMSG_SPACE(sizeof(int) * fd_count);
		struct cmsghdr *c = CMSG_FIRSTHDR(&header);
		c->cmsg_level = SOL_SOCKET;
		c->cmsg_type = SCM_RIGHTS;
		c->cmsg_len = CMSG_LEN(sizeof(int) * fd_count);
		memcpy(CMSG_DATA(c), fds, sizeof(int) * fd_count);
	}
	do {
		sent = sendmsg(fd, &header, MSG_NOSIGNAL);
	} while (sent < 0 && errno == EINTR);
	return sent < 0 ? -1 : 0;
}

int as_wire_receive(int fd, struct as_wire_report *report, int *attached_fd)
{
	_Alignas(struct cmsghdr) char control[CMSG_SPACE(sizeof(int))];
	struct iovec part = {.iov_base = report, .iov_len = sizeof(*report)};
	struct msghdr header = {.msg_iov = &part,
		.msg_iovlen = 1,
		.msg_control = control,
		.msg_controllen = sizeof(control)};
	ssize_t got;

	*attached_fd = -1;
	do {
		got = recvmsg(fd, &header, MSG_CMSG_CLOEXEC);
	} while (got < 0 && errno == EINTR);
	if (got < 0)
		return errno == ECONNRESET ? 0 : -1;
	struct cmsghdr *c = CMSG_FIRSTHDR(&header);
	if (c && c->cmsg_level == SOL_SOCKET && c->cmsg_type == SCM_RIGHTS)
		memcpy(attached_fd, CMSG_DATA(c), sizeof(int));
	if (got == 0)
		return 0;
	if (got != sizeof(*report)) {
		errno = EPROTO;
		return -1;
	}
	return 1;
}

static const char *step_text(enum as_setup_step step)
{
	static const char *const texts[] = {
		[AS_STEP_NONE] = "nothing",
		[AS_STEP_MESSAGE] = "the sandbox helper could not read its instructions",
		[AS_STEP_NAMESPACES] = "cannot make a mount namespace",
		[AS_STEP_USER_NAMESPACE] = "cannot make a user namespace",
		[AS_STEP_PROPAGATION] = "cannot make the mounts private",
		[AS_STEP_VIEW] = "cannot show a folder inside the sandbox",
		[AS_STEP_DEVICES] = "cannot show a device inside the sandbox",
		[AS_STEP_ROOT] = "cannot make the sandbox's root",
		[AS_STEP_IDS] = "cannot take the sandbox's user id",
		[AS_STEP_HOSTNAME] = "cannot set the sandbox's host name",
		[AS_STEP_CLONE] = "cannot start a process in the sandbox",
		[AS_STEP_PROC] = "cannot mount /proc inside the sandbox",
		[AS_STEP_PROGRAM_FOLDER] = "cannot show the program inside the sandbox",
		[AS_STEP_DATA_FOLDER] = "cannot show the data inside the sandbox",
		[AS_STEP_BOX] = "cannot make the sandbox's working folder",
		[AS_STEP_BOX_CONTENT] = "cannot fill the sandbox's working folder with",
		[AS_STEP_DESCRIPTORS] = "cannot arrange the program's descriptors",
		[AS_STEP_AFFINITY] = "cannot pin the program to its core",
		[AS_STEP_CGROUP] = "cannot join the control group",
		[AS_STEP_RLIMIT] = "cannot set a resource limit",
		[AS_STEP_PRIVILEGES] = "cannot drop privileges",
		[AS_STEP_LANDLOCK] = "cannot give up files by Landlock",
		[AS_STEP_SECCOMP] = "cannot load the system call filter",
		[AS_STEP_EXEC] = "cannot start the program",
	};

	return texts[step];
}

/* The remedy if the machine forbids a step. */
static const char *step_remedy(enum as_setup_step step, int sys_errno)
{
	if (sys_errno == ENOSYS)
		return " (see `assay doctor`; Linux 5.12 or newer is needed)";
	if (sys_errno == ENOEXEC && step == AS_STEP_EXEC)
		return "; begin a script with a line such as #!/usr/bin/python3, and compile any "
		       "other source";
	if (sys_errno == ENOSPC && step == AS_STEP_USER_NAMESPACE)
		return " (see `assay doctor`; raise their number: `sudo sysctl -w "
		       "user.max_user_namespaces=10000`)";
	switch ((int)step) {
	case AS_STEP_NAMESPACES:
	case AS_STEP_USER_NAMESPACE:
	case AS_STEP_PROC:
	case AS_STEP_ROOT:
		return " (see `assay doctor`; a container or a kernel setting forbids namespaces "
		       "or mounts)";
	case AS_STEP_SECCOMP:
		return " (see `assay doctor`; Linux 5.12 or newer with seccomp user notification "
		       "is needed)";
	default:
		return "";
	}
}

/* An errno of execve that is the program's fault; any other is the machine's. */
static bool is_programs_fault(int sys_errno)
{
	static const int faults[] = {ENOENT, EACCES, EPERM, ENOEXEC, ENOTDIR, EISDIR, ELOOP,
		ENAMETOOLONG, EINVAL, ELIBBAD, E2BIG};

	for (size_t i = 0; i < sizeof(faults) / sizeof(*faults); i++)
		if (sys_errno == faults[i])
			return true;
	return false;
}

/* A step that containers forbid, and with which options they do not. */
static bool is_containers_fault(enum as_setup_step step, int sys_errno)
{
	return (step == AS_STEP_NAMESPACES || step == AS_STEP_USER_NAMESPACE ||
		       step == AS_STEP_PROPAGATION || step == AS_STEP_PROC ||
		       step == AS_STEP_ROOT || step == AS_STEP_HOSTNAME) &&
	       (sys_errno == EPERM || sys_errno == EACCES);
}

int as_wire_record_failure(const struct as_wire_report *report, struct as_error *error)
{
	enum as_setup_step step = report->step <= AS_STEP_EXEC ? report->step : AS_STEP_NONE;
	bool theirs = step == AS_STEP_EXEC && is_programs_fault(report->sys_errno);
	bool callers = step == AS_STEP_PROGRAM_FOLDER || step == AS_STEP_DATA_FOLDER ||
		       step == AS_STEP_BOX_CONTENT;
	bool ours = step == AS_STEP_CLONE || step == AS_STEP_CGROUP || step == AS_STEP_MESSAGE ||
		    (step == AS_STEP_EXEC && !theirs);
	char at[AS_WIRE_TEXT_BYTES];
	const char *why = strerrordesc_np(report->sys_errno);

	as_text_printable(
		report->text, strnlen(report->text, sizeof(report->text)), at, sizeof(at));
	as_error_set(error,
		theirs    ? AS_ERROR_INPUT
		: callers ? AS_ERROR_USAGE
		: ours    ? AS_ERROR_INTERNAL
			  : AS_ERROR_MACHINE,
		"%s%s%s: %s%s", step_text(step), *at ? " " : "", at, why ? why : "unknown error",
		step_remedy(step, report->sys_errno));
	return is_containers_fault(step, report->sys_errno) ? as_container_advise(error) : -1;
}

static int write_proc(pid_t pid, const char *name, const char *text)
{
	char path[64];

	snprintf(path, sizeof(path), "/proc/%d/%s", (int)pid, name);
	int fd = open(path, O_WRONLY | O_CLOEXEC);
	if (fd < 0)
		return -1;
	ssize_t written = write(fd, text, strlen(text));
	int saved = errno;
	close(fd);
	errno = saved;
	return written < 0 ? -1 : 0;
}

static int write_maps(struct as_zygote *zygote, bool privileged, struct as_error *error)
{
	pid_t pid = zygote->pid;
	char users[96], groups[96];
	unsigned user;

	if (privileged) {
		zygote->user_fd = as_host_user_take(&user, error);
		if (zygote->user_fd < 0)
			return -1;
		snprintf(users, sizeof(users), "0 %u 1\n%d %u 1\n", AS_HOST_ROOT_ID, AS_INSIDE_ID,
			user);
		snprintf(groups, sizeof(groups), "%s", users);
	} else {
		snprintf(users, sizeof(users), "%d %u 1\n", AS_INSIDE_ID, (unsigned)geteuid());
		snprintf(groups, sizeof(groups), "%d %u 1\n", AS_INSIDE_ID, (unsigned)getegid());
		if (write_proc(pid, "setgroups", "deny"))
			return as_error_sys(error, AS_ERROR_MACHINE, errno,
				"cannot give up groups for the sandbox");
	}
	if (write_proc(pid, "uid_map", users) || write_proc(pid, "gid_map", groups))
		return as_error_sys(error, AS_ERROR_MACHINE, errno,
			"cannot map the sandbox's user id (see `assay doctor`)");
	return 0;
}

int as_zygote_broke(struct as_zygote *zygote, const char *what, struct as_error *error)
{
	as_zygote_stop(zygote);
	return as_error_set(error, AS_ERROR_INTERNAL, "the sandbox helper %s", what);
}

/* Waits for one report. */
static int expect(struct as_zygote *zygote, enum as_report_kind kind, struct as_error *error)
{
	struct pollfd wait = {.fd = zygote->control_fd, .events = POLLIN};
	struct as_wire_report report;
	int attached, ready;

	do {
		ready = poll(&wait, 1, START_TIMEOUT_MS);
	} while (ready < 0 && errno == EINTR);
	if (ready <= 0)
		return as_zygote_broke(zygote, "does not answer", error);
	int got = as_wire_receive(zygote->control_fd, &report, &attached);
	if (attached >= 0)
		close(attached);
	if (got <= 0)
		return as_zygote_broke(zygote, "ended while it started", error);
	if (report.kind == AS_REPORT_FAILED)
		return as_wire_record_failure(&report, error);
	if (report.kind != kind)
		return as_zygote_broke(zygote, "sent an unexpected report", error);
	return 0;
}

int as_zygote_start(struct as_zygote *zygote, const struct as_cgroup *cgroup, const void *message,
	size_t size, bool privileged, bool has_namespaces, struct as_error *error)
{
	const struct as_wire_report mapped = {.kind = AS_REPORT_MAPPED};
	int pair[2];

	if (socketpair(AF_UNIX, SOCK_SEQPACKET | SOCK_CLOEXEC, 0, pair))
		return as_error_sys(error, AS_ERROR_INTERNAL, errno, "cannot make a socket");
	zygote->control_fd = pair[0];
	int failed = as_helper_start(&as_image_zygote, &pair[1], 1, &zygote->pid, error);
	close(pair[1]);
	if (failed)
		return -1;
	zygote->pidfd = as_child_hold(&zygote->pid);
	if (zygote->pidfd < 0)
		return as_error_sys(
			error, AS_ERROR_INTERNAL, errno, "cannot open the helper's pidfd");
	if (cgroup->state && has_namespaces &&
		cgroup->version->adopt(cgroup->state, zygote->pid, zygote->pidfd, error))
		return -1;
	if (as_wire_send(zygote->control_fd, message, size, NULL, 0))
		return as_error_sys(
			error, AS_ERROR_INTERNAL, errno, "cannot instruct the sandbox helper");
	if (!has_namespaces)
		return expect(zygote, AS_REPORT_READY, error);
	if (expect(zygote, AS_REPORT_MAP_ME, error) || write_maps(zygote, privileged, error))
		return -1;
	if (cgroup->state && cgroup->version->prepare(cgroup->state, privileged, error))
		return -1;
	if (as_wire_send(zygote->control_fd, &mapped, sizeof(mapped), NULL, 0))
		return as_error_sys(
			error, AS_ERROR_INTERNAL, errno, "cannot instruct the sandbox helper");
	return expect(zygote, AS_REPORT_READY, error);
}

void as_zygote_await_end(struct as_zygote *zygote)
{
	struct pollfd wait = {.fd = zygote->pidfd, .events = POLLIN};

	if (zygote->control_fd >= 0)
		close(as_steal_fd(zygote->control_fd));
	if (wait.fd >= 0)
		while (poll(&wait, 1, START_TIMEOUT_MS) < 0 && errno == EINTR)
			;
}

void as_zygote_stop(struct as_zygote *zygote)
{
	if (zygote->control_fd >= 0)
		close(as_steal_fd(zygote->control_fd));
	if (zygote->pidfd >= 0)
		syscall(SYS_pidfd_send_signal, zygote->pidfd, SIGKILL, NULL, 0);
	/* Without a pidfd, nothing was sent to the helper yet: it ends with the socket. */
	as_child_reap(zygote->pid, zygote->pidfd);
	if (zygote->pidfd >= 0)
		close(as_steal_fd(zygote->pidfd));
	if (zygote->user_fd >= 0)
		close(as_steal_fd(zygote->user_fd));
	zygote->pid = -1;
}

int as_zygote_limit(const struct as_zygote *zygote, int resource, struct rlimit *limit)
{
	if (zygote->pidfd < 0 || prlimit(zygote->pid, (__rlimit_resource_t)resource, NULL, limit))
		return -1;
	/* The limit is the helper's only if the helper was still alive after the call. */
	return syscall(SYS_pidfd_send_signal, zygote->pidfd, 0, NULL, 0) ? -1 : 0;
}
