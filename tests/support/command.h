/* SPDX-License-Identifier: MIT */
/*
 * Runs the built command as a person would, and checks its traces. Every test has a folder of its
 * own, which is also the command's TMPDIR, so that forgotten files are detected; tests share
 * compiled programs in ASSAY_TEST_CACHE.
 */
#ifndef ASSAY_TESTS_COMMAND_H
#define ASSAY_TESTS_COMMAND_H

#include "groups.h"
#include "patience.h"
#include "skip.h"

#include <assay/base.h>
#include <criterion/criterion.h>
#include <dirent.h>
#include <errno.h>
#include <fcntl.h>
#include <signal.h>
#include <string.h>
#include <sys/mman.h>
#include <sys/prctl.h>
#include <sys/stat.h>
#include <sys/wait.h>

/* ---- a folder for the test ---- */

static char here[64]; /* the test's folder */
static int here_fd = -1;

/* Becomes the reaper of orphaned descendants, so that they can be counted. */
static inline void enter_folder(void)
{
	strcpy(here, "/tmp/assay-cli.XXXXXX");
	cr_assert(mkdtemp(here));
	cr_assert_eq(chmod(here, 0755), 0);
	here_fd = open(here, O_RDONLY | O_DIRECTORY | O_CLOEXEC);
	cr_assert(here_fd >= 0 && mkdirat(here_fd, "tmp", 0755) == 0 && chdir(here) == 0);
	AS_AUTO_FREE char *temp = as_text_format(NULL, "%s/tmp", here);
	cr_assert(temp && setenv("TMPDIR", temp, 1) == 0);
	cr_assert_eq(setenv("XDG_CACHE_HOME", ASSAY_TEST_CACHE, 1), 0);
	cr_assert_eq(prctl(PR_SET_CHILD_SUBREAPER, 1), 0);
}

static inline void leave_folder(void)
{
	cr_assert_eq(chdir("/"), 0);
	close(here_fd);
	as_dir_remove(AT_FDCWD, here, NULL);
}

/* Skips if the condition is false. The suite's .fini does not run after a skipped test. */
#define NEED(condition, thing, reason)                                                             \
	do {                                                                                       \
		bool met_ = (condition);                                                           \
		if (!met_)                                                                         \
			leave_folder();                                                            \
		skip_unless(met_, thing, reason);                                                  \
	} while (0)

/* Writes a file in the test's folder, with the folders above it. */
static inline void put_bytes(const char *path, const void *data, size_t size)
{
	AS_AUTO_FREE char *parent = strdup(path);
	char *slash = strrchr(parent, '/');
	if (slash) {
		*slash = '\0';
		cr_assert_eq(as_dir_make(here_fd, parent, 0755, NULL), 0, "%s", parent);
	}
	AS_AUTO_FD int fd = openat(here_fd, path, O_WRONLY | O_CREAT | O_TRUNC | O_CLOEXEC, 0644);
	cr_assert(fd >= 0 && as_fd_write(fd, data, size, NULL) == 0, "%s", path);
}

static inline void put(const char *path, const char *text)
{
	put_bytes(path, text, strlen(text));
}

/* The text of a file in the test's folder; free it. */
static inline char *read_text(const char *path)
{
	struct as_bytes bytes = {0};
	struct as_error error = {0};

	cr_assert_eq(as_file_read(here_fd, path, 1 << 24, &bytes, &error), 0, "%s: %s", path,
		error.text);
	return bytes.data;
}

static inline void expect_file_has(const char *path, const char *text)
{
	AS_AUTO_FREE char *found = read_text(path);

	cr_expect_not_null(strstr(found, text), "%s has no '%s': %s", path, text,
		as_text_ends(path, ".html") ? "" : found);
}

static inline void expect_file_lacks(const char *path, const char *text)
{
	AS_AUTO_FREE char *found = read_text(path);

	cr_expect_null(strstr(found, text), "%s has '%s'", path, text);
}

/* The folder exists. */
static inline size_t count_entries(const char *path)
{
	struct as_error error = {0};
	AS_AUTO_FD int fd = openat(here_fd, path, O_RDONLY | O_DIRECTORY | O_CLOEXEC);
	cr_assert_geq(fd, 0, "cannot look into %s: %s", path, strerror(errno));
	AS_AUTO_NAMES char **names = as_dir_list(fd, 10000, &error);
	cr_assert_not_null(names, "cannot list %s: %s", path, error.text);
	size_t count = 0;
	while (names[count])
		count++;
	return count;
}

/* ---- a command ---- */

struct process {
	pid_t pid;
	int out, err; /* memory files */
};

struct outcome {
	int status; /* exit status; -1 where a signal ended it */
	int signal;
	pid_t pid;
	struct as_bytes out, err;
};

static inline void outcome_clear(struct outcome *outcome)
{
	as_bytes_clear(&outcome->out);
	as_bytes_clear(&outcome->err);
}
#define AUTO_OUTCOME AS_AUTO(outcome_clear) struct outcome

/* `prepare` runs in the child; if it returns false the child ends with status 99. */
static inline struct process command_start(const char *const *argv, bool (*prepare)(void))
{
	struct process process = {
		.out = memfd_create("out", MFD_CLOEXEC), .err = memfd_create("err", MFD_CLOEXEC)};
	cr_assert(process.out >= 0 && process.err >= 0);
	process.pid = fork();
	cr_assert_geq(process.pid, 0);
	if (process.pid == 0) {
		int input = open("/dev/null", O_RDONLY | O_CLOEXEC);
		prctl(PR_SET_PDEATHSIG, SIGKILL);
		dup2(input, STDIN_FILENO);
		dup2(process.out, STDOUT_FILENO);
		dup2(process.err, STDERR_FILENO);
		if (prepare && !prepare())
			_exit(99);
		/* The check for leaks is half of the start time of the command with sanitizers; CI
		 * enables it. */
		if (!getenv("ASSAY_TEST_LEAKS"))
			setenv("ASAN_OPTIONS", "detect_leaks=0", 1);
		execv(argv[0], (char *const *)argv);
		_exit(127);
	}
	return process;
}

static inline struct as_bytes read_memory(int fd)
{
	struct as_bytes bytes = {0};
	cr_assert_eq(lseek(fd, 0, SEEK_SET), 0);
	cr_assert_eq(as_fd_read(fd, UINT64_MAX, &bytes, NULL), 0);
	close(fd);
	return bytes;
}

/* Waits until a running command has printed a text on standard error this many times. */
static inline void command_await_count(const struct process *process, const char *text, int count)
{
	static char log[65536];

	for (int tries = 0;; tries++) {
		const ssize_t size = pread(process->err, log, sizeof(log) - 1, 0);
		int found = 0;
		cr_assert_geq(size, 0);
		log[size] = '\0';
		for (const char *at = log; (at = strstr(at, text)); at++)
			found++;
		if (found >= count)
			return;
		cr_assert_lt(tries, 9000, "no '%s' in: %s", text, log);
		usleep(10000);
	}
}

static inline void command_await(const struct process *process, const char *text)
{
	command_await_count(process, text, 1);
}

/* Removes the line that a command prints only on a busy machine. */
static inline struct as_bytes without_wait(struct as_bytes text)
{
	char *begin = strstr(text.data, "still waiting for a core"),
	     *end = begin ? strchr(begin, '\n') : NULL;

	while (begin && begin > text.data && begin[-1] != '\n')
		begin--;
	if (end) {
		text.size -= (size_t)(end + 1 - begin);
		memmove(begin, end + 1, strlen(end + 1) + 1);
	}
	return text;
}

static inline struct outcome command_end(const struct process *process)
{
	int status;
	while (waitpid(process->pid, &status, 0) < 0)
		cr_assert_eq(errno, EINTR);
	return (struct outcome){
		.status = WIFEXITED(status) ? WEXITSTATUS(status) : -1,
		.signal = WIFSIGNALED(status) ? WTERMSIG(status) : 0,
		.pid = process->pid,
		.out = read_memory(process->out),
		.err = without_wait(read_memory(process->err)),
	};
}

static inline struct outcome command_run(const char *const *argv)
{
	struct process process = command_start(argv, NULL);
	return command_end(&process);
}

/* The same, with `prepare` called in the child before. */
static inline struct outcome command_run_after(const char *const *argv, bool (*prepare)(void))
{
	struct process process = command_start(argv, prepare);
	return command_end(&process);
}

#define ASSAY_ARGV(...) ((const char *const[]){ASSAY_COMMAND, __VA_ARGS__, NULL})
#define ASSAY(...) command_run(ASSAY_ARGV(__VA_ARGS__))

/* ---- messages ---- */

#define EXPECT_STATUS(outcome, expected)                                                           \
	cr_expect_eq((outcome).status, (expected), "status %d, signal %d; it said: %s%s",          \
		(outcome).status, (outcome).signal, (outcome).err.data, (outcome).out.data)

/* Expects the exit status, and one line on stderr that begins with "assay" and contains the
 * text. */
#define EXPECT_COMPLAINT(outcome, expected, text)                                                  \
	do {                                                                                       \
		const char *said_ = (outcome).err.data;                                            \
		EXPECT_STATUS(outcome, expected);                                                  \
		cr_expect(strncmp(said_, "assay", 5) == 0, "said: %s", said_);                     \
		cr_expect_eq(strchrnul(said_, '\n') + 1, said_ + (outcome).err.size,               \
			"not one line: %s", said_);                                                \
		cr_expect_not_null(strstr(said_, (text)), "no \"%s\" in: %s", (text), said_);      \
	} while (0)

/* ---- leftovers ---- */

/* Control groups named after the command that made them. */
static inline size_t count_groups(pid_t pid)
{
	return groups_of(pid).own_count;
}

/* Waits until a command has a control group, because it compiles or runs something. */
static inline void await_group(const struct process *process)
{
	for (int i = 0; i < 6000 * patience() && count_groups(process->pid) == 0; i++)
		usleep(10000);
	cr_assert_gt(count_groups(process->pid), 0, "nothing was started");
}

/* True once every process that descends from this test has ended, within the time. */
static inline bool all_ended(int within_ms)
{
	for (; within_ms >= 0; within_ms -= 10) {
		pid_t pid = waitpid(-1, NULL, WNOHANG);
		if (pid < 0 && errno == ECHILD)
			return true;
		if (pid == 0)
			usleep(10000);
	}
	return false;
}

#define EXPECT_NOTHING_LEFT(outcome)                                                               \
	do {                                                                                       \
		cr_expect(all_ended(30000 * patience()), "a process is left");                     \
		cr_expect_eq(count_entries("tmp"), 0, "a temporary folder is left");               \
		cr_expect_eq(count_groups((outcome).pid), 0, "a control group is left");           \
	} while (0)

#endif
