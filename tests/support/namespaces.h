/* SPDX-License-Identifier: MIT */
/*
 * Own namespaces for a child before it runs the tested code: mounts and limits inside are invisible
 * outside. An ordinary user gets them inside a user namespace, in which the child keeps its id.
 * Each function returns false if the machine does not permit it.
 */
#ifndef ASSAY_TESTS_SUPPORT_NAMESPACES_H
#define ASSAY_TESTS_SUPPORT_NAMESPACES_H

#include <fcntl.h>
#include <sched.h>
#include <stdbool.h>
#include <stdio.h>
#include <string.h>
#include <sys/mount.h>
#include <unistd.h>

/* In one call of write(), as the files of /proc require. */
static inline bool write_file(const char *path, const char *text)
{
	int fd = open(path, O_WRONLY | O_CLOEXEC);
	bool written = fd >= 0 && write(fd, text, strlen(text)) == (ssize_t)strlen(text);

	if (fd >= 0)
		close(fd);
	return written;
}

/* With every capability inside. `more`: CLONE_NEW* flags of further namespaces to enter. */
static inline bool enter_user_namespace(int more)
{
	char users[64], groups[64];

	snprintf(users, sizeof(users), "%u %u 1", geteuid(), geteuid());
	snprintf(groups, sizeof(groups), "%u %u 1", getegid(), getegid());
	return unshare(CLONE_NEWUSER | more) == 0 && write_file("/proc/self/setgroups", "deny") &&
	       write_file("/proc/self/uid_map", users) && write_file("/proc/self/gid_map", groups);
}

/* Mounts do not propagate to the machine. */
static inline bool enter_mounts(void)
{
	bool inside =
		geteuid() == 0 ? unshare(CLONE_NEWNS) == 0 : enter_user_namespace(CLONE_NEWNS);

	return inside && mount(NULL, "/", NULL, MS_REC | MS_PRIVATE, NULL) == 0;
}

/* Simulates a machine without control groups. */
static inline bool cover_groups(void)
{
	return enter_mounts() && mount("none", "/sys/fs/cgroup", "tmpfs", MS_RDONLY, NULL) == 0;
}

#endif
