/* SPDX-License-Identifier: MIT */
/*
 * A program that prints. The contest's folder names it and its arguments; nothing of a team is in
 * its arguments or its environment, and no password of the server.
 *   1. The text is put into a sealed memory file, which becomes standard input. So a program that
 *      does not read cannot block the server.
 *   2. as_child_spawn starts the program in a session of its own, without a shell. Standard output
 * is /dev/null, standard error a pipe. All other descriptors of the server are close-on-exec.
 *   3. This thread polls the pipe and a pidfd until the program ends, or until the time limit; then
 *      it kills the program's process group. It reaps the program.
 */
#include "command.h"

#include <assay/base/keeper.h>
#include <assay/base/spawn.h>
#include <assay/sandbox.h>
#include <errno.h>
#include <fcntl.h>
#include <poll.h>
#include <signal.h>
#include <string.h>
#include <sys/wait.h>
#include <unistd.h>

#define SLICE_MS 100
#define NS_PER_SECOND INT64_C(1000000000)

struct command {
	pid_t pid;
	int pidfd;
	int errors_fd;  /* our end of the pipe */
	char said[200]; /* the end of standard error */
	size_t said_size;
};

/* ---- starting ---- */

/* The variables of the server that programs which print need: others can be secrets, such as
 * PGPASSWORD. */
static const char *const kept[] = {
	"PATH", "HOME", "USER", "LANG", "LC_ALL", "TZ", "CUPS_SERVER", "PRINTER"};
#define KEPT (sizeof(kept) / sizeof(*kept))

static char *environment_entry(const char *name)
{
	const size_t size = strlen(name);

	for (char **entry = environ; *entry; entry++)
		if (strncmp(*entry, name, size) == 0 && (*entry)[size] == '=')
			return *entry;
	return NULL;
}

static void keep_environment(char *env[KEPT + 1])
{
	size_t count = 0;

	for (size_t i = 0; i < KEPT; i++)
		if ((env[count] = environment_entry(kept[i])) != NULL)
			count++;
	env[count] = NULL;
}

static int command_spawn(struct command *run, char *const *command, int input_fd, int errors_fd)
{
	posix_spawn_file_actions_t actions;
	char *env[KEPT + 1];

	keep_environment(env);
	posix_spawn_file_actions_init(&actions);
	int failure = posix_spawn_file_actions_adddup2(&actions, input_fd, STDIN_FILENO);
	if (!failure)
		failure = posix_spawn_file_actions_adddup2(&actions, errors_fd, STDERR_FILENO);
	if (!failure)
		failure = posix_spawn_file_actions_addopen(
			&actions, STDOUT_FILENO, "/dev/null", O_WRONLY, 0);
	if (!failure)
		failure = as_child_spawn(&run->pid, command[0], &actions, command, env);
	posix_spawn_file_actions_destroy(&actions);
	return failure;
}

static int command_start(
	struct command *run, char *const *command, const char *text, struct as_error *error)
{
	AS_AUTO_FD int input_fd = as_input_from_bytes(text, strlen(text), error);
	int pair[2];

	if (input_fd < 0)
		return -1;
	if (pipe2(pair, O_CLOEXEC | O_NONBLOCK))
		return as_error_sys(error, AS_ERROR_MACHINE, errno, "cannot make a pipe");
	run->errors_fd = pair[0];
	const int failure = command_spawn(run, command, input_fd, pair[1]);
	close(pair[1]);
	if (failure)
		return as_error_sys(
			error, AS_ERROR_MACHINE, failure, "cannot start %s", command[0]);
	run->pidfd = as_child_hold(&run->pid);
	return 0;
}

/* ---- waiting ---- */

/* Keeps the end of what the program says. */
static void read_errors(struct command *run)
{
	char block[512];
	ssize_t size;

	while ((size = read(run->errors_fd, block, sizeof(block))) > 0)
		for (ssize_t i = 0; i < size; i++) {
			if (run->said_size == sizeof(run->said) - 1)
				memmove(run->said, run->said + 1, --run->said_size);
			run->said[run->said_size++] = block[i];
		}
	run->said[run->said_size] = '\0';
}

/* False: the time limit has passed, or the server ends. */
static bool command_await(struct command *run, const atomic_bool *cancel)
{
	const int64_t until_ns = as_now_ns() + COMMAND_SECONDS * NS_PER_SECOND;
	struct pollfd fds[] = {
		{.fd = run->pidfd, .events = POLLIN}, {.fd = run->errors_fd, .events = POLLIN}};

	while (as_now_ns() < until_ns && !atomic_load(cancel)) {
		if (poll(fds, 2, SLICE_MS) > 0 && (fds[1].revents & POLLIN))
			read_errors(run);
		/* A closed pipe is readable for ever. */
		if (fds[1].revents & POLLHUP)
			fds[1].fd = -1;
		if (fds[0].revents)
			return true;
	}
	return false;
}

static int refuse_end(const struct command *run, const char *what, struct as_error *error)
{
	size_t size = run->said_size;
	char said[sizeof(run->said)];

	while (size > 0 && run->said[size - 1] == '\n')
		size--;
	as_text_printable(run->said, size, said, sizeof(said));
	return as_error_set(error, AS_ERROR_MACHINE, "%s%s%s", what, *said ? ": " : "", said);
}

static int command_end(
	struct command *run, bool is_over, const atomic_bool *cancel, struct as_error *error)
{
	int status = 0;
	char what[60];

	/* The program is not reaped yet, so its process group is still its own. */
	if (!is_over)
		kill(-run->pid, SIGKILL);
	const bool is_known = run->pid > 0 && waitpid(run->pid, &status, 0) == run->pid;
	read_errors(run);
	if (!is_over) {
		if (atomic_load(cancel))
			snprintf(what, sizeof(what), "stopped, because the server ends");
		else
			snprintf(what, sizeof(what), "stopped after %d seconds", COMMAND_SECONDS);
		return refuse_end(run, what, error);
	}
	if (is_known && WIFEXITED(status) && WEXITSTATUS(status) == 0)
		return 0;
	if (!is_known)
		snprintf(what, sizeof(what), "its exit status is unknown");
	else if (WIFEXITED(status))
		snprintf(what, sizeof(what), "exit status %d", WEXITSTATUS(status));
	else
		snprintf(what, sizeof(what), "killed by signal %d", WTERMSIG(status));
	return refuse_end(run, what, error);
}

int command_run(
	char *const *command, const char *text, const atomic_bool *cancel, struct as_error *error)
{
	struct command run = {.pid = -1, .pidfd = -1, .errors_fd = -1};
	int failed = command_start(&run, command, text, error);

	if (!failed)
		failed = command_end(
			&run, run.pid < 0 || command_await(&run, cancel), cancel, error);
	if (run.pidfd >= 0)
		close(run.pidfd);
	if (run.errors_fd >= 0)
		close(run.errors_fd);
	return failed;
}
