/* SPDX-License-Identifier: MIT */
/*
 * A store in a network folder, such as one of `sshfs`: a file system in user space, served by a
 * process of this test.
 *   1. The child that becomes the command mounts it, with mounts of its own (mount_remote).
 *   2. A child of that child answers the kernel until the command ends.
 */
#include "support/namespaces.h"
#include "support/packages.h"

#include <fcntl.h>
#include <linux/fuse.h>
#include <sys/mount.h>
#include <sys/prctl.h>

TestSuite(remote, .init = enter_folder, .fini = leave_folder, .timeout = 600);

struct answer {
	struct fuse_out_header head;
	union {
		struct fuse_init_out init;
		struct fuse_attr_out attributes;
		struct fuse_statfs_out system;
	} body;
};

/* Returns the size of the body, or a negative errno. */
static int answer_request(const struct fuse_in_header *request, struct answer *answer)
{
	switch (request->opcode) {
	case FUSE_INIT:
		answer->body.init = (struct fuse_init_out){.major = FUSE_KERNEL_VERSION,
			.minor = FUSE_KERNEL_MINOR_VERSION,
			.max_write = 4096};
		return sizeof(answer->body.init);
	case FUSE_GETATTR:
		answer->body.attributes.attr = (struct fuse_attr){.ino = 1,
			.mode = S_IFDIR | 0700,
			.nlink = 2,
			.uid = geteuid(),
			.gid = getegid()};
		return sizeof(answer->body.attributes);
	case FUSE_STATFS:
		answer->body.system.st = (struct fuse_kstatfs){.bsize = 4096, .namelen = 255};
		return sizeof(answer->body.system);
	case FUSE_LOOKUP:
		return -ENOENT;
	default:
		return -ENOSYS;
	}
}

/* Serves until the unmount. */
static void serve(int device)
{
	static char buffer[1 << 17];
	struct fuse_in_header request;

	while (read(device, buffer, sizeof(buffer)) >= (ssize_t)sizeof(request)) {
		struct answer answer = {0};
		memcpy(&request, buffer, sizeof(request));
		if (request.opcode == FUSE_FORGET || request.opcode == FUSE_INTERRUPT)
			continue;
		const int size = answer_request(&request, &answer);
		answer.head.unique = request.unique;
		answer.head.error = size < 0 ? size : 0;
		answer.head.len = sizeof(answer.head) + (size > 0 ? (uint32_t)size : 0);
		if (write(device, &answer, answer.head.len) < 0)
			return;
	}
}

static bool mount_remote(void)
{
	char options[128];
	const int device = open("/dev/fuse", O_RDWR | O_CLOEXEC);

	snprintf(options, sizeof(options), "fd=%d,rootmode=40700,user_id=%d,group_id=%d", device,
		(int)geteuid(), (int)getegid());
	if (device < 0 || !enter_mounts() || mkdir("remote", 0700) ||
		mount("me@example.org:", "remote", "fuse.sshfs", MS_NOSUID | MS_NODEV, options))
		return false;
	const pid_t server = fork();
	if (server == 0) {
		prctl(PR_SET_PDEATHSIG, SIGKILL);
		/* The outcome of the command is complete when no process can write to it. */
		for (int fd = 0; fd < 3; fd++)
			close(fd);
		serve(device);
		_exit(0);
	}
	return server > 0;
}

static bool is_mountable(void)
{
	AUTO_OUTCOME probe = command_run_after(
		(const char *const[]){"/usr/bin/stat", "-f", "remote", NULL}, mount_remote);

	cr_assert(rmdir("remote") == 0 || errno == ENOENT);
	return probe.status == 0;
}

Test(remote, a_store_in_a_folder_of_another_machine_is_refused)
{
	NEED(is_mountable(), "fuse", "no file system of a process can be mounted");
	put_sum_package(1);
	put("a.py", SUM_PY);
	AUTO_OUTCOME judge = command_run_after(
		ASSAY_ARGV("judge", "--store", "sqlite:remote/a.store", "sum", "a.py"),
		mount_remote);
	EXPECT_COMPLAINT(judge, 4,
		"remote is on a network file system (fuse.sshfs), where a store can be damaged; "
		"use a local disk");
	cr_assert_eq(rmdir("remote"), 0);
	AUTO_OUTCOME worker = command_run_after(
		ASSAY_ARGV("worker", "--store", "sqlite:remote/a.store"), mount_remote);
	EXPECT_COMPLAINT(worker, 4, "is on a network file system (fuse.sshfs)");
	cr_assert_eq(rmdir("remote"), 0);
}
