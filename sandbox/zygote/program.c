/* SPDX-License-Identifier: MIT */
/*
 * The program's process between clone and exec. It shares memory and descriptors with init, which
 * is stopped until exec. So init can read the fault that this process has recorded. It drops what
 * the helper could not drop for it (privileges.c), in this order: resources, control group, ids,
 * capabilities, files (Landlock), and last system calls.
 *
 * Raw system calls are used if glibc's wrapper would notify other threads: there are none, and the
 * memory is shared.
 */
#include "zygote.h"

#include <errno.h>
#include <linux/seccomp.h>
#include <signal.h>
#include <sys/resource.h>
#include <sys/syscall.h>
#include <time.h>
#include <unistd.h>

#define FLAG_WAIT_KILLABLE_RECV (1u << 5) /* Linux 5.19 */

/* How long to wait for a program that is still open for writing. */
#define BUSY_NS INT64_C(1000000000)
#define MIN_PAUSE_NS 1000000
#define MAX_PAUSE_NS 4000000

/* Resets the counters of the inherited groups. Init waits meanwhile; its usage is recorded so that
 * it can be subtracted later. */
static int reset_counters(struct zygote_start *start)
{
	const int *fds = start->request->cgroup_fds;

	/* Reading its own clock makes the kernel account what this process has used so far. */
	zygote_cpu_ns(0);
	start->init_cpu_ns = zygote_cpu_ns(1);
	const uint64_t held_bytes = zygote_read_number(fds[2]);
	start->group_base_bytes =
		held_bytes > start->filled_bytes ? held_bytes - start->filled_bytes : 0;
	if (write(fds[0], "0", 1) != 1 || write(fds[1], "0", 1) != 1)
		return -1;
	/* Read after the reset: if the machine stops in between, the pause must not count as time
	 * that the program used outside of its group. */
	start->early_cpu_ns = zygote_cpu_ns(0);
	return 0;
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

/* Whatever signals the caller has blocked, the program starts as from a shell. A raw system call,
 * because the C library would hide its two own signals (32 and 33). */
static void unblock_signals(void)
{
	const uint64_t none = 0;

	syscall(SYS_rt_sigprocmask, SIG_SETMASK, &none, NULL, sizeof(none));
}

/*
 * If another thread starts a process, that process holds every descriptor for a moment, including
 * that of a program's file that is being written (ETXTBSY). The time of the retries does not count
 * for the program.
 */
static int execute(struct zygote_start *start)
{
	const struct zygote_request *request = start->request;
	const uint64_t *key = start->zygote->exec_key;
	const int64_t since_ns = zygote_now_ns();
	struct timespec pause = {.tv_nsec = MIN_PAUSE_NS};

	for (;;) {
		if (request->wire->joining == AS_JOIN_INHERIT && reset_counters(start))
			return zygote_fail(&start->fault, AS_STEP_CGROUP, NULL);
		start->started_ns = zygote_now_ns();
		syscall(SYS_execve, request->argv[0], request->argv, request->env, key[0], key[1]);
		if (errno != ETXTBSY || start->started_ns - since_ns > BUSY_NS)
			return zygote_fail(&start->fault, AS_STEP_EXEC, request->argv[0]);
		syscall(SYS_nanosleep, &pause, NULL);
		if (pause.tv_nsec < MAX_PAUSE_NS)
			pause.tv_nsec *= 2;
	}
}

/* Once init has received a call that it will allow, no signal may interrupt the call; older kernels
 * cannot do that. */
static long load_filter(const struct zygote_request *request)
{
	const unsigned flags = SECCOMP_FILTER_FLAG_NEW_LISTENER | SECCOMP_FILTER_FLAG_SPEC_ALLOW;
	const struct sock_fprog *filter = &request->filter;
	long listener = -1;

	if (request->wire->reports_timers)
		listener = syscall(SYS_seccomp, SECCOMP_SET_MODE_FILTER,
			flags | FLAG_WAIT_KILLABLE_RECV, filter);
	return listener >= 0 ? listener
			     : syscall(SYS_seccomp, SECCOMP_SET_MODE_FILTER, flags, filter);
}

int zygote_program_main(void *argument)
{
	struct zygote_start *start = argument;
	const struct zygote_request *request = start->request;
	struct zygote_fault *fault = &start->fault;
	const bool is_process_level = start->zygote->setup->process;

	unblock_signals();
	setsid();
	if (zygote_limit_run(request->wire, start->zygote->setup->privileged) ||
		(is_process_level && zygote_process_limit(request)))
		return zygote_fail(fault, AS_STEP_RLIMIT, NULL);
	if (join_cgroup(start))
		return zygote_fail(fault, AS_STEP_CGROUP, NULL);
	if (is_process_level ? zygote_process_drop(request->wire->process.user,
				       request->group_count, request->groups)
			     : zygote_drop_privileges(start->zygote->setup->privileged))
		return zygote_fail(fault, AS_STEP_PRIVILEGES, NULL);
	/* A machine without a counter is not a failure. */
	if (request->wire->counter.wanted)
		start->counter_fd = as_counter_open(&request->wire->counter);
	if (is_process_level ? zygote_landlock_process(start->zygote, request)
			     : zygote_landlock_restrict(start->zygote->landlock_abi,
				       request->landlock_fd,
				       request->wire->writable_box ? "/box" : NULL))
		return zygote_fail(fault, AS_STEP_LANDLOCK, NULL);
	if (is_process_level)
		zygote_filter_name_self(&request->filter);
	long listener = load_filter(request);
	if (listener < 0)
		return zygote_fail(fault, AS_STEP_SECCOMP, NULL);
	start->listener_fd = (int)listener;
	/* The earlier steps need descriptors themselves. */
	if (zygote_limit(RLIMIT_NOFILE, request->wire->open_files))
		return zygote_fail(fault, AS_STEP_RLIMIT, NULL);
	return execute(start);
}
