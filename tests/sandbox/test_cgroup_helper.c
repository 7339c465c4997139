/* SPDX-License-Identifier: MIT */
/* Moving the helper, and no other process, into groups of version 2. If v1 has memory and pids, the
 * kernel's version 2 still has groups, and usually a controller to enable. */
#include "cgroup_v2_base.h"
#include "host.h"
#include "support/skip.h"

#include <errno.h>
#include <fcntl.h>
#include <poll.h>
#include <signal.h>
#include <string.h>
#include <sys/stat.h>
#include <sys/syscall.h>
#include <sys/wait.h>

TestSuite(cgroup_helper, .timeout = 600);

#define PATH_BYTES 1300

static char own_base[PATH_BYTES - 100]; /* "" where it is not this test's */
static bool divided_above;              /* by this test */

static void write_group(const char *group, const char *file, const char *text)
{
	AS_AUTO_FD int fd = open(group, O_DIRECTORY | O_CLOEXEC);

	(void)as_cgroup_write(fd, file, text);
}

static bool is_divided(const char *group)
{
	AS_AUTO_FD int fd = open(group, O_DIRECTORY | O_CLOEXEC);
	AS_AUTO_FD int control = openat(fd, "cgroup.subtree_control", O_RDONLY | O_CLOEXEC);
	char text[8];

	return read(control, text, sizeof(text)) > 1;
}

/* A base as the sandbox makes it, with its processes in the leaf. False if none can be made. */
static bool make_base(char *base, size_t size)
{
	struct as_cgroup_place place;
	char leaf[PATH_BYTES];

	if (as_cgroup_v2_find_base(base, size, NULL) == 0)
		return true;
	if (as_cgroup_find(NULL, &place))
		return false;
	snprintf(base, size, "%s/divided-%d", place.own, (int)getpid());
	snprintf(leaf, sizeof(leaf), "%s/" AS_CGROUP_V2_LEAF, base);
	if (mkdir(base, 0755) || mkdir(leaf, 0755))
		return false;
	snprintf(own_base, sizeof(own_base), "%s", base);
	divided_above = !is_divided(place.own);
	write_group(place.own, "cgroup.subtree_control", "+hugetlb");
	write_group(base, "cgroup.subtree_control", "+hugetlb");
	return true;
}

static void remove_base(void)
{
	char leaf[PATH_BYTES];

	if (!*own_base)
		return;
	snprintf(leaf, sizeof(leaf), "%s/" AS_CGROUP_V2_LEAF, own_base);
	cr_expect_eq(as_cgroup_remove(leaf), 0);
	cr_expect_eq(as_cgroup_remove(own_base), 0);
	*strrchr(own_base, '/') = '\0';
	if (divided_above)
		write_group(own_base, "cgroup.subtree_control", "-hugetlb");
}

/* A sandbox's group and the leaf in it. */
struct groups {
	char path[2][PATH_BYTES];
	int fd[2];
};

static void make_groups(struct groups *groups)
{
	char base[PATH_BYTES - 100];
	struct as_error error = {0};

	skip_unless(make_base(base, sizeof(base)), "v2-groups",
		"cannot make control groups of version 2");
	groups->fd[0] =
		as_cgroup_make(base, NULL, groups->path[0], sizeof(groups->path[0]) - 10, &error);
	cr_assert_geq(groups->fd[0], 0, "%s", error.text);
	snprintf(groups->path[1], sizeof(groups->path[1]), "%.1280s/helper", groups->path[0]);
	cr_assert_eq(mkdirat(groups->fd[0], "helper", 0755), 0);
	groups->fd[1] = openat(groups->fd[0], "helper", O_DIRECTORY | O_CLOEXEC);
	cr_assert_geq(groups->fd[1], 0);
}

/* Processes in one of them prevent its removal. */
static void remove_groups(struct groups *groups)
{
	for (int i = 1; i >= 0; i--) {
		close(groups->fd[i]);
		cr_expect_eq(rmdir(groups->path[i]), 0, "%s: %s", groups->path[i], strerror(errno));
	}
}

static pid_t start_child(void)
{
	pid_t pid = fork();

	cr_assert_geq(pid, 0);
	if (pid == 0) {
		for (;;)
			pause();
	}
	return pid;
}

static void hold(struct as_cgroup_helper *helper, pid_t pid)
{
	AS_AUTO_FD int pidfd = (int)syscall(SYS_pidfd_open, pid, 0);
	struct as_error error = {0};

	cr_assert_eq(as_cgroup_hold_helper(helper, pid, pidfd, &error), 0, "%s", error.text);
}

Test(cgroup_helper, a_running_helper_is_moved_into_each_group)
{
	struct as_cgroup_helper helper = AS_CGROUP_HELPER_INIT;
	struct as_error error = {0};
	struct groups groups;

	make_groups(&groups);
	hold(&helper, start_child());
	for (int i = 0; i < 2; i++) {
		char text[AS_MEMBERSHIP_BYTES];
		cr_expect_eq(
			as_cgroup_move_helper(&helper, groups.fd[i], NULL, groups.path[i], &error),
			0, "%s", error.text);
		cr_expect_eq(as_cgroup_membership(helper.membership_fd, text), 0);
		cr_expect(as_cgroup_is_member(text, NULL, groups.path[i]), "%s", text);
		cr_expect_not(as_cgroup_is_member(text, NULL, groups.path[1 - i]), "%s", text);
	}
	kill(helper.pid, SIGKILL);
	cr_expect_eq(waitpid(helper.pid, NULL, 0), helper.pid);
	as_cgroup_release_helper(&helper);
	remove_groups(&groups);
	remove_base();
}

/* True if this machine lets a process choose a pid. */
static bool move_dead(const struct groups *groups, int group)
{
	struct as_cgroup_helper helper = AS_CGROUP_HELPER_INIT;
	struct as_error error = {0};

	hold(&helper, start_child());
	AS_AUTO_FD int other = host_replace(helper.pid);
	struct pollfd death = {.fd = other, .events = POLLIN};
	if (other >= 0) {
		cr_expect_eq(as_cgroup_move_helper(
				     &helper, groups->fd[group], NULL, groups->path[group], &error),
			-1);
		cr_expect_not_null(
			strstr(error.text, "the sandbox helper did not join the control group "),
			"%s", error.text);
		for (int i = 1; i >= 0; i--) {
			uint64_t populated = 1;
			cr_expect_eq(as_cgroup_read(groups->fd[i], "cgroup.events", "populated",
					     &populated),
				0);
			cr_expect_eq(populated, 0, "in group %d for %d", i, group);
		}
		cr_expect_eq(poll(&death, 1, 0), 0);
		syscall(SYS_pidfd_send_signal, other, SIGKILL, NULL, 0);
		poll(&death, 1, 10000);
	}
	as_cgroup_release_helper(&helper);
	return other >= 0;
}

Test(cgroup_helper, a_process_with_a_dead_helpers_pid_is_in_no_group_of_the_sandbox)
{
	struct groups groups;
	bool chosen = true;

	signal(SIGCHLD, SIG_IGN);
	make_groups(&groups);
	for (int i = 0; i < 2 && chosen; i++)
		chosen = move_dead(&groups, i);
	remove_groups(&groups);
	remove_base();
	skip_unless(chosen, "root", "cannot choose a process's pid here");
}

/* As in the sandbox, if version 2 is complete. */
Test(cgroup_helper, version_2_moves_no_other_process_for_a_dead_helper)
{
	struct as_error error = {0};
	void *state = as_cgroup_v2.open(NULL, &error);

	skip_unless(state, "v2", "no groups of version 2 with memory and pids here");
	signal(SIGCHLD, SIG_IGN);
	pid_t pid = start_child();
	AS_AUTO_FD int pidfd = (int)syscall(SYS_pidfd_open, pid, 0);
	AS_AUTO_FD int other = host_replace(pid);
	if (other >= 0) {
		cr_expect_eq(as_cgroup_v2.adopt(state, pid, pidfd, &error), -1);
		cr_expect_str_eq(error.text, "the sandbox helper ended while it started");
		syscall(SYS_pidfd_send_signal, other, SIGKILL, NULL, 0);
	}
	as_cgroup_v2.close(state);
	skip_unless(other >= 0, "root", "cannot choose a process's pid here");
}
