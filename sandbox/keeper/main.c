/* SPDX-License-Identifier: MIT */
/*
 * Theory of operation of the keeper.
 *
 * The library starts it, with the caller's rights, in the caller's namespaces and in a session of
 * its own, before it makes anything that a killed process would leave behind. It notes the names
 * that it is told and does nothing else, until the caller closes the socket or has died. Whatever
 * is still noted then is removed: first control groups (what still runs in them is killed), then
 * folders, which nobody writes into any more.
 *
 * No signal but SIGKILL ends it: who is told to end is its caller.
 *
 * Descriptors: 3 the socket, 4 a pidfd of the caller.
 */
#include "../keeper.h"

#include "../cgroup.h"

#include <ctype.h>
#include <errno.h>
#include <fcntl.h>
#include <limits.h>
#include <linux/magic.h>
#include <poll.h>
#include <signal.h>
#include <string.h>
#include <sys/prctl.h>
#include <sys/socket.h>
#include <sys/syscall.h>
#include <sys/vfs.h>
#include <time.h>

/* How long the kernel may take to end what was killed. */
#define PATIENCE_NS INT64_C(30000000000)
/* How many processes of a group are killed in one step. */
#define MEMBERS 256

struct held {
	struct held *next;
	bool done;
	char path[];
};

static struct held *all;

/* A path noted twice is forgotten only when it was dropped twice. */
static void hold(const char *path, size_t length)
{
	struct held *held = malloc(sizeof(*held) + length + 1);

	if (!held)
		return;
	*held = (struct held){.next = all};
	memcpy(held->path, path, length);
	held->path[length] = '\0';
	all = held;
}

static void drop(const char *path, size_t length)
{
	for (struct held **at = &all; *at; at = &(*at)->next) {
		struct held *held = *at;
		if (strlen(held->path) != length || memcmp(held->path, path, length) != 0)
			continue;
		*at = held->next;
		free(held);
		return;
	}
}

/* False at the end of the conversation, or where nothing has come. */
static bool hear(int flags)
{
	char message[PATH_MAX + 1];
	ssize_t got = recv(AS_KEEPER_FD, message, sizeof(message), flags);

	if (got < 0)
		return errno == EINTR;
	if (got > 1 && message[0] == AS_KEEPER_HOLD)
		hold(message + 1, (size_t)got - 1);
	else if (got > 1 && message[0] == AS_KEEPER_DROP)
		drop(message + 1, (size_t)got - 1);
	return got > 0;
}

static void listen_to_the_end(void)
{
	struct pollfd waits[] = {{.fd = AS_KEEPER_FD, .events = POLLIN},
		{.fd = AS_KEEPER_CALLER_FD, .events = POLLIN}};

	for (;;) {
		if (poll(waits, 2, -1) < 0)
			continue;
		if (waits[0].revents && !hear(MSG_DONTWAIT))
			return;
		if (!waits[0].revents && waits[1].revents)
			return;
	}
}

/* ---- control groups ---- */

/* The first processes of a group; the rest comes with the next look. */
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

/* A pid may have become another's since it was read: the group is asked again once it is held. */
static void kill_members(int group_fd)
{
	pid_t members[MEMBERS];
	size_t count = read_members(group_fd, members, MEMBERS);

	for (size_t i = 0; i < count; i++) {
		/* One of another PID namespace is shown as 0. */
		AS_AUTO_FD int process =
			members[i] > 0 ? (int)syscall(SYS_pidfd_open, members[i], 0) : -1;
		if (process >= 0 && is_member(group_fd, members[i]))
			syscall(SYS_pidfd_send_signal, process, SIGKILL, NULL, 0);
	}
}

/* Returns false where it must be tried again. */
static bool remove_group(const char *path, int group_fd)
{
	/* v2 kills all that is below in one step. */
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
static bool remove_groups(void)
{
	bool none_left = true;

	for (struct held *held = all; held; held = held->next) {
		AS_AUTO_FD int fd =
			held->done
				? -1
				: open(held->path, O_RDONLY | O_DIRECTORY | O_NOFOLLOW | O_CLOEXEC);
		if (fd < 0 || !is_group(fd))
			continue;
		held->done = remove_group(held->path, fd);
		none_left &= held->done;
	}
	return none_left;
}

/* ---- the end ---- */

static void remove_all(void)
{
	const struct timespec pause = {.tv_nsec = 10000000};
	const int64_t end_ns = as_now_ns() + PATIENCE_NS;

	while (!remove_groups() && as_now_ns() < end_ns)
		nanosleep(&pause, NULL);
	for (const struct held *held = all; held; held = held->next)
		if (!held->done)
			as_dir_remove(AT_FDCWD, held->path, NULL);
}

int main(void)
{
	sigset_t every;

	sigfillset(&every);
	sigprocmask(SIG_BLOCK, &every, NULL);
	prctl(PR_SET_NAME, "assay-keeper");
	close_range(AS_KEEPER_CALLER_FD + 1, ~0u, 0);
	/* It must not keep a file system from being unmounted. */
	if (chdir("/"))
		return 1;
	listen_to_the_end();
	remove_all();
	return 0;
}
