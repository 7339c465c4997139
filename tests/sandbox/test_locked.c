/* SPDX-License-Identifier: MIT */
/* A process with all capabilities of a run's namespaces, gained by a fault of the kernel, could
 * still not undo its views. */
#include "sleeper.h"
#include "support/skip.h"

#include <ctype.h>
#include <dirent.h>
#include <errno.h>
#include <fcntl.h>
#include <sched.h>
#include <string.h>
#include <sys/mount.h>
#include <sys/wait.h>

TestSuite(locked, .timeout = 600);

static struct sleeper sleeper;

/* The results of root of the namespace: errno, or 0 if it was permitted. */
static struct findings {
	int entered, unmounted, made_writable, made_root_writable, moved;
} findings;

static bool is_sleeper(const char *pid)
{
	char path[300], line[256] = "";

	snprintf(path, sizeof(path), "/proc/%s/cmdline", pid);
	AS_AUTO_FD int fd = open(path, O_RDONLY | O_CLOEXEC);
	ssize_t got = fd < 0 ? -1 : read(fd, line, sizeof(line) - 1);
	for (ssize_t i = 0; i < got; i++)
		line[i] = line[i] ? line[i] : ' ';
	return strncmp(line, "/hostile/", 9) == 0 && strstr(line, sleeper.mark);
}

static int open_namespace(const char *name)
{
	DIR *processes = opendir("/proc");
	char path[300];
	int fd = -1;

	for (struct dirent *entry; fd < 0 && processes && (entry = readdir(processes));) {
		if (!isdigit((unsigned char)*entry->d_name) || !is_sleeper(entry->d_name))
			continue;
		snprintf(path, sizeof(path), "/proc/%s/ns/%s", entry->d_name, name);
		fd = open(path, O_RDONLY | O_CLOEXEC);
	}
	if (processes)
		closedir(processes);
	return fd;
}

static int result_of(int failed)
{
	return failed ? errno : 0;
}

static void try_mounts(struct findings *found)
{
	AS_AUTO_FD int users = open_namespace("user"), mounts = open_namespace("mnt");

	found->entered = result_of(setns(users, CLONE_NEWUSER) || setns(mounts, CLONE_NEWNS));
	found->unmounted = result_of(umount2("/hostile", MNT_DETACH));
	found->made_writable = result_of(mount(NULL, "/hostile", NULL, MS_REMOUNT | MS_BIND, NULL));
	found->made_root_writable = result_of(mount(NULL, "/", NULL, MS_REMOUNT | MS_BIND, NULL));
	found->moved = result_of(mount("/hostile", "/box", NULL, MS_MOVE, NULL));
}

static void become_root_inside(void)
{
	int ends[2];

	cr_assert_eq(pipe2(ends, O_CLOEXEC), 0);
	pid_t pid = fork();
	if (pid == 0) {
		struct findings found = {0};
		try_mounts(&found);
		_exit(write(ends[1], &found, sizeof(found)) != (ssize_t)sizeof(found));
	}
	close(ends[1]);
	cr_expect_eq(read(ends[0], &findings, sizeof(findings)), (ssize_t)sizeof(findings));
	close(ends[0]);
	cr_expect_eq(waitpid(pid, NULL, 0), pid);
}

Test(locked, capabilities_gained_inside_do_not_change_the_mounts)
{
	struct hostile hostile;
	struct meanwhile meanwhile = {.act = become_root_inside};
	AS_AUTO_RUN_RESULT struct as_run_result result = AS_RUN_RESULT_INIT;
	struct as_error error = {0};

	skip_unless(geteuid() == 0, "root", "an ordinary user has permission for these mounts");
	sleeper_init(&sleeper);
	sleeper.request.cancel = &meanwhile.cancel;
	hostile_open(&hostile, NULL);
	run_sleeper(&hostile, &sleeper, &meanwhile, &result, &error);
	cr_expect_eq(findings.entered, 0, "%s", strerror(findings.entered));
	cr_expect_eq(findings.unmounted, EINVAL, "%s", strerror(findings.unmounted));
	cr_expect_eq(findings.made_writable, EPERM, "%s", strerror(findings.made_writable));
	cr_expect_eq(
		findings.made_root_writable, EPERM, "%s", strerror(findings.made_root_writable));
	cr_expect_eq(findings.moved, EINVAL, "%s", strerror(findings.moved));
	as_run_result_clear(&result);
	hostile_close(&hostile);
}
