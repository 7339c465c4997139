/* SPDX-License-Identifier: MIT */
/*
 * The control groups that a process made: their names are "assay-PIDNS-PID-N". Tests count them to
 * show that none is left, so a folder that cannot be read fails the test; only a group that is
 * being removed counts as gone. A machine without control groups fails it, too.
 */
#ifndef ASSAY_TESTS_GROUPS_H
#define ASSAY_TESTS_GROUPS_H

#include <assay/base.h>
#include <criterion/criterion.h>
#include <dirent.h>
#include <errno.h>
#include <fcntl.h>
#include <string.h>
#include <unistd.h>

struct groups_found {
	size_t all_count;     /* control groups of any name */
	size_t own_count;     /* made by the process */
	size_t process_count; /* processes in those */
};

#define GROUPS_TOP "/sys/fs/cgroup"
#define MAX_GROUPS_DEPTH 32

/* A removed group: ENOENT before it is open, ENODEV after. */
static inline bool groups_gone(void)
{
	return errno == ENOENT || errno == ENODEV;
}

/* -1: it is gone, or it is not a folder although `flags` require one. */
static inline int groups_open(int folder_fd, const char *name, int flags)
{
	int fd = openat(folder_fd, name, flags | O_RDONLY | O_NOFOLLOW | O_CLOEXEC);

	cr_assert(fd >= 0 || groups_gone() || errno == ENOTDIR || errno == ELOOP,
		"cannot look for control groups: %s: %s", name, strerror(errno));
	return fd;
}

/* The number of lines in cgroup.procs of the group. */
static inline size_t groups_count_members(int group_fd)
{
	AS_AUTO_FD int fd = groups_open(group_fd, "cgroup.procs", 0);
	char text[4096];
	size_t count = 0;
	ssize_t got = 0;

	while (fd >= 0 && (got = read(fd, text, sizeof(text))) > 0)
		for (ssize_t i = 0; i < got; i++)
			count += text[i] == '\n';
	cr_assert(got == 0 || groups_gone(), "cannot read cgroup.procs: %s", strerror(errno));
	return count;
}

static inline void groups_find_below(
	int folder_fd, pid_t pid, int depth, struct groups_found *found)
{
	DIR *folder = fdopendir(folder_fd);
	struct dirent *entry;

	cr_assert_not_null(folder, "cannot look for control groups: %s", strerror(errno));
	cr_assert_lt(depth, MAX_GROUPS_DEPTH, "control groups are too deep to be counted");
	found->all_count += faccessat(folder_fd, "cgroup.procs", F_OK, 0) == 0;
	while ((errno = 0, entry = readdir(folder))) {
		unsigned long space;
		int owner;
		bool is_folder = entry->d_type == DT_DIR || entry->d_type == DT_UNKNOWN;
		int inner = is_folder && entry->d_name[0] != '.'
				    ? groups_open(folder_fd, entry->d_name, O_DIRECTORY)
				    : -1;
		if (inner < 0)
			continue;
		if (sscanf(entry->d_name, "assay-%*12[0-9a-f]-%lu-%d-", &space, &owner) == 2 &&
			owner == pid) {
			found->own_count++;
			found->process_count += groups_count_members(inner);
		}
		groups_find_below(inner, pid, depth + 1, found);
	}
	cr_assert(errno == 0 || groups_gone(), "cannot list control groups: %s", strerror(errno));
	closedir(folder);
}

static inline struct groups_found groups_of(pid_t pid)
{
	struct groups_found found = {0};
	int top = open(GROUPS_TOP, O_RDONLY | O_DIRECTORY | O_CLOEXEC);

	cr_assert_geq(
		top, 0, "cannot look for control groups: " GROUPS_TOP ": %s", strerror(errno));
	groups_find_below(top, pid, 0, &found);
	cr_assert_gt(found.all_count, 0, "there is no control group below " GROUPS_TOP);
	return found;
}

#endif
