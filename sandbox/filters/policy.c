/* SPDX-License-Identifier: MIT */
/*
 * There are three classes of system calls:
 *
 * - allowed: computing, files, memory, threads, time, signals;
 * - answered with an error: clone3 (ENOSYS: a filter cannot read its flags, and every C library
 *   then falls back to clone) and a short list of harmless probes;
 * - forbidden, which is all the rest: the call reaches the seccomp listener, where init ends the
 *   run and names the call. This costs the allowed calls nothing.
 *
 * A call of another architecture (32-bit, x32) kills at once.
 *
 * In a run with detects_waiting, alarm and setitimer also reach the listener; init reports them and
 * then lets them continue, see waiting.c. A call that waits for init can be interrupted by a
 * signal, unlike these calls otherwise. So in all other runs they are allowed directly.
 *
 * System calls that this libseccomp does not know are omitted, and so are forbidden.
 */
#include "filters.h"

#include <errno.h>
#include <seccomp.h>
#include <sys/mman.h>

enum { NATIVE = 1, RUNTIME = 2, COMPILER = 4, ALL = NATIVE | RUNTIME | COMPILER };

static const char *const allowed_everywhere[] = {
	/* reading and writing */
	"read",
	"write",
	"readv",
	"writev",
	"pread64",
	"pwrite64",
	"preadv",
	"pwritev",
	"lseek",
	"_llseek",
	"sendfile",
	"splice",
	"tee",
	"vmsplice",
	"copy_file_range",
	"pipe",
	"pipe2",
	"dup",
	"dup2",
	"dup3",
	"close",
	"close_range",
	"poll",
	"ppoll",
	"select",
	"_newselect",
	"pselect6",
	"epoll_create",
	"epoll_create1",
	"epoll_ctl",
	"epoll_wait",
	"epoll_pwait",
	"epoll_pwait2",
	"eventfd",
	"eventfd2",
	"signalfd",
	"signalfd4",
	"timerfd_create",
	"timerfd_settime",
	"timerfd_gettime",
	/* files: all visible files are read-only */
	"open",
	"openat",
	"openat2",
	"creat",
	"stat",
	"fstat",
	"lstat",
	"newfstatat",
	"statx",
	"fstatat64",
	"access",
	"faccessat",
	"faccessat2",
	"readlink",
	"readlinkat",
	"getcwd",
	"chdir",
	"fchdir",
	"getdents",
	"getdents64",
	"umask",
	"truncate",
	"ftruncate",
	"fallocate",
	"rename",
	"renameat",
	"renameat2",
	"unlink",
	"unlinkat",
	"mkdir",
	"mkdirat",
	"rmdir",
	"link",
	"linkat",
	"symlink",
	"symlinkat",
	"chmod",
	"fchmod",
	"fchmodat",
	"utime",
	"utimes",
	"utimensat",
	"futimesat",
	"statfs",
	"fstatfs",
	/* memory */
	"brk",
	"munmap",
	"mprotect",
	"mremap",
	"msync",
	"mlock",
	"mlock2",
	"munlock",
	"membarrier",
	/* processes and threads */
	"fork",
	"vfork",
	"execve",
	"execveat",
	"exit",
	"exit_group",
	"wait4",
	"waitid",
	"waitpid",
	"kill",
	"tkill",
	"tgkill",
	"rt_sigqueueinfo",
	"rt_tgsigqueueinfo",
	"getpid",
	"getppid",
	"gettid",
	"getpgid",
	"getpgrp",
	"getsid",
	"setsid",
	"setpgid",
	"getuid",
	"geteuid",
	"getgid",
	"getegid",
	"getresuid",
	"getresgid",
	"getgroups",
	"capget",
	"futex",
	"futex_waitv",
	"set_robust_list",
	"get_robust_list",
	"set_tid_address",
	"rseq",
	"arch_prctl",
	"sched_yield",
	"sched_getaffinity",
	"sched_getparam",
	"sched_getscheduler",
	"sched_get_priority_max",
	"sched_get_priority_min",
	"sched_getattr",
	"sched_rr_get_interval",
	"getpriority",
	"getrlimit",

	"getrusage",
	"getcpu",
	/* signals and time */
	"rt_sigaction",
	"rt_sigprocmask",
	"rt_sigreturn",
	"rt_sigpending",
	"rt_sigtimedwait",
	"rt_sigsuspend",
	"sigaltstack",
	"pause",
	"getitimer",
	"nanosleep",
	"clock_nanosleep",
	"clock_gettime",
	"clock_getres",
	"gettimeofday",
	"time",
	"times",
	"timer_create",
	"timer_settime",
	"timer_gettime",
	"timer_delete",
	"timer_getoverrun",
	"restart_syscall",
	/* the machine, in general terms */
	"uname",
	"sysinfo",
	"getrandom",
};

static const struct {
	const char *name;
	int profiles;
} allowed_somewhere[] = {
	/* pairs of sockets inside the program, which no other process can reach */
	{"recvmsg", RUNTIME | COMPILER},
	{"recvfrom", RUNTIME | COMPILER},
	{"shutdown", RUNTIME | COMPILER},
	{"getsockname", RUNTIME | COMPILER},
	{"getpeername", RUNTIME | COMPILER},
	{"getxattr", RUNTIME | COMPILER},
	{"lgetxattr", RUNTIME | COMPILER},
	{"fgetxattr", RUNTIME | COMPILER},
	{"listxattr", RUNTIME | COMPILER},
	{"llistxattr", RUNTIME | COMPILER},
	{"flistxattr", RUNTIME | COMPILER},
	{"chown", COMPILER},
	{"fchown", COMPILER},
	{"lchown", COMPILER},
	{"fchownat", COMPILER},
};

static const struct {
	const char *name;
	int profiles;
	int error;
} answered[] = {
	{"clone3", ALL, ENOSYS},
	{"sched_setaffinity", ALL, EPERM},
	{"sched_setscheduler", NATIVE | COMPILER, EPERM},
	{"sched_setparam", ALL, EPERM},
	{"sched_setattr", ALL, EPERM},
	{"setpriority", ALL, EPERM},
	{"ioprio_set", ALL, EPERM},
	{"mlockall", ALL, EPERM},
	{"get_mempolicy", RUNTIME | COMPILER, ENOSYS},
	{"set_mempolicy", RUNTIME | COMPILER, ENOSYS},
	{"mbind", RUNTIME | COMPILER, ENOSYS},
	{"pkey_alloc", RUNTIME | COMPILER, ENOSYS},
	{"pkey_free", RUNTIME | COMPILER, ENOSYS},
	{"pkey_mprotect", RUNTIME | COMPILER, ENOSYS},
	/* A watch would reveal what the host opens, and a lock would block it: views are the host's
	 * own files. */
	{"inotify_init", RUNTIME | COMPILER, ENOSYS},
	{"inotify_init1", RUNTIME | COMPILER, ENOSYS},
	{"flock", NATIVE | RUNTIME, ENOLCK},
	/* Go from 1.24 on does not compile without the lock of its cache. The answer is success:
	 * the cache is in a box that no other run uses. */
	{"flock", COMPILER, 0},
	/* Newer versions of Go and Python test for pidfds, and continue without them. */
	{"pidfd_open", RUNTIME | COMPILER, ENOSYS},
	{"pidfd_send_signal", RUNTIME | COMPILER, ENOSYS},
	/* These would erase traces in the page cache, see conditions.c, and flushing it takes the
	 * host's time. The answer is success: they are advice, or have no effect on a box in
	 * memory. */
	{"fadvise64", ALL, 0},
	{"readahead", ALL, 0},
	{"sync_file_range", ALL, 0},
	{"fsync", ALL, 0},
	{"fdatasync", ALL, 0},
	{"mincore", ALL, ENOSYS},
	/* Node's event library tries it and falls back to epoll. */
	{"io_uring_setup", RUNTIME | COMPILER, ENOSYS},
};

static int add_call(scmp_filter_ctx filter, uint32_t action, const char *name)
{
	int number = seccomp_syscall_resolve_name(name);

	if (number == __NR_SCMP_ERROR || number < 0)
		return 0;
	return seccomp_rule_add(filter, action, number, 0);
}

static int add_lists(scmp_filter_ctx filter, int profile)
{
	for (size_t i = 0; i < sizeof(allowed_everywhere) / sizeof(*allowed_everywhere); i++)
		if (add_call(filter, SCMP_ACT_ALLOW, allowed_everywhere[i]))
			return -1;
	for (size_t i = 0; i < sizeof(allowed_somewhere) / sizeof(*allowed_somewhere); i++)
		if (allowed_somewhere[i].profiles & profile &&
			add_call(filter, SCMP_ACT_ALLOW, allowed_somewhere[i].name))
			return -1;
	for (size_t i = 0; i < sizeof(answered) / sizeof(*answered); i++)
		if (answered[i].profiles & profile &&
			add_call(filter, SCMP_ACT_ERRNO((unsigned)answered[i].error),
				answered[i].name))
			return -1;
	return 0;
}

static int export(scmp_filter_ctx filter, struct as_bytes *out, struct as_error *error)
{
	AS_AUTO_FD int fd = memfd_create("assay-filter", MFD_CLOEXEC);

	if (fd < 0)
		return as_error_sys(error, AS_ERROR_INTERNAL, errno, "cannot make a memory file");
	int failure = seccomp_export_bpf(filter, fd);
	if (failure)
		return as_error_sys(
			error, AS_ERROR_INTERNAL, -failure, "cannot export the system call filter");
	if (lseek(fd, 0, SEEK_SET) < 0)
		return as_error_sys(
			error, AS_ERROR_INTERNAL, errno, "cannot read the system call filter");
	return as_fd_read(fd, 1 << 20, out, error);
}

void filters_clear(struct filters *filters)
{
	as_bytes_clear(&filters->any);
	as_bytes_clear(&filters->asked);
}

/* The second filter is the first one with additional rules, so the common rules are made once. */
static int build(scmp_filter_ctx filter, enum as_profile profile, int bit, struct filters *out,
	struct as_error *error)
{
	if (seccomp_attr_set(filter, SCMP_FLTATR_ACT_BADARCH, SCMP_ACT_KILL_PROCESS) ||
		seccomp_attr_set(filter, SCMP_FLTATR_CTL_OPTIMIZE, 2) || add_lists(filter, bit) ||
		filter_add_conditions(filter, profile))
		return as_error_set(
			error, AS_ERROR_INTERNAL, "libseccomp refused a rule of the filter");
	if (export(filter, &out->asked, error))
		return -1;
	if (filter_add_timers(filter))
		return as_error_set(error, AS_ERROR_INTERNAL, "libseccomp refused to allow timers");
	return export(filter, &out->any, error);
}

int filters_build_plain(enum as_profile profile, struct filters *out, struct as_error *error)
{
	static const int bits[] = {
		[AS_PROFILE_NATIVE] = NATIVE,
		[AS_PROFILE_RUNTIME] = RUNTIME,
		[AS_PROFILE_COMPILER] = COMPILER,
	};
	scmp_filter_ctx filter = seccomp_init(SCMP_ACT_NOTIFY);

	if (!filter)
		return as_error_set(error, AS_ERROR_MACHINE,
			"cannot make a filter; libseccomp 2.5 or newer is needed");
	int failed = build(filter, profile, bits[profile], out, error);
	seccomp_release(filter);
	return failed;
}

int filters_build(enum as_profile profile, struct filters *out, struct as_error *error)
{
	return filters_build_plain(profile, out, error) || filter_shrink(&out->any, error) ||
			       filter_shrink(&out->asked, error)
		       ? -1
		       : 0;
}
