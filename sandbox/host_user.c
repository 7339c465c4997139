/* SPDX-License-Identifier: MIT */
/*
 * The lock of an id is an abstract Unix socket, "assay-user-N", which the kernel lets only one
 * process bind, and releases if the process dies. Such names belong to a network namespace. The
 * first id is drawn at random, so that commands in different network namespaces of one user
 * namespace also have different ids, nearly always. Programs of any user can bind these names. If
 * they hold all names that are tried, the id is a random id without a lock: two of N sandboxes
 * then share an id with a probability of about N * N / 131072.
 */
#include "host_user.h"

#include <errno.h>
#include <stdio.h>
#include <sys/random.h>
#include <sys/socket.h>
#include <sys/un.h>
#include <unistd.h>

#define TRIES 1000

bool as_host_user_is_root(void)
{
	AS_AUTO_FILE FILE *file = fopen("/proc/self/uid_map", "re");
	unsigned long inside, outside, count;
	bool is_users = false;

	while (file && fscanf(file, "%lu %lu %lu", &inside, &outside, &count) == 3) {
		if (inside <= AS_HOST_ROOT_ID &&
			inside + count >= AS_HOST_USER_ID + AS_HOST_USER_COUNT)
			return geteuid() == 0;
		is_users |= inside == 0 && outside != 0;
	}
	return geteuid() == 0 && !is_users;
}

static int bind_name(int fd, unsigned index)
{
	struct sockaddr_un name = {.sun_family = AF_UNIX};
	int length = snprintf(name.sun_path + 1, sizeof(name.sun_path) - 1, "assay-user-%u", index);

	return bind(fd, (struct sockaddr *)&name,
		(socklen_t)(offsetof(struct sockaddr_un, sun_path) + 1 + (size_t)length));
}

int as_host_user_take(unsigned *user, struct as_error *error)
{
	const struct as_host_ids ids = {AS_HOST_USER_ID, AS_HOST_USER_COUNT, 0, 0};

	return as_host_ids_take(&ids, user, error);
}

/* True if a map of /proc has all ids from `first` on. */
static bool maps(const char *path, uint32_t first, uint32_t count)
{
	AS_AUTO_FILE FILE *file = fopen(path, "re");
	unsigned long long inside, length;

	while (file && fscanf(file, "%llu %*u %llu", &inside, &length) == 2)
		if (first >= inside && (uint64_t)first + count <= inside + length)
			return true;
	return false;
}

bool as_host_ids_find(struct as_host_ids *ids)
{
	/* The second one is of ids that Debian reserves (Debian Policy 9.2.2). */
	static const struct as_host_ids choices[] = {
		{AS_HOST_USER_ID, AS_HOST_USER_COUNT, 1000000000, 1000000000},
		{30000, 15000, 45000, 15000}};

	for (size_t i = 0; i < sizeof(choices) / sizeof(*choices); i++) {
		*ids = choices[i];
		if (maps("/proc/self/uid_map", ids->first_user, ids->user_count) &&
			maps("/proc/self/gid_map", ids->first_user, ids->user_count) &&
			maps("/proc/self/gid_map", ids->first_group, ids->group_count))
			return true;
	}
	return false;
}

int as_host_ids_take(const struct as_host_ids *ids, unsigned *user, struct as_error *error)
{
	unsigned first;
	int fd = socket(AF_UNIX, SOCK_DGRAM | SOCK_CLOEXEC, 0);

	if (fd < 0)
		return as_error_sys(error, AS_ERROR_INTERNAL, errno, "cannot make a socket");
	if (getrandom(&first, sizeof(first), 0) != (ssize_t)sizeof(first))
		first = (unsigned)getpid();
	unsigned tries = 0;
	while (tries < TRIES && bind_name(fd, (first + tries) % ids->user_count)) {
		if (errno != EADDRINUSE) {
			as_error_sys(error, AS_ERROR_MACHINE, errno,
				"cannot take a user id for a sandbox");
			close(fd);
			return -1;
		}
		tries++;
	}
	/* No process can leave a message with descriptors in the socket. */
	shutdown(fd, SHUT_RD);
	*user = ids->first_user + (first + tries) % ids->user_count;
	return fd;
}
