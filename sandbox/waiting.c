/* SPDX-License-Identifier: MIT */
/*
 * Detects a run that waits for its standard input and for nothing else.
 *
 * Theory. A task (a thread) that is blocked in a read of that pipe continues when data arrive, at
 * end of file, or at a signal; a task that waits for a child continues when the child changes, or
 * at a signal. If all tasks of the tree are blocked in this way at one moment, none can wake
 * another, and only the pipe or the signal of a timer can. So a proof has two parts:
 *
 * - One moment: the tasks of the run's control group are listed, and each is examined, twice. Both
 *   lists are equal, and each task was blocked both times with the same number of context switches:
 *   it did not run in between. In between, the number of tasks charged to the group equalled the
 *   length of the list, so there was no other task at that moment. The charge is needed because
 *   reading the list is not atomic and omits a dying task whose parent was not notified yet, while
 *   the charge lasts from before a task exists until it is reaped.
 * - No timer: those of timer_create are listed in /proc; a task that reads or polls a timerfd is
 *   not blocked in a read of the pipe. Interval timers are shown nowhere, and their signal by
 *   default ends a process, after which its parent may continue. So the kernel asks process 1 when
 *   a task sets one (filters/policy.c); process 1 reports it to this side before it allows the
 *   call, and that run can no longer be proven to wait. Timers of CPU time stand still while all
 *   tasks sleep. A handler for a signal of timers or of descriptors counts as a timer.
 *
 * If anything cannot be read, or has an unexpected value, there is no proof.
 */
#include "supervision.h"

#include <errno.h>
#include <fcntl.h>
#include <signal.h>
#include <stdio.h>
#include <string.h>
#include <sys/stat.h>
#include <sys/syscall.h>

/* More tasks belong to a run-time system, some of whose threads use timed waits. */
#define MAX_TASKS 64
#define LIST_BYTES 4096
/* The status of a process with all 64 signal groups and many cores fits. */
#define STATUS_BYTES 16384

struct task {
	pid_t id;
	unsigned long long switches;
	long call;
};

struct listing {
	size_t count;
	size_t readers;
	size_t listed; /* including the helper and process 1 */
	struct task tasks[MAX_TASKS];
};

void as_waiting_set(struct as_sandbox *sandbox, const struct supervision *run)
{
	pthread_mutex_lock(&sandbox->waiting.mutex);
	sandbox->waiting.run = run;
	pthread_mutex_unlock(&sandbox->waiting.mutex);
}

bool as_waiting_read(int dir_fd, const char *name, char *text, size_t size)
{
	AS_AUTO_FD int fd = openat(dir_fd, name, O_RDONLY | O_CLOEXEC);
	size_t used = 0;
	ssize_t got = -1;

	while (fd >= 0 && used < size - 1 && (got = read(fd, text + used, size - 1 - used)) > 0)
		used += (size_t)got;
	text[used] = '\0';
	return fd >= 0 && got == 0;
}

/* The number after "\nNAME:". */
static bool find_number(const char *status, const char *name, int base, unsigned long long *number)
{
	const char *at = strstr(status, name);
	char *end;

	if (!at)
		return false;
	at += strlen(name);
	errno = 0;
	*number = strtoull(at, &end, base);
	return end > at && *end == '\n' && !errno;
}

/* True if it sleeps, and no timer can wake it. */
static bool is_asleep(const char *status, struct task *task)
{
	const unsigned signals[] = {SIGALRM, SIGVTALRM, SIGPROF, SIGIO};
	unsigned long long caught, voluntary, involuntary;

	if (!strstr(status, "\nState:\tS ") || !find_number(status, "\nSigCgt:\t", 16, &caught) ||
		!find_number(status, "\nvoluntary_ctxt_switches:\t", 10, &voluntary) ||
		!find_number(status, "\nnonvoluntary_ctxt_switches:\t", 10, &involuntary))
		return false;
	for (size_t i = 0; i < sizeof(signals) / sizeof(*signals); i++)
		if (caught >> (signals[i] - 1) & 1)
			return false;
	task->switches = voluntary + involuntary;
	return true;
}

bool as_waiting_is_pipe(int task_fd, unsigned long long fd, const struct stat *input)
{
	char name[32];
	struct stat info;

	snprintf(name, sizeof(name), "fd/%llu", fd);
	return fstatat(task_fd, name, &info, 0) == 0 && info.st_dev == input->st_dev &&
	       info.st_ino == input->st_ino;
}

/* The system call in which it is blocked: proc(5), /proc/PID/syscall. */
static bool examine_call(int task_fd, const struct stat *input, struct task *task, size_t *readers)
{
	char text[256];
	unsigned long long first;

	if (!as_waiting_read(task_fd, "syscall", text, sizeof(text)) ||
		sscanf(text, "%ld 0x%llx", &task->call, &first) != 2)
		return false;
	/* With WNOHANG it is not blocked. */
	if (task->call == SYS_wait4 || task->call == SYS_waitid)
		return true;
	if ((task->call != SYS_read && task->call != SYS_readv) ||
		!as_waiting_is_pipe(task_fd, first, input))
		return false;
	++*readers;
	return true;
}

static bool has_no_timers(int task_fd)
{
	char text[2];

	return as_waiting_read(task_fd, "timers", text, sizeof(text)) && !*text;
}

static bool examine_task(pid_t id, const struct stat *input, struct listing *listing)
{
	struct task *task = &listing->tasks[listing->count];
	char path[32], status[STATUS_BYTES];

	if (listing->count == MAX_TASKS)
		return false;
	snprintf(path, sizeof(path), "/proc/%d", (int)id);
	/* Held open, so that everything is read of one task. */
	AS_AUTO_FD int task_fd = open(path, O_DIRECTORY | O_CLOEXEC);
	*task = (struct task){.id = id};
	if (task_fd < 0 || !as_waiting_read(task_fd, "status", status, sizeof(status)) ||
		!is_asleep(status, task) ||
		!examine_call(task_fd, input, task, &listing->readers) || !has_no_timers(task_fd))
		return false;
	listing->count++;
	return true;
}

/* pidfd_open(2) documents the lines of fdinfo that are read here. */
pid_t as_waiting_init(const struct supervision *run)
{
	char path[64], text[1024];
	unsigned long long pid;

	snprintf(path, sizeof(path), "/proc/self/fdinfo/%d", run->waits[DEATH].fd);
	return as_waiting_read(AT_FDCWD, path, text, sizeof(text)) &&
			       find_number(text, "\nPid:\t", 10, &pid)
		       ? (pid_t)pid
		       : -1;
}

/* Reads the list of the tasks of the run's group. */
static bool read_tasks(const struct supervision *run, char list[LIST_BYTES])
{
	const struct as_cgroup *cgroup = &run->sandbox->cgroup;
	AS_AUTO_FD int dir_fd = cgroup->version->members(cgroup->state);

	return dir_fd >= 0 &&
	       as_waiting_read(dir_fd, cgroup->version->tasks_file, list, LIST_BYTES);
}

/* Examines all tasks of the run's group except the helper and process 1. */
static bool examine_tasks(const struct supervision *run, pid_t init, const struct stat *input,
	struct listing *listing)
{
	char list[LIST_BYTES];

	listing->count = listing->readers = listing->listed = 0;
	if (!read_tasks(run, list))
		return false;
	for (char *at = list, *end; *at; at = end + 1) {
		const long id = strtol(at, &end, 10);
		/* 0 stands for a process of an invisible PID namespace. */
		if (end == at || *end != '\n' || id <= 0)
			return false;
		listing->listed++;
		if (id != init && id != run->sandbox->zygote.pid &&
			!examine_task((pid_t)id, input, listing))
			return false;
	}
	return listing->readers > 0;
}

static bool is_complete(const struct supervision *run, size_t listed)
{
	const struct as_cgroup *cgroup = &run->sandbox->cgroup;
	AS_AUTO_FD int dir_fd = cgroup->version->members(cgroup->state);
	uint64_t charged = 0;

	return dir_fd >= 0 && as_cgroup_read(dir_fd, "pids.current", NULL, &charged) == 0 &&
	       charged == listed;
}

static bool is_same(const struct listing *a, const struct listing *b)
{
	if (a->count != b->count)
		return false;
	for (size_t i = 0; i < a->count; i++)
		if (a->tasks[i].id != b->tasks[i].id ||
			a->tasks[i].switches != b->tasks[i].switches ||
			a->tasks[i].call != b->tasks[i].call)
			return false;
	return true;
}

/* Process 1 has reported a timer, or has sent a message that is not read yet. */
static bool may_have_timer(const struct supervision *run)
{
	struct pollfd message = {.fd = run->waits[RUN].fd, .events = POLLIN};

	return run->has_timer || message.fd < 0 || poll(&message, 1, 0) != 0;
}

static bool awaits_input(const struct supervision *run, const struct stat *input)
{
	struct listing first, second;

	if (!run || !run->request->detects_waiting || !run->sandbox->cgroup.state ||
		run->sandbox->process.used || !run->times.started_ns)
		return false;
	const pid_t init = as_waiting_init(run);
	return init > 0 && examine_tasks(run, init, input, &first) &&
	       is_complete(run, first.listed) && examine_tasks(run, init, input, &second) &&
	       is_same(&first, &second) && !may_have_timer(run);
}

bool as_waiting_has_ended(const struct supervision *run)
{
	struct pollfd death = {.fd = run->waits[DEATH].fd, .events = POLLIN};

	return run->over.kind || poll(&death, 1, 0) != 0;
}

bool as_sandbox_awaits_input(struct as_sandbox *sandbox, int input_fd)
{
	struct stat input;

	if (fstat(input_fd, &input) || !S_ISFIFO(input.st_mode))
		return false;
	pthread_mutex_lock(&sandbox->waiting.mutex);
	bool waits = awaits_input(sandbox->waiting.run, &input);
	pthread_mutex_unlock(&sandbox->waiting.mutex);
	return waits;
}

/* When a process ends, the kernel frees its memory before it closes its descriptors. The program is
 * the first child of process 1. */
static bool has_memory(const struct supervision *run)
{
	char path[64], text[STATUS_BYTES];
	const pid_t init = as_waiting_init(run);

	snprintf(path, sizeof(path), "/proc/%d/task/%d/children", (int)init, (int)init);
	if (init <= 0 || !as_waiting_read(AT_FDCWD, path, text, sizeof(text)))
		return false;
	snprintf(path, sizeof(path), "/proc/%ld/status", strtol(text, NULL, 10));
	return as_waiting_read(AT_FDCWD, path, text, sizeof(text)) && strstr(text, "\nVmSize:");
}

bool as_sandbox_is_alive(struct as_sandbox *sandbox)
{
	pthread_mutex_lock(&sandbox->waiting.mutex);
	const struct supervision *run = sandbox->waiting.run;
	/* A run that is ended at a limit is marked before it is killed, so the mark is read last.
	 */
	const bool is_alive =
		run && run->times.started_ns && has_memory(run) && !as_waiting_has_ended(run);
	pthread_mutex_unlock(&sandbox->waiting.mutex);
	return is_alive;
}
