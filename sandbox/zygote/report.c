/* SPDX-License-Identifier: MIT */
#include "zygote.h"

#include <errno.h>
#include <string.h>
#include <sys/socket.h>
#include <unistd.h>

int zygote_fail(struct zygote_fault *fault, enum as_setup_step step, const char *text)
{
	fault->sys_errno = errno;
	fault->step = step;
	fault->text[0] = '\0';
	if (text) {
		strncpy(fault->text, text, sizeof(fault->text) - 1);
		fault->text[sizeof(fault->text) - 1] = '\0';
	}
	return -1;
}

/* Returns the size of the message, 0 at end of file, -1 on failure. */
int zygote_receive(
	int fd, void *buffer, size_t size, int *fds, size_t fd_capacity, size_t *fd_count)
{
	_Alignas(struct cmsghdr) char control[CMSG_SPACE(sizeof(int) * 16)];
	struct iovec part = {.iov_base = buffer, .iov_len = size};
	struct msghdr message = {.msg_iov = &part,
		.msg_iovlen = 1,
		.msg_control = control,
		.msg_controllen = sizeof(control)};
	ssize_t got;

	*fd_count = 0;
	do {
		got = recvmsg(fd, &message, MSG_CMSG_CLOEXEC);
	} while (got < 0 && errno == EINTR);
	if (got < 0)
		return -1;
	for (struct cmsghdr *c = CMSG_FIRSTHDR(&message); c; c = CMSG_NXTHDR(&message, c)) {
		if (c->cmsg_level != SOL_SOCKET || c->cmsg_type != SCM_RIGHTS)
			continue;
		size_t count = (c->cmsg_len - CMSG_LEN(0)) / sizeof(int);
		for (size_t i = 0; i < count; i++) {
			int received;

			memcpy(&received, CMSG_DATA(c) + i * sizeof(int), sizeof(int));
			if (*fd_count < fd_capacity)
				fds[(*fd_count)++] = received;
			else
				close(received);
		}
	}
	if (message.msg_flags & (MSG_TRUNC | MSG_CTRUNC)) {
		errno = EMSGSIZE;
		return -1;
	}
	return (int)got;
}

int zygote_report(int fd, const struct as_wire_report *report, int attach_fd)
{
	_Alignas(struct cmsghdr) char control[CMSG_SPACE(sizeof(int))] = {0};
	struct iovec part = {.iov_base = (void *)report, .iov_len = sizeof(*report)};
	struct msghdr message = {.msg_iov = &part, .msg_iovlen = 1};

	if (attach_fd >= 0) {
		message.msg_control = control;
		message.msg_controllen = sizeof(control);
		struct cmsghdr *c = CMSG_FIRSTHDR(&message);
		c->cmsg_level = SOL_SOCKET;
		c->cmsg_type = SCM_RIGHTS;
		c->cmsg_len = CMSG_LEN(sizeof(int));
		memcpy(CMSG_DATA(c), &attach_fd, sizeof(int));
	}
	ssize_t sent;
	do {
		sent = sendmsg(fd, &message, MSG_NOSIGNAL);
	} while (sent < 0 && errno == EINTR);
	return sent < 0 ? -1 : 0;
}

void zygote_report_fault(int fd, const struct zygote_fault *fault)
{
	struct as_wire_report report = {
		.kind = AS_REPORT_FAILED, .step = fault->step, .sys_errno = fault->sys_errno};

	memcpy(report.text, fault->text, sizeof(report.text));
	zygote_report(fd, &report, -1);
	_exit(1);
}
