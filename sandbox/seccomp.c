/* SPDX-License-Identifier: MIT */
/*
 * Three classes of system call. Allowed: computing, files, memory, threads, time, signals. Answered
 * with an error: clone3 (ENOSYS: a filter cannot read its flags, and every C library then falls
 * back to clone) and a short list of harmless probes. Everything else goes to the seccomp listener,
 * where init ends the run and names the call; an allowed call costs nothing more for that. A call
 * of another architecture (32-bit, x32) kills at once.
 *
 * Names that this libseccomp does not know are left out, which forbids them.
 */
#include "seccomp.h"

#include <errno.h>
#include <fcntl.h>
#include <linux/sched.h>
#include <seccomp.h>
#include <stdio.h>
#include <string.h>
#include <sys/mman.h>
#include <sys/prctl.h>
#include <sys/resource.h>
#include <sys/socket.h>
#include <sys/stat.h>

/* libseccomp's own SCMP_A* macros leave a field out, which Clang complains about. */
#pragma GCC diagnostic ignored "-Wmissing-field-initializers"

/* MADV_COLLAPSE, which glibc 2.36 does not know. */
#define LAST_ADVICE 25

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

	"ioctl",

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
	/* files: what there is to see is read-only */
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
	"memfd_create",
	/* memory */
	"brk",
	"mmap",
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
	"alarm",
	"setitimer",
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
	/* A watch would show what the host opens, a lock would stop it: views are the host's own
	   files. */
	{"inotify_init", RUNTIME | COMPILER, ENOSYS},
	{"inotify_init1", RUNTIME | COMPILER, ENOSYS},
	{"flock", ALL, ENOLCK},
	/* Newer Go and Python ask whether there are handles of processes, and go on with numbers.
	 */
	{"pidfd_open", RUNTIME | COMPILER, ENOSYS},
	{"pidfd_send_signal", RUNTIME | COMPILER, ENOSYS},
	/* What the page cache holds of files that all see would pass notes from run to run, and to
	   flush it takes the host's time. These are advice, or true of a box in memory: done. */
	{"fadvise64", ALL, 0},
	{"readahead", ALL, 0},
	{"sync_file_range", ALL, 0},
	{"fsync", ALL, 0},
	{"fdatasync", ALL, 0},
	{"mincore", ALL, ENOSYS},
	/* Node's event library asks for it and goes on with epoll. */
	{"io_uring_setup", RUNTIME | COMPILER, ENOSYS},
};

/* What fcntl may be asked besides locks. Leases and directory notes would reach files of the host.
 */
static const int allowed_fcntl[] = {F_DUPFD, F_DUPFD_CLOEXEC, F_GETFD, F_SETFD, F_GETFL, F_SETFL,
	F_GETLK, F_OFD_GETLK, F_GETOWN, F_SETOWN, F_GETOWN_EX, F_GETSIG, F_SETPIPE_SZ, F_GETPIPE_SZ,
	F_ADD_SEALS, F_GET_SEALS};
/* A lock is memory of the kernel that no control group counts. */
static const int refused_fcntl[] = {F_SETLK, F_SETLKW, F_OFD_SETLK, F_OFD_SETLKW};

/* What prctl may be asked; anything else of it is forbidden. */
static const int allowed_prctl[] = {PR_SET_NAME, PR_GET_NAME, PR_SET_PDEATHSIG, PR_GET_PDEATHSIG,
	PR_GET_DUMPABLE, PR_SET_TIMERSLACK, PR_GET_TIMERSLACK, PR_CAPBSET_READ, PR_GET_NO_NEW_PRIVS,
	PR_SET_NO_NEW_PRIVS, PR_GET_SECCOMP, PR_SET_CHILD_SUBREAPER, PR_SET_THP_DISABLE,
	PR_SET_VMA};

static int add(scmp_filter_ctx filter, uint32_t action, const char *name)
{
	int number = seccomp_syscall_resolve_name(name);

	if (number == __NR_SCMP_ERROR || number < 0)
		return 0;
	return seccomp_rule_add(filter, action, number, 0);
}

static int add_lists(scmp_filter_ctx filter, int profile)
{
	for (size_t i = 0; i < sizeof(allowed_everywhere) / sizeof(*allowed_everywhere); i++)
		if (add(filter, SCMP_ACT_ALLOW, allowed_everywhere[i]))
			return -1;
	for (size_t i = 0; i < sizeof(allowed_somewhere) / sizeof(*allowed_somewhere); i++)
		if (allowed_somewhere[i].profiles & profile &&
			add(filter, SCMP_ACT_ALLOW, allowed_somewhere[i].name))
			return -1;
	for (size_t i = 0; i < sizeof(answered) / sizeof(*answered); i++)
		if (answered[i].profiles & profile &&
			add(filter, SCMP_ACT_ERRNO((unsigned)answered[i].error), answered[i].name))
			return -1;
	return 0;
}

/*
 * Sockets. A native program needs none. Run-time systems try for a name service or a log (AF_UNIX),
 * to whom a refusal is all they need; and the JVM, when it loads its network library for any
 * reason, makes one TCP socket of each family to see what there is. It alone asks without
 * SOCK_CLOEXEC, so that very call is let through: it leads nowhere in an empty network namespace,
 * and connect and bind are forbidden and named. A compiler is told that there are no sockets.
 */
static int add_socket_conditions(scmp_filter_ctx filter, int profile)
{
	static const unsigned families[] = {AF_INET, AF_INET6};
	static const int allowed_options[] = {SO_REUSEADDR, SO_REUSEPORT, SO_SNDBUF, SO_RCVBUF,
		SO_LINGER, SO_KEEPALIVE, SO_RCVTIMEO, SO_SNDTIMEO};

	if (profile == COMPILER)
		return seccomp_rule_add(filter, SCMP_ACT_ERRNO(EAFNOSUPPORT), SCMP_SYS(socket), 0);
	if (profile == NATIVE)
		return 0;
	if (seccomp_rule_add(filter, SCMP_ACT_ERRNO(EAFNOSUPPORT), SCMP_SYS(socket), 1,
		    SCMP_A0_32(SCMP_CMP_EQ, AF_UNIX)))
		return -1;
	for (size_t i = 0; i < sizeof(families) / sizeof(*families); i++)
		if (seccomp_rule_add(filter, SCMP_ACT_ALLOW, SCMP_SYS(socket), 3,
			    SCMP_A0_32(SCMP_CMP_EQ, families[i]),
			    SCMP_A1_32(SCMP_CMP_EQ, SOCK_STREAM), SCMP_A2_32(SCMP_CMP_EQ, 0)))
			return -1;
	/* The options of protocols, and filters on sockets, are a large part of the kernel. */
	for (size_t i = 0; i < sizeof(allowed_options) / sizeof(*allowed_options); i++)
		if (seccomp_rule_add(filter, SCMP_ACT_ALLOW, SCMP_SYS(setsockopt), 2,
			    SCMP_A1_32(SCMP_CMP_EQ, SOL_SOCKET),
			    SCMP_A2_32(SCMP_CMP_EQ, (unsigned)allowed_options[i])))
			return -1;
	return seccomp_rule_add(filter, SCMP_ACT_ALLOW, SCMP_SYS(getsockopt), 1,
		SCMP_A1_32(SCMP_CMP_EQ, SOL_SOCKET));
}

static int add_fcntl_conditions(scmp_filter_ctx filter)
{
	for (size_t i = 0; i < sizeof(allowed_fcntl) / sizeof(*allowed_fcntl); i++)
		if (seccomp_rule_add(filter, SCMP_ACT_ALLOW, SCMP_SYS(fcntl), 1,
			    SCMP_A1_32(SCMP_CMP_EQ, (unsigned)allowed_fcntl[i])))
			return -1;
	for (size_t i = 0; i < sizeof(refused_fcntl) / sizeof(*refused_fcntl); i++)
		if (seccomp_rule_add(filter, SCMP_ACT_ERRNO(ENOLCK), SCMP_SYS(fcntl), 1,
			    SCMP_A1_32(SCMP_CMP_EQ, (unsigned)refused_fcntl[i])))
			return -1;
	return 0;
}

/*
 * A process may see and lower its own limits, but not those of others: init has the same id where
 * the caller is not root. Nor may it change the limit of core files, whose value 1 keeps the host's
 * core-dump helper away.
 */
static int add_limit_conditions(scmp_filter_ctx filter)
{
	const uint32_t refuse = SCMP_ACT_ERRNO(EPERM);

	/* Equal, never "not equal": the kernel takes the low half of the register, the filter all.
	 */
	for (unsigned r = 0; r < RLIM_NLIMITS; r++) {
		const uint32_t action = r == RLIMIT_CORE ? refuse : SCMP_ACT_ALLOW;
		if (seccomp_rule_add(
			    filter, action, SCMP_SYS(setrlimit), 1, SCMP_A0_32(SCMP_CMP_EQ, r)))
			return -1;
		if (r != RLIMIT_CORE &&
			seccomp_rule_add(filter, SCMP_ACT_ALLOW, SCMP_SYS(prlimit64), 2,
				SCMP_A0(SCMP_CMP_EQ, 0), SCMP_A1_32(SCMP_CMP_EQ, r)))
			return -1;
	}
	return seccomp_rule_add(filter, SCMP_ACT_ALLOW, SCMP_SYS(prlimit64), 3,
		       SCMP_A0(SCMP_CMP_EQ, 0), SCMP_A1_32(SCMP_CMP_EQ, RLIMIT_CORE),
		       SCMP_A2(SCMP_CMP_EQ, 0)) ||
			       seccomp_rule_add(filter, refuse, SCMP_SYS(prlimit64), 3,
				       SCMP_A0(SCMP_CMP_EQ, 0),
				       SCMP_A1_32(SCMP_CMP_EQ, RLIMIT_CORE),
				       SCMP_A2(SCMP_CMP_NE, 0)) ||
			       seccomp_rule_add(filter, refuse, SCMP_SYS(prlimit64), 1,
				       SCMP_A0(SCMP_CMP_NE, 0))
		       ? -1
		       : 0;
}

/* Pairs of sockets inside a program, which no other can reach, and sending without an implied
 * connect. */
static int add_pair_conditions(scmp_filter_ctx filter)
{
	return seccomp_rule_add(filter, SCMP_ACT_ALLOW, SCMP_SYS(socketpair), 1,
		       SCMP_A0_32(SCMP_CMP_EQ, AF_UNIX)) ||
			       seccomp_rule_add(filter, SCMP_ACT_ALLOW, SCMP_SYS(sendto), 1,
				       SCMP_A3(SCMP_CMP_MASKED_EQ, MSG_FASTOPEN, 0)) ||
			       seccomp_rule_add(filter, SCMP_ACT_ALLOW, SCMP_SYS(sendmsg), 1,
				       SCMP_A2(SCMP_CMP_MASKED_EQ, MSG_FASTOPEN, 0))
		       ? -1
		       : 0;
}

/* A FIFO is a file like another in a box that can be written; a device or a socket is not. The
 * kernel takes 16 bits of the mode, the filter looks at 4 of them. */
static int add_fifo_conditions(scmp_filter_ctx filter)
{
	return seccomp_rule_add(filter, SCMP_ACT_ALLOW, SCMP_SYS(mknodat), 1,
		       SCMP_A2(SCMP_CMP_MASKED_EQ, S_IFMT, S_IFIFO)) ||
			       seccomp_rule_add(filter, SCMP_ACT_ALLOW, SCMP_SYS(mknod), 1,
				       SCMP_A1(SCMP_CMP_MASKED_EQ, S_IFMT, S_IFIFO))
		       ? -1
		       : 0;
}

/* Mono gives each thread the ordinary class that it has already, and complains on the standard
 * output where it may not. No other class is to be had. */
static int add_scheduler_conditions(scmp_filter_ctx filter)
{
	return seccomp_rule_add(filter, SCMP_ACT_ALLOW, SCMP_SYS(sched_setscheduler), 1,
		       SCMP_A1(SCMP_CMP_EQ, SCHED_NORMAL)) ||
			       seccomp_rule_add(filter, SCMP_ACT_ERRNO(EPERM),
				       SCMP_SYS(sched_setscheduler), 1,
				       SCMP_A1(SCMP_CMP_NE, SCHED_NORMAL))
		       ? -1
		       : 0;
}

/*
 * Reading only what the page cache holds, and throwing out of it what is mapped, would pass notes
 * from run to run; merging pages tells of others' memory. The kernel answers advice that it does
 * not know in the same way.
 */
static int add_cache_conditions(scmp_filter_ctx filter)
{
	static const unsigned refused[] = {
		MADV_MERGEABLE, MADV_UNMERGEABLE, MADV_COLD, MADV_PAGEOUT};
	const uint32_t refuse = SCMP_ACT_ERRNO(EINVAL), no_flags = SCMP_ACT_ERRNO(EOPNOTSUPP);

	for (unsigned advice = 0; advice <= LAST_ADVICE; advice++) {
		bool is_refused = false;
		for (size_t i = 0; i < sizeof(refused) / sizeof(*refused); i++)
			is_refused |= advice == refused[i];
		if (seccomp_rule_add(filter, is_refused ? refuse : SCMP_ACT_ALLOW,
			    SCMP_SYS(madvise), 1, SCMP_A2(SCMP_CMP_EQ, advice)))
			return -1;
	}
	if (seccomp_rule_add(
		    filter, refuse, SCMP_SYS(madvise), 1, SCMP_A2(SCMP_CMP_GT, LAST_ADVICE)))
		return -1;
	return seccomp_rule_add(
		       filter, SCMP_ACT_ALLOW, SCMP_SYS(preadv2), 1, SCMP_A5(SCMP_CMP_EQ, 0)) ||
			       seccomp_rule_add(filter, no_flags, SCMP_SYS(preadv2), 1,
				       SCMP_A5(SCMP_CMP_NE, 0)) ||
			       seccomp_rule_add(filter, SCMP_ACT_ALLOW, SCMP_SYS(pwritev2), 1,
				       SCMP_A5(SCMP_CMP_EQ, 0)) ||
			       seccomp_rule_add(filter, no_flags, SCMP_SYS(pwritev2), 1,
				       SCMP_A5(SCMP_CMP_NE, 0))
		       ? -1
		       : 0;
}

/* Rules that look at arguments, which are compared as the kernel gets them. */
static int add_conditions(scmp_filter_ctx filter, int profile)
{
	const uint64_t namespaces = CLONE_NEWNS | CLONE_NEWCGROUP | CLONE_NEWUTS | CLONE_NEWIPC |
				    CLONE_NEWUSER | CLONE_NEWPID | CLONE_NEWNET;

	if (seccomp_rule_add(filter, SCMP_ACT_ALLOW, SCMP_SYS(clone), 1,
		    SCMP_A0(SCMP_CMP_MASKED_EQ, namespaces, 0)))
		return -1;
	for (size_t i = 0; i < sizeof(allowed_prctl) / sizeof(*allowed_prctl); i++)
		if (seccomp_rule_add(filter, SCMP_ACT_ALLOW, SCMP_SYS(prctl), 1,
			    SCMP_A0_32(SCMP_CMP_EQ, (unsigned)allowed_prctl[i])))
			return -1;
	if (add_socket_conditions(filter, profile) ||
		(profile != NATIVE && add_pair_conditions(filter)))
		return -1;
	if (profile == RUNTIME && add_scheduler_conditions(filter))
		return -1;
	if (add_cache_conditions(filter) || add_fcntl_conditions(filter) ||
		add_limit_conditions(filter) || add_fifo_conditions(filter))
		return -1;
	/* Asking for the execution domain is common, setting it is an attack on ASLR or the ABI. */
	return seccomp_rule_add(filter, SCMP_ACT_ALLOW, SCMP_SYS(personality), 1,
		SCMP_A0_32(SCMP_CMP_EQ, 0xffffffffu));
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

int as_seccomp_build(enum as_profile profile, struct as_bytes *out, struct as_error *error)
{
	static const int bits[] = {
		[AS_PROFILE_NATIVE] = NATIVE,
		[AS_PROFILE_RUNTIME] = RUNTIME,
		[AS_PROFILE_COMPILER] = COMPILER,
	};
	scmp_filter_ctx filter = seccomp_init(SCMP_ACT_NOTIFY);

	if (!filter)
		return as_error_set(error, AS_ERROR_MACHINE,
			"the system call filter cannot be made: libseccomp 2.5 and Linux 5.12 or "
			"newer are needed");
	int failed = seccomp_attr_set(filter, SCMP_FLTATR_ACT_BADARCH, SCMP_ACT_KILL_PROCESS) ||
		     seccomp_attr_set(filter, SCMP_FLTATR_CTL_OPTIMIZE, 2) ||
		     add_lists(filter, bits[profile]) || add_conditions(filter, bits[profile]);
	failed = failed ? as_error_set(error, AS_ERROR_INTERNAL,
				  "a rule of the %s system call filter was refused",
				  as_profile_name(profile))
			: export(filter, out, error);
	seccomp_release(filter);
	return failed;
}

void as_seccomp_call_name(int number, char *name, size_t size)
{
	char *found = seccomp_syscall_resolve_num_arch(SCMP_ARCH_NATIVE, number);

	if (found)
		snprintf(name, size, "%s", found);
	else
		snprintf(name, size, "syscall_%d", number);
	free(found);
}
