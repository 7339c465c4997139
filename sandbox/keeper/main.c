/* SPDX-License-Identifier: MIT */
/*
 * The keeper of a process that opens sandboxes. It removes control groups, with the processes that
 * still run in them, before base's keeper removes the folders. So no process writes into the
 * folders any more.
 */
#include "../cgroup.h"

#include <assay/base/keeper.h>
#include <fcntl.h>
#include <linux/magic.h>
#include <signal.h>
#include <sys/syscall.h>
#include <sys/vfs.h>
#include <time.h>

/* The time for the kernel to end the killed processes. */
#define PATIENCE_NS INT64_C(30000000000)
/* The number of processes of a group that are killed in one step. */
#define MEMBERS 256

/* Reads the first processes of a group; the rest follows in the next step. */
static size_t read_members(int group_fd, pid_t *members, size_t capacity)
{
	int fd = openat(group_fd, "cgroup.procs", O_RDONLY | O_CLOEXEC);
	FILE *file = fd < 0 ? NULL : fdopen(fd, "r");
	size_t count = 0;

	while (file && count < capacity && fscanf(file, "%d", &members[count]) == 1)
		count++;
	if (file)
		fclose(file);
	else if (fd >= 0)
		close(fd);
	return count;
}

static bool is_member(int group_fd, pid_t pid)
{
	pid_t members[MEMBERS];
	size_t count = read_members(group_fd, members, MEMBERS);

	for (size_t i = 0; i < count; i++)
		if (members[i] == pid)
			return true;
	return false;
}

/* A pid may have been reused since it was read, so the group is read again once a pidfd is open. */
static void kill_members(int group_fd)
{
	pid_t members[MEMBERS];
	size_t count = read_members(group_fd, members, MEMBERS);

	for (size_t i = 0; i < count; i++) {
		/* A process of another PID namespace is listed as 0. */
		AS_AUTO_FD int process =
			members[i] > 0 ? (int)syscall(SYS_pidfd_open, members[i], 0) : -1;
		if (process >= 0 && is_member(group_fd, members[i]))
			syscall(SYS_pidfd_send_signal, process, SIGKILL, NULL, 0);
	}
}

/* Returns false if it must be tried again. */
static bool remove_group(const char *path, int group_fd)
{
	/* v2 kills all processes of the group and its subgroups in one step. */
	if (as_cgroup_write(group_fd, "cgroup.kill", "1"))
		kill_members(group_fd);
	return as_cgroup_remove(path) == 0;
}

static bool is_group(int fd)
{
	struct statfs info;

	return fstatfs(fd, &info) == 0 &&
	       ((unsigned long)info.f_type == CGROUP_SUPER_MAGIC ||
		       (unsigned long)info.f_type == CGROUP2_SUPER_MAGIC);
}

/* One pass over the groups. Returns true when none is left. */
static bool remove_groups(struct as_held *all)
{
	bool none_left = true;

	for (struct as_held *held = all; held; held = held->next) {
		AS_AUTO_FD int fd =
			held->is_done
				? -1
				: open(held->path, O_RDONLY | O_DIRECTORY | O_NOFOLLOW | O_CLOEXEC);
		if (fd < 0 || !is_group(fd))
			continue;
		held->is_done = remove_group(held->path, fd);
		none_left &= held->is_done;
	}
	return none_left;
}

static void remove_all_groups(struct as_held *all)
{
	const struct timespec pause = {.tv_nsec = 10000000};
	const int64_t end_ns = as_now_ns() + PATIENCE_NS;

	while (!remove_groups(all) && as_now_ns() < end_ns)
		nanosleep(&pause, NULL);
}

int main(void)
{
	return as_keeper_main(remove_all_groups);
}
