/* SPDX-License-Identifier: MIT */
/*
 * Finds what the threads of a run do: whether a thread waits for the standard input in any way, and
 * whether the other threads could do something else at the same time.
 *
 * The processes are found from process 1 on, by the lists of children in /proc, which need no
 * control groups. A process waits for more
 * - if its first thread waits for the input: other threads then serve the run-time system, or watch
 *   the time; or
 * - if each of its threads waits for the input, or for something that another thread or process
 *   does: the first thread of a Java program, for example, waits for the thread that runs main.
 * A thread that pauses for some time, or polls nothing, does not wait for input: the program may
 * have read enough and may reject the input.
 */
#include "supervision.h"

#include <dirent.h>
#include <fcntl.h>
#include <poll.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/select.h>
#include <sys/syscall.h>

#define MAX_PROCESSES 64
#define MAX_THREADS 512
#define LIST_BYTES 4096
#define STATUS_BYTES 16384
#define MAX_POLLED 64

/* What one thread does, the busiest first. */
enum doing { RUNNING, PAUSING, WAITING_FOR_OTHERS, WAITING_FOR_CHILD, READING, ENDED };

struct processes {
	size_t count;
	pid_t ids[MAX_PROCESSES];
};

/* What was seen of the threads of one process, or of all processes. */
struct look {
	size_t threads, sleepers, readers;
	bool is_plain; /* all threads read, or wait for a child */
};

/* ---- one thread ---- */

struct call {
	long number;
	unsigned long long arguments[4];
};

static bool read_memory(int task_fd, unsigned long long at, void *data, size_t size)
{
	AS_AUTO_FD int fd = openat(task_fd, "mem", O_RDONLY | O_CLOEXEC);

	return fd >= 0 && pread(fd, data, size, (off_t)at) == (ssize_t)size;
}

static bool polls_input(int task_fd, const struct call *call, const struct stat *input)
{
	struct pollfd polled[MAX_POLLED];
	const size_t count = call->arguments[1] < MAX_POLLED ? call->arguments[1] : MAX_POLLED;

	if (count == 0 ||
		!read_memory(task_fd, call->arguments[0], polled, count * sizeof(*polled)))
		return false;
	for (size_t i = 0; i < count; i++)
		if (polled[i].fd >= 0 &&
			as_waiting_is_pipe(task_fd, (unsigned long long)polled[i].fd, input))
			return true;
	return false;
}

static bool selects_input(int task_fd, const struct call *call, const struct stat *input)
{
	fd_set set;
	const size_t count = call->arguments[0] < FD_SETSIZE ? call->arguments[0] : FD_SETSIZE;

	FD_ZERO(&set);
	if (count == 0 || !call->arguments[1] ||
		!read_memory(task_fd, call->arguments[1], &set,
			(count + NFDBITS - 1) / NFDBITS * sizeof(fd_mask)))
		return false;
	for (size_t fd = 0; fd < count; fd++)
		if (FD_ISSET((int)fd, &set) && as_waiting_is_pipe(task_fd, fd, input))
			return true;
	return false;
}

/* proc(5) documents the lines "tfd:" of an epoll descriptor. */
static bool epolls_input(int task_fd, const struct call *call, const struct stat *input)
{
	char name[48], text[LIST_BYTES];

	snprintf(name, sizeof(name), "fdinfo/%llu", call->arguments[0]);
	if (!as_waiting_read(task_fd, name, text, sizeof(text)))
		return false;
	for (const char *at = text; (at = strstr(at, "tfd:"));) {
		at += strlen("tfd:");
		if (as_waiting_is_pipe(task_fd, strtoull(at, NULL, 10), input))
			return true;
	}
	return false;
}

static enum doing examine_call(int task_fd, const struct call *call, const struct stat *input)
{
	switch (call->number) {
	case SYS_read:
	case SYS_readv:
	case SYS_splice:
		return as_waiting_is_pipe(task_fd, call->arguments[0], input) ? READING
									      : WAITING_FOR_OTHERS;
#ifdef SYS_poll
	case SYS_poll:
#endif
	case SYS_ppoll:
		if (polls_input(task_fd, call, input))
			return READING;
		return call->arguments[1] ? WAITING_FOR_OTHERS : PAUSING;
#ifdef SYS_select
	case SYS_select:
#endif
	case SYS_pselect6:
		if (selects_input(task_fd, call, input))
			return READING;
		return call->arguments[0] ? WAITING_FOR_OTHERS : PAUSING;
#ifdef SYS_epoll_wait
	case SYS_epoll_wait:
#endif
	case SYS_epoll_pwait:
	case SYS_epoll_pwait2:
		return epolls_input(task_fd, call, input) ? READING : WAITING_FOR_OTHERS;
	case SYS_wait4:
	case SYS_waitid:
		return WAITING_FOR_CHILD;
	case SYS_futex:
	case SYS_rt_sigsuspend:
	case SYS_rt_sigtimedwait:
#ifdef SYS_pause
	case SYS_pause:
#endif
		return WAITING_FOR_OTHERS;
	default:
		return PAUSING;
	}
}

static enum doing examine_thread(int task_fd, const struct stat *input)
{
	char status[STATUS_BYTES], text[256];
	struct call call = {0};
	unsigned long long *const to = call.arguments;

	if (!as_waiting_read(task_fd, "status", status, sizeof(status)))
		return RUNNING;
	if (strstr(status, "\nState:\tZ "))
		return ENDED;
	if (!strstr(status, "\nState:\tS ") ||
		!as_waiting_read(task_fd, "syscall", text, sizeof(text)) ||
		sscanf(text, "%ld 0x%llx 0x%llx 0x%llx 0x%llx", &call.number, &to[0], &to[1],
			&to[2], &to[3]) != 5)
		return RUNNING;
	return examine_call(task_fd, &call, input);
}

/* ---- all ---- */

static bool add_children(int task_fd, struct processes *processes)
{
	char list[LIST_BYTES];

	if (!as_waiting_read(task_fd, "children", list, sizeof(list)))
		return false;
	for (char *at = list, *end; *at; at = end + strspn(end, " ")) {
		const long id = strtol(at, &end, 10);
		/* 0 stands for a process of an invisible PID namespace. */
		if (end == at || id <= 0 || processes->count == MAX_PROCESSES)
			return false;
		processes->ids[processes->count++] = (pid_t)id;
	}
	return true;
}

/* Returns what the threads of a process do together, and adds them to `look`. */
static enum doing examine_threads(DIR *threads, pid_t process, bool is_init,
	const struct stat *input, struct processes *processes, struct look *look)
{
	enum doing first = RUNNING, busiest = ENDED;

	for (const struct dirent *entry; (entry = readdir(threads));) {
		if (*entry->d_name == '.')
			continue;
		AS_AUTO_FD int task_fd =
			openat(dirfd(threads), entry->d_name, O_DIRECTORY | O_CLOEXEC);
		if (task_fd < 0 || !add_children(task_fd, processes) ||
			++look->threads > MAX_THREADS)
			return RUNNING;
		if (is_init)
			continue;
		const enum doing doing = examine_thread(task_fd, input);
		if (doing == RUNNING)
			return RUNNING;
		first = strtol(entry->d_name, NULL, 10) == process ? doing : first;
		busiest = doing < busiest ? doing : busiest;
		look->sleepers += doing != ENDED;
		look->readers += doing == READING;
		look->is_plain &= doing >= WAITING_FOR_CHILD;
	}
	return first == READING ? READING : busiest;
}

static enum doing examine_process(pid_t process, bool is_init, const struct stat *input,
	struct processes *processes, struct look *look)
{
	char path[48];

	snprintf(path, sizeof(path), "/proc/%d/task", (int)process);
	DIR *threads = opendir(path);
	if (!threads)
		return RUNNING;
	const enum doing doing = examine_threads(threads, process, is_init, input, processes, look);
	closedir(threads);
	return doing;
}

static enum as_activity find_activity(const struct supervision *run, const struct stat *input)
{
	struct processes processes = {0};
	struct look look = {.is_plain = true};
	bool pauses = false;

	if (!run || !run->times.started_ns)
		return AS_ACTIVITY_RUNS;
	const pid_t init = as_waiting_init(run);
	if (init <= 0)
		return AS_ACTIVITY_RUNS;
	processes.ids[processes.count++] = init;
	for (size_t i = 0; i < processes.count; i++) {
		const enum doing doing =
			examine_process(processes.ids[i], i == 0, input, &processes, &look);
		if (doing == RUNNING)
			return AS_ACTIVITY_RUNS;
		pauses |= doing == PAUSING;
	}
	if (pauses || look.readers == 0)
		return look.sleepers ? AS_ACTIVITY_SLEEPS : AS_ACTIVITY_RUNS;
	return look.is_plain ? AS_ACTIVITY_AWAITS : AS_ACTIVITY_MAY_AWAIT;
}

enum as_activity as_sandbox_activity(struct as_sandbox *sandbox, int input_fd)
{
	struct stat input;

	if (fstat(input_fd, &input) || !S_ISFIFO(input.st_mode))
		return AS_ACTIVITY_RUNS;
	pthread_mutex_lock(&sandbox->waiting.mutex);
	const struct supervision *run = sandbox->waiting.run;
	enum as_activity activity = find_activity(run, &input);
	/* The end of the run is checked last, because a run that ends during the examination makes
	 * the result wrong. */
	if (activity != AS_ACTIVITY_RUNS && as_waiting_has_ended(run))
		activity = AS_ACTIVITY_RUNS;
	pthread_mutex_unlock(&sandbox->waiting.mutex);
	return activity;
}
