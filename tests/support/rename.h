/* SPDX-License-Identifier: MIT */
/* rename: makes system calls of a process fail as they do on other file systems or a full disk. */
#ifndef ASSAY_TESTS_RENAME_H
#define ASSAY_TESTS_RENAME_H

#include <errno.h>
#include <fcntl.h>
#include <linux/filter.h>
#include <linux/seccomp.h>
#include <stdbool.h>
#include <stddef.h>
#include <sys/prctl.h>
#include <sys/syscall.h>

static inline bool filter_is_used(struct sock_filter *filter, unsigned short count)
{
	const struct sock_fprog program = {count, filter};

	return prctl(PR_SET_NO_NEW_PRIVS, 1, 0, 0, 0) == 0 &&
	       prctl(PR_SET_SECCOMP, SECCOMP_MODE_FILTER, &program) == 0;
}

/* The system call fails from now on, in this thread and its children. */
static inline bool call_is_refused(int number, int error)
{
	struct sock_filter filter[] = {
		BPF_STMT(BPF_LD | BPF_W | BPF_ABS, offsetof(struct seccomp_data, nr)),
		BPF_JUMP(BPF_JMP | BPF_JEQ | BPF_K, number, 0, 1),
		BPF_STMT(BPF_RET | BPF_K, SECCOMP_RET_ERRNO | error),
		BPF_STMT(BPF_RET | BPF_K, SECCOMP_RET_ALLOW),
	};

	return filter_is_used(filter, sizeof(filter) / sizeof(*filter));
}

/* as_file_flush_name fails with EIO, because it cannot open the folder. Flushes of files succeed,
 * and other functions open folders in another way. */
static inline bool names_are_not_flushed(void)
{
	struct sock_filter filter[] = {
		BPF_STMT(BPF_LD | BPF_W | BPF_ABS, offsetof(struct seccomp_data, nr)),
		BPF_JUMP(BPF_JMP | BPF_JEQ | BPF_K, SYS_openat, 0, 5),
		BPF_STMT(BPF_LD | BPF_W | BPF_ABS, offsetof(struct seccomp_data, args[0])),
		BPF_JUMP(BPF_JMP | BPF_JEQ | BPF_K, (unsigned)AT_FDCWD, 0, 3),
		BPF_STMT(BPF_LD | BPF_W | BPF_ABS, offsetof(struct seccomp_data, args[2])),
		BPF_JUMP(BPF_JMP | BPF_JEQ | BPF_K, O_RDONLY | O_DIRECTORY | O_CLOEXEC, 0, 1),
		BPF_STMT(BPF_RET | BPF_K, SECCOMP_RET_ERRNO | EIO),
		BPF_STMT(BPF_RET | BPF_K, SECCOMP_RET_ALLOW),
	};

	return filter_is_used(filter, sizeof(filter) / sizeof(*filter));
}

/* NFS, 9p and several file systems in user space refuse every flag. */
static inline bool rename_knows_no_flags(void)
{
	return call_is_refused(SYS_renameat2, EINVAL);
}

/* FAT and exFAT, on which backups are carried away, have no hard links. */
static inline bool no_links_are_made(void)
{
#ifdef SYS_link
	if (!call_is_refused(SYS_link, EPERM))
		return false;
#endif
	return call_is_refused(SYS_linkat, EPERM);
}

#endif
