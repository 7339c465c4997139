/* SPDX-License-Identifier: MIT */
/*
 * Whether a run waits for its standard input and for nothing else.
 *
 * Theory: a task (a thread) that is blocked in a read of that pipe goes on when something comes,
 * when the pipe ends, or at a signal; one that waits for a child when the child changes, or at a
 * signal. Where all tasks of the tree are blocked so at one moment, none of them can wake another,
 * and only the pipe and a timer's signal are left. So a proof is: no timer, and that moment.
 *
 *   - The moment: the tasks of the run's control group are listed and each is looked at, twice. The
 *     lists are the same, and each task was blocked both times with the same number of context
 *     switches: it did not run in between. In between, the number of tasks charged to the group was
 *     that of the list, so there was no other task at that moment. The charge is needed because the
 *     list is not atomic and omits a dying task whose parent does not know yet, while the charge
 *     lasts from before a task exists until it was waited for.
 *   - No timer: those of timer_create are in /proc; a timer that is read or polled has no reader.
 *     Interval timers are shown nowhere, and their signal by default ends a process, after which
 *     its parent may go on: so the kernel asks process 1 when a task sets one (filters/policy.c),
 *     which tells this side before it lets the call go on; then there is no proof for that run. Those
 *     that count CPU time do not move while all sleep. A handler for a signal of timers or of
 *     descriptors counts as a timer.
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

/* More belong to a run-time system, some of whose threads sleep by the clock. */
#define TASKS_MOST 64
#define LIST_BYTES 4096
/* The status of a process with all 64 groups of signals and cores in it. */
#define STATUS_BYTES 16384

struct sight {
	pid_t id;
	unsigned long long switches;
	long call;
};

struct look {
	size_t count;
	size_t readers;
	size_t listed; /* ours included */
	struct sight tasks[TASKS_MOST];
};

void as_waiting_show(struct as_sandbox *sandbox, const struct supervision *run)
{
	pthread_mutex_lock(&sandbox->waiting.mutex);
	sandbox->waiting.run = run;
	pthread_mutex_unlock(&sandbox->waiting.mutex);
}

/* All of a file of /proc; false where it is not there, or longer than it should be. */
static bool read_all(int dir_fd, const char *name, char *text, size_t size)
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

/* Asleep, and with no way to be woken by a timer. */
static bool is_asleep(const char *status, struct sight *sight)
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
	sight->switches = voluntary + involuntary;
	return true;
}

static bool is_pipe(int task_fd, unsigned long long fd, const struct stat *input)
{
	char name[32];
	struct stat info;

	snprintf(name, sizeof(name), "fd/%llu", fd);
	return fstatat(task_fd, name, &info, 0) == 0 && info.st_dev == input->st_dev &&
	       info.st_ino == input->st_ino;
}

/* What it is blocked in: proc(5), /proc/PID/syscall. */
static bool look_at_call(
	int task_fd, const struct stat *input, struct sight *sight, size_t *readers)
{
	char text[256];
	unsigned long long first;

	if (!read_all(task_fd, "syscall", text, sizeof(text)) ||
		sscanf(text, "%ld 0x%llx", &sight->call, &first) != 2)
		return false;
	/* One who would not wait for a child is not blocked. */
	if (sight->call == SYS_wait4 || sight->call == SYS_waitid)
		return true;
	if ((sight->call != SYS_read && sight->call != SYS_readv) ||
		!is_pipe(task_fd, first, input))
		return false;
	++*readers;
	return true;
}

static bool has_no_timers(int task_fd)
{
	char text[2];

	return read_all(task_fd, "timers", text, sizeof(text)) && !*text;
}

static bool look_at_task(pid_t id, const struct stat *input, struct look *look)
{
	struct sight *sight = &look->tasks[look->count];
	char path[32], status[STATUS_BYTES];

	if (look->count == TASKS_MOST)
		return false;
	snprintf(path, sizeof(path), "/proc/%d", (int)id);
	/* Held, so that all that is read is of one task. */
	AS_AUTO_FD int task_fd = open(path, O_DIRECTORY | O_CLOEXEC);
	*sight = (struct sight){.id = id};
	if (task_fd < 0 || !read_all(task_fd, "status", status, sizeof(status)) ||
		!is_asleep(status, sight) || !look_at_call(task_fd, input, sight, &look->readers) ||
		!has_no_timers(task_fd))
		return false;
	look->count++;
	return true;
}

/* Process 1 of the run, by the descriptor that this side has of it: pidfd_open(2). */
static pid_t find_init(const struct supervision *run)
{
	char path[64], text[1024];
	unsigned long long pid;

	snprintf(path, sizeof(path), "/proc/self/fdinfo/%d", run->waits[DEATH].fd);
	return read_all(AT_FDCWD, path, text, sizeof(text)) &&
			       find_number(text, "\nPid:\t", 10, &pid)
		       ? (pid_t)pid
		       : -1;
}

/* All tasks of the run's group but ours. */
static bool look_at_all(
	const struct supervision *run, pid_t init, const struct stat *input, struct look *look)
{
	const struct as_cgroup *cgroup = &run->sandbox->cgroup;
	char list[LIST_BYTES];
	AS_AUTO_FD int dir_fd = cgroup->version->members(cgroup->state);

	look->count = look->readers = look->listed = 0;
	if (dir_fd < 0 || !read_all(dir_fd, cgroup->version->tasks_file, list, sizeof(list)))
		return false;
	for (char *at = list, *end; *at; at = end + 1) {
		const long id = strtol(at, &end, 10);
		/* 0 is one whom this process cannot see. */
		if (end == at || *end != '\n' || id <= 0)
			return false;
		look->listed++;
		if (id != init && id != run->sandbox->zygote.pid &&
			!look_at_task((pid_t)id, input, look))
			return false;
	}
	return look->readers > 0;
}

static bool are_all(const struct supervision *run, size_t listed)
{
	const struct as_cgroup *cgroup = &run->sandbox->cgroup;
	AS_AUTO_FD int dir_fd = cgroup->version->members(cgroup->state);
	uint64_t charged = 0;

	return dir_fd >= 0 && as_cgroup_read(dir_fd, "pids.current", NULL, &charged) == 0 &&
	       charged == listed;
}

static bool is_same(const struct look *a, const struct look *b)
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
	struct pollfd news = {.fd = run->waits[RUN].fd, .events = POLLIN};

	return run->has_timer || news.fd < 0 || poll(&news, 1, 0) != 0;
}

static bool waits_for(const struct supervision *run, const struct stat *input)
{
	struct look first, second;

	if (!run || !run->request->may_be_asked || !run->sandbox->cgroup.state ||
		!run->times.started_ns)
		return false;
	const pid_t init = find_init(run);
	return init > 0 && look_at_all(run, init, input, &first) && are_all(run, first.listed) &&
	       look_at_all(run, init, input, &second) && is_same(&first, &second) &&
	       !may_have_timer(run);
}

bool as_sandbox_awaits_input(struct as_sandbox *sandbox, int input_fd)
{
	struct stat input;

	if (fstat(input_fd, &input) || !S_ISFIFO(input.st_mode))
		return false;
	pthread_mutex_lock(&sandbox->waiting.mutex);
	bool waits = waits_for(sandbox->waiting.run, &input);
	pthread_mutex_unlock(&sandbox->waiting.mutex);
	return waits;
}

bool as_sandbox_has_begun(struct as_sandbox *sandbox)
{
	pthread_mutex_lock(&sandbox->waiting.mutex);
	bool has_begun = sandbox->waiting.run && sandbox->waiting.run->times.started_ns;
	pthread_mutex_unlock(&sandbox->waiting.mutex);
	return has_begun;
}
