/* SPDX-License-Identifier: MIT */
/*
 * System calls that are allowed depending on their arguments. A rule compares the arguments as the
 * kernel receives them.
 */
#include "filters.h"

#include <errno.h>
#include <fcntl.h>
#include <linux/ioctl.h>
#include <linux/sched.h>
#include <seccomp.h>
#include <sys/mman.h>
#include <sys/prctl.h>
#include <sys/resource.h>
#include <sys/socket.h>
#include <sys/stat.h>
#include <sys/time.h>

/* libseccomp's own SCMP_A* macros omit a field, which Clang warns about. */
#pragma GCC diagnostic ignored "-Wmissing-field-initializers"

#ifndef MADV_COLLAPSE /* missing in glibc 2.36 */
#define MADV_COLLAPSE 25
#endif
#define LAST_ADVICE MADV_COLLAPSE

/* The allowed commands of fcntl besides locks. Leases and directory notification would reach files
 * of the host. */
static const int allowed_fcntl[] = {F_DUPFD, F_DUPFD_CLOEXEC, F_GETFD, F_SETFD, F_GETFL, F_SETFL,
	F_GETLK, F_OFD_GETLK, F_GETOWN, F_SETOWN, F_GETOWN_EX, F_GETSIG, F_GETPIPE_SZ, F_ADD_SEALS,
	F_GET_SEALS};
/* A lock takes kernel memory that no control group counts. */
static const int refused_fcntl[] = {F_SETLK, F_SETLKW, F_OFD_SETLK, F_OFD_SETLKW};

/* The allowed options of prctl; any other is forbidden. */
static const int allowed_prctl[] = {PR_SET_NAME, PR_GET_NAME, PR_SET_PDEATHSIG, PR_GET_PDEATHSIG,
	PR_GET_DUMPABLE, PR_SET_TIMERSLACK, PR_GET_TIMERSLACK, PR_CAPBSET_READ, PR_GET_NO_NEW_PRIVS,
	PR_SET_NO_NEW_PRIVS, PR_GET_SECCOMP, PR_SET_CHILD_SUBREAPER, PR_SET_THP_DISABLE,
	PR_SET_VMA};

/*
 * Sockets. A native program needs none. Run-time systems try to reach a name service or a log
 * (AF_UNIX); an error is enough for them. The JVM, when it loads its network library for any
 * reason, makes one TCP socket of each family to see whether it works. Only the JVM does so without
 * SOCK_CLOEXEC, so exactly that call is allowed: the socket is useless in an empty network
 * namespace, and connect and bind are forbidden and reported. For a compiler, sockets do not exist.
 */
static int add_socket_conditions(scmp_filter_ctx filter, enum as_profile profile)
{
	static const unsigned families[] = {AF_INET, AF_INET6};
	static const int allowed_options[] = {SO_REUSEADDR, SO_REUSEPORT, SO_SNDBUF, SO_RCVBUF,
		SO_LINGER, SO_KEEPALIVE, SO_RCVTIMEO, SO_SNDTIMEO};

	if (profile == AS_PROFILE_COMPILER)
		return seccomp_rule_add(filter, SCMP_ACT_ERRNO(EAFNOSUPPORT), SCMP_SYS(socket), 0);
	if (profile == AS_PROFILE_NATIVE)
		return 0;
	if (seccomp_rule_add(filter, SCMP_ACT_ERRNO(EAFNOSUPPORT), SCMP_SYS(socket), 1,
		    SCMP_A0_32(SCMP_CMP_EQ, AF_UNIX)))
		return -1;
	for (size_t i = 0; i < sizeof(families) / sizeof(*families); i++)
		if (seccomp_rule_add(filter, SCMP_ACT_ALLOW, SCMP_SYS(socket), 3,
			    SCMP_A0_32(SCMP_CMP_EQ, families[i]),
			    SCMP_A1_32(SCMP_CMP_EQ, SOCK_STREAM), SCMP_A2_32(SCMP_CMP_EQ, 0)))
			return -1;
	/* Protocol options and socket filters are a large part of the kernel. */
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
	/* The kernel counts the pages of larger pipes by user, and gives small pipes to a user that
	 * has too many. */
	return seccomp_rule_add(filter, SCMP_ACT_ERRNO(EPERM), SCMP_SYS(fcntl), 1,
		SCMP_A1_32(SCMP_CMP_EQ, F_SETPIPE_SZ));
}

/*
 * Only requests of the family 'T' (bits 8 to 15) are allowed: those of terminals, and those for
 * non-blocking mode, close-on-exec and the number of readable bytes. All others get the answer of a
 * file that does not support them, because some of them store a key in an encrypted file system,
 * read and write attributes of inodes, or make the host write to its disks.
 */
static int add_ioctl_conditions(scmp_filter_ctx filter)
{
	const uint64_t family = (uint64_t)_IOC_TYPEMASK << _IOC_TYPESHIFT, ours = _IO('T', 0);

	if (seccomp_rule_add(filter, SCMP_ACT_ALLOW, SCMP_SYS(ioctl), 1,
		    SCMP_A1(SCMP_CMP_MASKED_EQ, family, ours)))
		return -1;
	/* Another family differs in at least one of these bits. */
	for (int bit = _IOC_TYPESHIFT; bit < _IOC_TYPESHIFT + _IOC_TYPEBITS; bit++) {
		const uint64_t mask = UINT64_C(1) << bit;
		if (seccomp_rule_add(filter, SCMP_ACT_ERRNO(ENOTTY), SCMP_SYS(ioctl), 1,
			    SCMP_A1(SCMP_CMP_MASKED_EQ, mask, ~ours & mask)))
			return -1;
	}
	return 0;
}

/*
 * A process may read and lower its own limits, but not those of others: init has the same id if the
 * caller is not root. Nor may it change the limit of core files, whose value 1 prevents the host's
 * core-dump handler.
 */
static int add_limit_conditions(scmp_filter_ctx filter)
{
	const uint32_t refuse = SCMP_ACT_ERRNO(EPERM);

	/* Tests for equality, never for inequality: the kernel uses the low half of the register,
	 * the filter all of it. */
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

/* Permits pairs of connected sockets, which no other process can reach, and sending without an
 * implied connect. Pairs of datagram sockets are refused: they could send to any socket with a
 * name. */
static int add_pair_conditions(scmp_filter_ctx filter)
{
	static const uint32_t type = ~(uint32_t)(SOCK_CLOEXEC | SOCK_NONBLOCK);

	return seccomp_rule_add(filter, SCMP_ACT_ALLOW, SCMP_SYS(socketpair), 2,
		       SCMP_A0_32(SCMP_CMP_EQ, AF_UNIX),
		       SCMP_A1_32(SCMP_CMP_MASKED_EQ, type, SOCK_STREAM)) ||
			       seccomp_rule_add(filter, SCMP_ACT_ALLOW, SCMP_SYS(socketpair), 2,
				       SCMP_A0_32(SCMP_CMP_EQ, AF_UNIX),
				       SCMP_A1_32(SCMP_CMP_MASKED_EQ, type, SOCK_SEQPACKET)) ||
			       seccomp_rule_add(filter, SCMP_ACT_ALLOW, SCMP_SYS(sendto), 1,
				       SCMP_A3(SCMP_CMP_MASKED_EQ, MSG_FASTOPEN, 0)) ||
			       seccomp_rule_add(filter, SCMP_ACT_ALLOW, SCMP_SYS(sendmsg), 1,
				       SCMP_A2(SCMP_CMP_MASKED_EQ, MSG_FASTOPEN, 0))
		       ? -1
		       : 0;
}

/* In a writable box a FIFO is like any other file; a device or a socket is not. The kernel uses 16
 * bits of the mode, the filter compares 4 of them. */
static int add_fifo_conditions(scmp_filter_ctx filter)
{
	return seccomp_rule_add(filter, SCMP_ACT_ALLOW, SCMP_SYS(mknodat), 1,
		       SCMP_A2(SCMP_CMP_MASKED_EQ, S_IFMT, S_IFIFO)) ||
			       seccomp_rule_add(filter, SCMP_ACT_ALLOW, SCMP_SYS(mknod), 1,
				       SCMP_A1(SCMP_CMP_MASKED_EQ, S_IFMT, S_IFIFO))
		       ? -1
		       : 0;
}

/* Mono sets each thread to the scheduling class that it has already, and complains on standard
 * output if that fails. Any other class is refused. */
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

/* Timers of CPU time are allowed. A timer of wall time is reported to init first. */
static int add_timer_conditions(scmp_filter_ctx filter)
{
	return seccomp_rule_add(filter, SCMP_ACT_ALLOW, SCMP_SYS(setitimer), 1,
		       SCMP_A0_32(SCMP_CMP_EQ, ITIMER_VIRTUAL)) ||
			       seccomp_rule_add(filter, SCMP_ACT_ALLOW, SCMP_SYS(setitimer), 1,
				       SCMP_A0_32(SCMP_CMP_EQ, ITIMER_PROF))
		       ? -1
		       : 0;
}

/*
 * The page cache of the files that all runs see is a channel between runs. The first read of a page
 * leaves a trace: a later run can count major faults, or see in /proc/self/smaps which pages are
 * cached. That cannot be prevented. But a program must not be able to erase a trace and write it
 * again. So these are refused: dropping mapped pages, making huge pages of cached ones, reading
 * only cached ones; and merging pages, which reveals the memory of others. The kernel answers
 * unknown advice with the same error.
 */
static int add_cache_conditions(scmp_filter_ctx filter)
{
	static const unsigned refused[] = {
		MADV_MERGEABLE, MADV_UNMERGEABLE, MADV_COLD, MADV_PAGEOUT, MADV_COLLAPSE};
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

/* Huge pages reserved by an administrator are not charged to any group. A program that asks for
 * them gets the answer that there are none. */
static int add_huge_page_conditions(scmp_filter_ctx filter)
{
	return seccomp_rule_add(filter, SCMP_ACT_ALLOW, SCMP_SYS(mmap), 1,
		       SCMP_A3(SCMP_CMP_MASKED_EQ, MAP_HUGETLB, 0)) ||
			       seccomp_rule_add(filter, SCMP_ACT_ERRNO(ENOMEM), SCMP_SYS(mmap), 1,
				       SCMP_A3(SCMP_CMP_MASKED_EQ, MAP_HUGETLB, MAP_HUGETLB)) ||
			       seccomp_rule_add(filter, SCMP_ACT_ALLOW, SCMP_SYS(memfd_create), 1,
				       SCMP_A1(SCMP_CMP_MASKED_EQ, MFD_HUGETLB, 0)) ||
			       seccomp_rule_add(filter, SCMP_ACT_ERRNO(ENOSYS),
				       SCMP_SYS(memfd_create), 1,
				       SCMP_A1(SCMP_CMP_MASKED_EQ, MFD_HUGETLB, MFD_HUGETLB))
		       ? -1
		       : 0;
}

int filter_add_conditions(scmp_filter_ctx filter, enum as_profile profile)
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
		(profile != AS_PROFILE_NATIVE && add_pair_conditions(filter)))
		return -1;
	if (profile == AS_PROFILE_RUNTIME && add_scheduler_conditions(filter))
		return -1;
	if (add_huge_page_conditions(filter) || add_cache_conditions(filter) ||
		add_fcntl_conditions(filter) || add_ioctl_conditions(filter) ||
		add_limit_conditions(filter) || add_fifo_conditions(filter) ||
		add_timer_conditions(filter))
		return -1;
	/* Reading the execution domain is common; setting it could weaken ASLR or change the ABI.
	 */
	return seccomp_rule_add(filter, SCMP_ACT_ALLOW, SCMP_SYS(personality), 1,
		SCMP_A0_32(SCMP_CMP_EQ, 0xffffffffu));
}

int filter_add_timers(scmp_filter_ctx filter)
{
	const int alarm_call = seccomp_syscall_resolve_name("alarm");

	/* Some architectures have no alarm. */
	return seccomp_rule_add(filter, SCMP_ACT_ALLOW, SCMP_SYS(setitimer), 0) ||
			       (alarm_call >= 0 &&
				       seccomp_rule_add(filter, SCMP_ACT_ALLOW, alarm_call, 0))
		       ? -1
		       : 0;
}
