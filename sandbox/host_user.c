/* SPDX-License-Identifier: MIT */
/*
 * The lock of an id is an abstract Unix socket, "assay-user-N", which the kernel lets only one
 * process bind, and releases if the process dies. Names belong to the network namespace. The first
 * id is drawn at random, so that commands in different network namespaces of one user namespace
 * nearly always have different ids, too. A process that binds the names of others only makes this
 * take a few more steps.
 */
#include "host_user.h"

#include <errno.h>
#include <stddef.h>
#include <stdio.h>
#include <sys/random.h>
#include <sys/socket.h>
#include <sys/un.h>
#include <unistd.h>

#define TRIES 1000

static int bind_name(int fd, unsigned index)
{
	struct sockaddr_un name = {.sun_family = AF_UNIX};
	int length = snprintf(name.sun_path + 1, sizeof(name.sun_path) - 1, "assay-user-%u", index);

	return bind(fd, (struct sockaddr *)&name,
		(socklen_t)(offsetof(struct sockaddr_un, sun_path) + 1 + (size_t)length));
}

int as_host_user_take(unsigned *user, struct as_error *error)
{
	unsigned index;
	int fd = socket(AF_UNIX, SOCK_DGRAM | SOCK_CLOEXEC, 0);

	if (fd < 0)
		return as_error_sys(error, AS_ERROR_INTERNAL, errno, "cannot make a socket");
	if (getrandom(&index, sizeof(index), 0) != (ssize_t)sizeof(index))
		index = (unsigned)getpid();
	for (unsigned i = 0; i < TRIES; i++) {
		index = (index + 1) % AS_HOST_USER_COUNT;
		if (bind_name(fd, index) == 0) {
			*user = AS_HOST_USER_ID + index;
			return fd;
		}
		if (errno != EADDRINUSE)
			break;
	}
	as_error_sys(error, AS_ERROR_MACHINE, errno, "cannot take a user id for a sandbox");
	close(fd);
	return -1;
}
