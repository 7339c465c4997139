/* SPDX-License-Identifier: MIT */
/*
 * Process 1 of a run. Theory of operation:
 *
 * 1. It makes the mounts of the run.
 * 2. It starts the program as a child that shares its memory until exec (as vfork does, so that no
 *    page tables are copied).
 * 3. It waits for the first of three events: the program's end, a forbidden system call (the
 *    seccomp listener), or the end of the run socket (the library is gone).
 * 4. It kills and reaps what is left of the tree, reports, and exits.
 *
 * At the time of the report nothing of the tree lives, so the library need not wait until the
 * kernel has taken down the namespaces, which can take milliseconds. If init itself is killed, the
 * kernel kills the rest of its PID namespace.
 *
 * Descriptors after set-up: 0 to 2 are those of the program, open here only until it has started; 3
 * is the run socket; from 4 on those of the control groups (enum as_joining), then the Landlock
 * rules, if any. Then come the signals and, at the process level, the socket of the killer
 * (killer.c). Last comes the seccomp listener, which the program's process made in the descriptor
 * table that both share until exec.
 */
#include "zygote.h"

#include <errno.h>
#include <fcntl.h>
#include <linux/sched.h>
#include <poll.h>
#include <sched.h>
#include <signal.h>
#include <stdlib.h>
#include <string.h>
#include <sys/prctl.h>
#include <sys/resource.h>
#include <sys/signalfd.h>
#include <sys/syscall.h>
#include <sys/wait.h>
#include <time.h>
#include <unistd.h>

#define RUN_FD 3
#define PROGRAM_STACK_BYTES 65536

/* Moves the request's descriptors to their places and closes all others. */
static int arrange_descriptors(struct zygote_request *request, struct zygote_fault *fault)
{
	int *all[5 + AS_WIRE_CGROUP_FDS] = {
		&request->io_fds[0], &request->io_fds[1], &request->io_fds[2], &request->run_fd};
	size_t count = 4;

	for (uint32_t i = 0; i < request->wire->cgroup_fds; i++)
		all[count++] = &request->cgroup_fds[i];
	if (request->landlock_fd >= 0)
		all[count++] = &request->landlock_fd;
	/* First out of the way, so that no dup2 overwrites a descriptor that has not been moved
	 * yet. */
	for (size_t i = 0; i < count; i++)
		if ((*all[i] = fcntl(*all[i], F_DUPFD_CLOEXEC, 64)) < 0)
			return zygote_fail(fault, AS_STEP_DESCRIPTORS, NULL);
	for (size_t i = 0; i < count; i++)
		if (dup3(*all[i], (int)i, i < 3 ? 0 : O_CLOEXEC) < 0)
			return zygote_fail(fault, AS_STEP_DESCRIPTORS, NULL);
	for (size_t i = 0; i < count; i++)
		*all[i] = (int)i;
	return close_range((unsigned)count, ~0u, 0) ? zygote_fail(fault, AS_STEP_DESCRIPTORS, NULL)
						    : 0;
}

/* Opened in the folder as the program sees it, not in that of the request: the flags of the mount
 * apply to it. */
static int open_own_input(
	const struct zygote *zygote, struct zygote_request *request, struct zygote_fault *fault)
{
	char path[ZYGOTE_PATH_BYTES + 8] = "/data";

	if (!request->wire->has.data_has_stdin)
		return 0;
	if (zygote->setup->process && zygote_process_path(zygote, request->data, path))
		return zygote_fail(fault, AS_STEP_DATA_FOLDER, "input");
	strcat(path, "/input");
	int fd = open(path, O_RDONLY | O_NOFOLLOW | O_CLOEXEC);
	if (fd < 0)
		return zygote_fail(fault, AS_STEP_DATA_FOLDER, "input");
	close(request->io_fds[0]);
	request->io_fds[0] = fd;
	return 0;
}

static int pin(int core, struct zygote_fault *fault)
{
	cpu_set_t set;

	if (core < 0)
		return 0;
	CPU_ZERO(&set);
	CPU_SET(core, &set);
	return sched_setaffinity(0, sizeof(set), &set) ? zygote_fail(fault, AS_STEP_AFFINITY, NULL)
						       : 0;
}

/*
 * Clones the program's process into the control group of a folder. It runs on this function's
 * stack, from which it never returns, while this process waits; so the system call must be here,
 * not in a function of the C library. -1 with errno if the kernel refuses.
 */
static __attribute__((noinline)) pid_t clone_into(int group_fd, struct zygote_start *start)
{
#ifdef __x86_64__
	struct clone_args arguments = {
		.flags = CLONE_VM | CLONE_VFORK | CLONE_FILES | CLONE_INTO_CGROUP,
		.exit_signal = SIGCHLD,
		.cgroup = (uint64_t)group_fd,
	};
	long pid;

	__asm__ volatile("syscall"
			 : "=a"(pid)
			 : "0"((long)SYS_clone3), "D"(&arguments), "S"(sizeof(arguments))
			 : "rcx", "r11", "memory");
	if (pid == 0) {
		zygote_program_main(start);
		_exit(1);
	}
	if (pid >= 0)
		return (pid_t)pid;
	errno = (int)-pid;
	return -1;
#else
	(void)group_fd;
	(void)start;
	errno = ENOSYS;
	return -1;
#endif
}

/* Returns the program's pid once exec has happened or failed. */
static pid_t start_program(struct zygote_start *start)
{
	static _Alignas(64) char stack[PROGRAM_STACK_BYTES];
	const bool born = start->request->wire->joining == AS_JOIN_CLONE;
	pid_t pid = born ? clone_into(start->request->cgroup_fds[0], start) : -1;

	/* If the kernel refuses to clone into the group, it may still allow a move, which is only
	 * slower. */
	if (pid < 0) {
		start->attach = born;
		pid = clone(zygote_program_main, stack + sizeof(stack),
			CLONE_VM | CLONE_VFORK | CLONE_FILES | SIGCHLD, start);
	}
	if (pid < 0)
		return zygote_fail(&start->fault, AS_STEP_CLONE, NULL);
	return start->fault.step == AS_STEP_NONE ? pid : -1;
}

/* The CPU time of the groups that the tree used, without that of init. All other processes are
 * dead. */
static int64_t read_group_cpu_ns(const struct zygote_start *start)
{
	struct timespec own;

	if (start->request->wire->joining != AS_JOIN_INHERIT)
		return 0;
	/* In this order: reading the clock makes the kernel account what is still pending. */
	clock_gettime(CLOCK_PROCESS_CPUTIME_ID, &own);
	int64_t all_ns = (int64_t)zygote_read_number(start->request->cgroup_fds[0]);
	int64_t own_ns = own.tv_sec * INT64_C(1000000000) + own.tv_nsec - start->init_cpu_ns;
	return all_ns > own_ns ? all_ns - own_ns : 1;
}

/* Memory that the last run left behind may have been freed during this run. */
static uint64_t read_group_base_bytes(const struct zygote_start *start)
{
	if (start->request->wire->joining != AS_JOIN_INHERIT)
		return 0;
	const uint64_t left_bytes = zygote_read_number(start->request->cgroup_fds[2]);

	return left_bytes < start->group_base_bytes ? left_bytes : start->group_base_bytes;
}

static void fill_usage(const struct zygote_start *start, struct as_wire_report *report)
{
	struct rusage usage;

	report->group_cpu_time_ns = read_group_cpu_ns(start);
	report->group_base_bytes = read_group_base_bytes(start);
	if (getrusage(RUSAGE_CHILDREN, &usage))
		return;
	report->cpu_time_ns =
		(usage.ru_utime.tv_sec + usage.ru_stime.tv_sec) * INT64_C(1000000000) +
		(usage.ru_utime.tv_usec + usage.ru_stime.tv_usec) * INT64_C(1000) -
		start->early_cpu_ns;
	report->max_rss_bytes = (uint64_t)usage.ru_maxrss * 1024;
	report->involuntary_switches = (uint64_t)usage.ru_nivcsw;
}

/* Reaps dead processes. Returns true when the program itself is among them, with its status. */
static bool reap(pid_t program, int *status)
{
	bool ended = false;
	int each;

	for (pid_t pid; (pid = waitpid(-1, &each, WNOHANG)) > 0;) {
		if (pid == program) {
			*status = each;
			ended = true;
		}
	}
	return ended;
}

/*
 * Kills the rest of the tree and reaps it. One kill is enough: the kernel blocks forks while it
 * walks the list, and a process that it has signalled starts no other. Orphans are reparented to
 * this process. The listener stays open until all are dead: closing it would answer a forbidden
 * call with ENOSYS, and the program would run on for a moment.
 */
static void end_tree(const struct zygote *zygote, struct zygote_request *request,
	const struct as_wire_report *report)
{
	struct as_wire_report over = *report;

	if (waitpid(-1, NULL, WNOHANG) < 0 && errno == ECHILD) {
		zygote_killer_dismiss(request);
		return;
	}
	/* That can take a while, which does not count as time of the program. */
	over.kind = AS_REPORT_OVER;
	over.outcome = report->kind;
	zygote_report(RUN_FD, &over, -1);
	if (zygote->setup->process)
		zygote_killer_kill(request);
	else
		kill(-1, SIGKILL);
	while (waitpid(-1, NULL, 0) > 0 || errno == EINTR)
		;
}

static int next_signal(int signals)
{
	struct signalfd_siginfo info;

	return read(signals, &info, sizeof(info)) == sizeof(info) ? (int)info.ssi_signo : 0;
}

static void watch(const struct zygote_request *request, pid_t program, int listener, int signals,
	struct as_wire_report *report)
{
	const bool is_process_level = request->home != NULL;
	struct pollfd waits[] = {{.fd = signals, .events = POLLIN},
		{.fd = RUN_FD, .events = POLLIN}, {.fd = listener, .events = POLLIN}};
	int status = 0, number;
	bool told_timer = false;

	for (;;) {
		if (poll(waits, 3, -1) < 0 && errno != EINTR)
			_exit(1);
		if (waits[2].revents & POLLIN &&
			zygote_listener_fetch(request, listener, &number, &told_timer, report)) {
			report->kind = AS_REPORT_SYSCALL;
			report->syscall = number;
			return;
		}
		if (waits[2].revents & POLLHUP)
			waits[2].fd = -1; /* no process is left under the filter */
		/* The library is gone, or (process level) wants the end. A PID namespace ends with
		 * this process, but nothing else does. */
		const bool is_killed = waits[0].revents && next_signal(signals) == SIGTERM;
		if (waits[1].revents || is_killed) {
			if (!is_process_level)
				_exit(1);
			report->kind = AS_REPORT_KILLED;
			return;
		}
		if (waits[0].revents) {
			if (reap(program, &status)) {
				report->kind = AS_REPORT_ENDED;
				report->status = status;
				return;
			}
		}
	}
}

/* The initial contents of the box count as memory of the program, not of the group before it. */
static uint64_t filled_bytes(const struct zygote_request *request)
{
	uint64_t bytes = 0;

	if (request->box && !request->home)
		zygote_measure_box(request, &bytes);
	return bytes;
}

static int open_signals(bool is_process_level)
{
	sigset_t set;

	sigemptyset(&set);
	sigaddset(&set, SIGCHLD);
	if (is_process_level)
		sigaddset(&set, SIGTERM);
	/* The helper ignores or reaps them; here zombies must remain to be counted. */
	signal(SIGCHLD, SIG_DFL);
	if (sigprocmask(SIG_BLOCK, &set, NULL))
		return -1;
	return signalfd(-1, &set, SFD_CLOEXEC | SFD_NONBLOCK);
}

void zygote_init_main(const struct zygote *zygote, struct zygote_request *request)
{
	struct zygote_fault fault = {0};
	struct as_wire_report report = {.kind = AS_REPORT_STARTED};

	const bool is_process_level = zygote->setup->process;

	prctl(PR_SET_PDEATHSIG, is_process_level ? SIGTERM : SIGKILL);
	setsid();
	if ((is_process_level ? zygote_process_build_box(zygote, request, &fault)
			      : zygote_build_box(request, &fault)) ||
		open_own_input(zygote, request, &fault) || pin(request->wire->core, &fault) ||
		arrange_descriptors(request, &fault))
		zygote_report_fault(request->run_fd, &fault);
	int signals = open_signals(is_process_level);
	if (is_process_level && zygote_killer_start(request)) {
		zygote_fail(&fault, AS_STEP_CLONE, NULL);
		zygote_report_fault(RUN_FD, &fault);
	}
	struct zygote_start start = {.zygote = zygote,
		.request = request,
		.counter_fd = -1,
		.listener_fd = -1,
		.filled_bytes = filled_bytes(request)};
	pid_t program = signals < 0 ? zygote_fail(&start.fault, AS_STEP_DESCRIPTORS, NULL)
				    : start_program(&start);
	if (program < 0)
		zygote_report_fault(RUN_FD, &start.fault);
	report.group_base_bytes = start.group_base_bytes;
	report.started_ns = start.started_ns ? start.started_ns : zygote_now_ns();
	/* The pipes must end when the program's tree does, not when this process does. */
	for (int fd = 0; fd < 3; fd++)
		close(fd);
	if (zygote_report(RUN_FD, &report, start.counter_fd))
		_exit(1);
	if (start.counter_fd >= 0)
		close(start.counter_fd);
	watch(request, program, start.listener_fd, signals, &report);
	report.ended_ns = zygote_now_ns();
	end_tree(zygote, request, &report);
	fill_usage(&start, &report);
	report.box_full = is_process_level ? zygote_process_measure(request, &report.box_bytes)
					   : zygote_measure_box(request, &report.box_bytes);
	int box = request->wire->keep_box && !is_process_level
			  ? open("/box", O_DIRECTORY | O_CLOEXEC)
			  : -1;
	zygote_report(RUN_FD, &report, box);
	_exit(0);
}
