/* SPDX-License-Identifier: MIT */
/*
 * Theory of operation. The keeper (keeper/serve.c) is a child process that outlives its parent.
 *
 * 1. The caller sends it the name of each thing before the thing is made, so that the caller can
 *    die at any moment without leaving an unknown thing behind.
 * 2. A message is a single system call, from any thread, and is not answered: messages stay in the
 *    socket when the sender dies.
 * 3. The keeper detects the end of the caller by the socket, and by a pidfd in case a process
 *    forked by the caller still holds the socket.
 *
 * If the keeper itself is killed, the messages are lost; then the next command removes the remains,
 * by their names (base/owner.c).
 */
#include "keeper/protocol.h"

#include <assay/base/keeper.h>
#include <errno.h>
#include <limits.h>
#include <signal.h>
#include <string.h>
#include <sys/socket.h>
#include <sys/syscall.h>

struct as_keeper {
	pid_t pid;
	int pidfd;
	int fd;
};

AS_EMBED(as_bytes_of_keeper, ASSAY_KEEPER_PATH);

static int start(
	struct as_keeper *keeper, const struct as_image *image, int far_fd, struct as_error *error)
{
	AS_AUTO_FD int caller = (int)syscall(SYS_pidfd_open, getpid(), 0);
	const int fds[] = {far_fd, caller};

	if (caller < 0)
		return as_error_sys(error, errno == EMFILE ? AS_ERROR_INTERNAL : AS_ERROR_MACHINE,
			errno, "cannot open a pidfd");
	if (as_helper_start(image, fds, 2, &keeper->pid, error))
		return -1;
	keeper->pidfd = as_child_hold(&keeper->pid);
	return keeper->pidfd < 0 ? as_error_sys(error, AS_ERROR_INTERNAL, errno,
					   "cannot open the keeper's pidfd")
				 : 0;
}

struct as_keeper *as_keeper_open_image(const struct as_image *image, struct as_error *error)
{
	struct as_keeper *keeper = malloc(sizeof(*keeper));
	int pair[2];

	if (!keeper) {
		as_error_no_memory(error);
		return NULL;
	}
	*keeper = (struct as_keeper){.pid = -1, .pidfd = -1, .fd = -1};
	if (socketpair(AF_UNIX, SOCK_SEQPACKET | SOCK_CLOEXEC, 0, pair)) {
		as_error_sys(error, AS_ERROR_INTERNAL, errno, "cannot make a socket");
		free(keeper);
		return NULL;
	}
	keeper->fd = pair[0];
	int failed = start(keeper, image, pair[1], error);
	close(pair[1]);
	if (failed) {
		as_keeper_close(keeper);
		return NULL;
	}
	return keeper;
}

struct as_keeper *as_keeper_open(struct as_error *error)
{
	static const struct as_image image = {
		"assay-keeper", as_bytes_of_keeper, as_bytes_of_keeper_end};

	return as_keeper_open_image(&image, error);
}

void as_keeper_close(struct as_keeper *keeper)
{
	if (!keeper)
		return;
	/* close would not be enough: a process forked meanwhile may hold a duplicate. */
	shutdown(keeper->fd, SHUT_RDWR);
	close(keeper->fd);
	as_child_reap(keeper->pid, keeper->pidfd);
	if (keeper->pidfd >= 0)
		close(keeper->pidfd);
	free(keeper);
}

static int send_message(const struct as_keeper *keeper, char what, const char *path)
{
	struct iovec parts[] = {{.iov_base = &what, .iov_len = 1},
		{.iov_base = (void *)path, .iov_len = strlen(path)}};
	const struct msghdr message = {.msg_iov = parts, .msg_iovlen = 2};
	ssize_t sent;

	do
		sent = sendmsg(keeper->fd, &message, MSG_NOSIGNAL);
	while (sent < 0 && errno == EINTR);
	return sent < 0 ? -1 : 0;
}

int as_keeper_hold(struct as_keeper *keeper, const char *path, struct as_error *error)
{
	if (!keeper)
		return 0;
	if (path[0] != '/' || strlen(path) >= PATH_MAX)
		return as_error_at(error, AS_ERROR_USAGE, path, 0, 0,
			"the keeper needs an absolute path of fewer than %d bytes", PATH_MAX);
	/* A run must not fail because the keeper was killed. */
	if (send_message(keeper, AS_KEEPER_HOLD, path) && errno != EPIPE && errno != ECONNRESET)
		return as_error_sys(
			error, AS_ERROR_INTERNAL, errno, "cannot send %s to the keeper", path);
	return 0;
}

void as_keeper_drop(struct as_keeper *keeper, const char *path)
{
	/* If the message is lost, the keeper only looks for a thing that does not exist. */
	if (keeper)
		(void)send_message(keeper, AS_KEEPER_DROP, path);
}
