/* SPDX-License-Identifier: MIT */
/*
 * The program's process between clone and exec. It shares memory and descriptors with init, which
 * is stopped until exec, so it writes its fault where init reads it. Everything is given up in this
 * order: resources, control group, ids, capabilities, the right to gain any, files by Landlock, and
 * at last system calls.
 *
 * Raw system calls where glibc's wrapper would tell other threads: there are none, and the memory
 * is shared.
 */
#include "zygote.h"

#include <errno.h>
#include <linux/capability.h>
#include <linux/seccomp.h>
#include <linux/securebits.h>
#include <signal.h>
#include <string.h>
#include <sys/personality.h>
#include <sys/prctl.h>
#include <sys/resource.h>
#include <sys/syscall.h>
#include <time.h>
#include <unistd.h>

/* For so long a program that somebody has open for writing is waited for. */
#define BUSY_NS INT64_C(1000000000)
#define PAUSE_LEAST_NS 1000000
#define PAUSE_MOST_NS 4000000

static int limit(int resource, uint64_t value)
{
	struct rlimit now, wanted;

	if (getrlimit((__rlimit_resource_t)resource, &now))
		return -1;
	wanted.rlim_cur = value > now.rlim_max ? now.rlim_max : value;
	wanted.rlim_max = wanted.rlim_cur;
	return setrlimit((__rlimit_resource_t)resource, &wanted);
}

/* What control groups do not count; and CPU time, where there are none. */
static int set_limits(const struct as_wire_request *wire)
{
	const struct {
		int resource;
		uint64_t value;
	} table[] = {
		/* Not 0: only at exactly 1 does the kernel start no core-dump helper of the host
		   either. */
		{RLIMIT_CORE, 1},
		{RLIMIT_CPU, wire->cpu_seconds},
		{RLIMIT_STACK, wire->stack_bytes},
		{RLIMIT_FSIZE, wire->file_bytes},
		{RLIMIT_MEMLOCK, 0},
		/* Timers take one each. The kernel counts them for the caller's user too. */
		{RLIMIT_SIGPENDING, 1024},
		{RLIMIT_MSGQUEUE, 0},
		{RLIMIT_NICE, 0},
		{RLIMIT_RTPRIO, 0},
	};

	for (size_t i = 0; i < sizeof(table) / sizeof(*table); i++)
		if (limit(table[i].resource, table[i].value))
			return -1;
	return 0;
}

/* Sets the counters of the inherited groups to zero. Init, which waits meanwhile, is to be told
 * apart from the program later. */
static int reset_counters(struct zygote_start *start)
{
	const int *fds = start->request->cgroup_fds;

	/* To read the own clock has the kernel charge what this process used until here. */
	start->early_cpu_ns = zygote_cpu_ns(0);
	start->init_cpu_ns = zygote_cpu_ns(1);
	const uint64_t held_bytes = zygote_read_number(fds[2]);
	start->group_base_bytes =
		held_bytes > start->filled_bytes ? held_bytes - start->filled_bytes : 0;
	return write(fds[0], "0", 1) != 1 || write(fds[1], "0", 1) != 1 ? -1 : 0;
}

static int join_cgroup(struct zygote_start *start)
{
	if (!start->attach)
		return 0;
	if (write(start->request->cgroup_fds[1], "0", 1) != 1)
		return -1;
	start->early_cpu_ns = zygote_cpu_ns(0);
	return 0;
}

static int drop_privileges(const struct zygote *zygote)
{
	struct __user_cap_header_struct header = {.version = _LINUX_CAPABILITY_VERSION_3};
	struct __user_cap_data_struct none[_LINUX_CAPABILITY_U32S_3] = {0};

	for (int cap = 0; prctl(PR_CAPBSET_READ, cap, 0, 0, 0) >= 0; cap++)
		if (prctl(PR_CAPBSET_DROP, cap, 0, 0, 0))
			return -1;
	if (prctl(PR_SET_SECUREBITS,
		    SECBIT_NOROOT | SECBIT_NOROOT_LOCKED | SECBIT_NO_SETUID_FIXUP |
			    SECBIT_NO_SETUID_FIXUP_LOCKED | SECBIT_KEEP_CAPS_LOCKED |
			    SECBIT_NO_CAP_AMBIENT_RAISE | SECBIT_NO_CAP_AMBIENT_RAISE_LOCKED,
		    0, 0, 0))
		return -1;
	if (zygote->setup->privileged &&
		(syscall(SYS_setresgid, AS_INSIDE_ID, AS_INSIDE_ID, AS_INSIDE_ID) ||
			syscall(SYS_setresuid, AS_INSIDE_ID, AS_INSIDE_ID, AS_INSIDE_ID)))
		return -1;
	if (syscall(SYS_capset, &header, none))
		return -1;
	return prctl(PR_SET_NO_NEW_PRIVS, 1, 0, 0, 0);
}

/*
 * Whatever the caller ignored or blocked, the program starts as from a shell. The C library would
 * hide its own two signals (32 and 33), so the kernel is asked directly; its struct sigaction is
 * all zero for the default.
 */
static void reset_signals(void)
{
	static const unsigned long defaults[4] = {0};
	const uint64_t none = 0;

	syscall(SYS_rt_sigprocmask, SIG_SETMASK, &none, NULL, sizeof(none));
	/* Handlers are shared with nobody here (no CLONE_SIGHAND). */
	for (int number = 1; number <= 64; number++)
		if (number != SIGKILL && number != SIGSTOP)
			syscall(SYS_rt_sigaction, number, defaults, NULL, sizeof(none));
}

/*
 * Whoever else starts a process holds for a moment what this process's caller writes, the program's
 * file for one. What the tries use is not the program's.
 */
static int execute(struct zygote_start *start)
{
	const struct zygote_request *request = start->request;
	const int64_t since_ns = zygote_now_ns();
	struct timespec pause = {.tv_nsec = PAUSE_LEAST_NS};

	for (;;) {
		if (request->wire->joining == AS_JOIN_INHERIT && reset_counters(start))
			return zygote_fail(&start->fault, AS_STAGE_CGROUP, NULL);
		start->started_ns = zygote_now_ns();
		execve(request->argv[0], request->argv, request->env);
		if (errno != ETXTBSY || start->started_ns - since_ns > BUSY_NS)
			return zygote_fail(&start->fault, AS_STAGE_EXEC, request->argv[0]);
		syscall(SYS_nanosleep, &pause, NULL);
		if (pause.tv_nsec < PAUSE_MOST_NS)
			pause.tv_nsec *= 2;
	}
}

int zygote_program_main(void *argument)
{
	struct zygote_start *start = argument;
	const struct zygote_request *request = start->request;
	struct zygote_fault *fault = &start->fault;

	reset_signals();
	setsid();
	/* The same addresses in every run: times and verdicts repeat better. */
	personality(ADDR_NO_RANDOMIZE);
	if (set_limits(request->wire))
		return zygote_fail(fault, AS_STAGE_RLIMIT, NULL);
	if (join_cgroup(start))
		return zygote_fail(fault, AS_STAGE_CGROUP, NULL);
	if (drop_privileges(start->zygote))
		return zygote_fail(fault, AS_STAGE_PRIVILEGES, NULL);
	/* A machine that has none is no reason to fail. */
	if (request->wire->counter.wanted)
		start->counter_fd = as_counter_open(&request->wire->counter);
	if (zygote_landlock_restrict(
		    start->zygote->landlock_abi, request->wire->writable_box ? "/box" : NULL))
		return zygote_fail(fault, AS_STAGE_LANDLOCK, NULL);
	long listener = syscall(SYS_seccomp, SECCOMP_SET_MODE_FILTER,
		SECCOMP_FILTER_FLAG_NEW_LISTENER | SECCOMP_FILTER_FLAG_SPEC_ALLOW,
		&start->zygote->filters[request->wire->profile]);
	if (listener < 0)
		return zygote_fail(fault, AS_STAGE_SECCOMP, NULL);
	start->listener_fd = (int)listener;
	/* What comes before needs some itself. */
	if (limit(RLIMIT_NOFILE, request->wire->open_files))
		return zygote_fail(fault, AS_STAGE_RLIMIT, NULL);
	return execute(start);
}
