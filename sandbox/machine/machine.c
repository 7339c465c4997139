/* SPDX-License-Identifier: MIT */
/*
 * Shared parts of the examination: running checks, reading settings, trying calls.
 *
 * Theory of operation, for trying a call:
 *
 * 1. The parent forks a child and opens its pidfd.
 * 2. It sends a start message: only with a pidfd is it certain that the pid was not reused.
 * 3. The child makes the system calls and reports its errno through a socket. An exit status would
 *    not do: a caller that ignores SIGCHLD never gets one.
 * 4. The parent reaps the child at once.
 */
#include "machine.h"

#include <errno.h>
#include <fcntl.h>
#include <poll.h>
#include <signal.h>
#include <stdio.h>
#include <string.h>
#include <sys/socket.h>

/* ---- features ---- */

void as_machine_found(struct as_feature *feature, const char *format, ...)
{
	size_t used = strlen(feature->found);
	char draft[sizeof(feature->found)];
	va_list arguments;

	va_start(arguments, format);
	vsnprintf(draft, sizeof(draft), format, arguments);
	va_end(arguments);
	as_text_printable(
		draft, strlen(draft), feature->found + used, sizeof(feature->found) - used);
}

void as_machine_set_remedy(struct as_feature *feature, const char *words, const char *command)
{
	if (words)
		as_text_printable(words, strlen(words), feature->remedy, sizeof(feature->remedy));
	if (command)
		as_text_printable(
			command, strlen(command), feature->command, sizeof(feature->command));
}

void as_machine_check(struct as_machine *machine, const char *group, const struct as_check *check)
{
	for (; check->name && machine->count < machine->capacity; check++) {
		struct as_feature *feature = &machine->features[machine->count];
		*feature = (struct as_feature){.name = check->name, .group = group};
		int found = check->probe(machine, feature);
		if (found == UNTRIED)
			continue;
		const struct as_outcome *outcome = &check->outcomes[found];
		feature->state = outcome->state;
		if (!feature->remedy[0] && !feature->command[0])
			as_machine_set_remedy(feature, outcome->remedy, outcome->command);
		while (!outcome->meaning)
			outcome--;
		as_text_printable(outcome->meaning, strlen(outcome->meaning), feature->meaning,
			sizeof(feature->meaning));
		machine->lacks |= feature->state == AS_FEATURE_MISSING;
		machine->count++;
	}
}

/* ---- files ---- */

/* Reads the beginning of a file as text; in long files the relevant lines come first. */
static bool read_text(const struct as_machine *machine, const char *path, char *text, size_t size)
{
	AS_AUTO_FD int fd = openat(machine->root_fd, path, O_RDONLY | O_CLOEXEC | O_NONBLOCK);
	size_t used = 0;
	ssize_t got = -1;

	while (fd >= 0 && used + 1 < size && (got = read(fd, text + used, size - 1 - used)) > 0)
		used += (size_t)got;
	text[used] = '\0';
	return fd >= 0 && got >= 0;
}

bool as_machine_line(const struct as_machine *machine, const char *path, char *line, size_t size)
{
	bool there = read_text(machine, path, line, size);

	line[strcspn(line, "\n")] = '\0';
	return there;
}

bool as_machine_number(const struct as_machine *machine, const char *path, long *value)
{
	char line[64], *end;

	if (!as_machine_line(machine, path, line, sizeof(line)))
		return false;
	errno = 0;
	*value = strtol(line, &end, 10);
	return end != line && errno == 0;
}

bool as_machine_value(const struct as_machine *machine, const char *path, const char *key,
	char *value, size_t size)
{
	char text[16384];
	size_t length = strlen(key);

	if (!read_text(machine, path, text, sizeof(text)))
		return false;
	const char *at = text;
	while (at && strncmp(at, key, length) != 0)
		at = strchr(at, '\n') ? strchr(at, '\n') + 1 : NULL;
	if (!at)
		return false;
	at += length;
	at += strspn(at, " \t:");
	snprintf(value, size, "%.*s", (int)strcspn(at, "\n"), at);
	return true;
}

bool as_machine_has(const struct as_machine *machine, const char *path)
{
	return faccessat(machine->root_fd, path, F_OK, 0) == 0;
}

/* ---- calls ---- */

/* The report of a child that was killed before it could send one. */
#define KILLED EPERM

static _Noreturn void attempt_here(
	int out, int (*attempt)(const void *argument), const void *argument)
{
	char start;
	int answer;

	signal(SIGCHLD, SIG_DFL);
	if (read(out, &start, 1) != 1)
		_exit(1);
	answer = attempt(argument);
	_exit(write(out, &answer, sizeof(answer)) != sizeof(answer));
}

/* Other children of this process may hold the socket, so its end of file is not awaited. */
static int receive_result(int in, int pidfd)
{
	struct pollfd waits[] = {{.fd = in, .events = POLLIN}, {.fd = pidfd, .events = POLLIN}};
	int answer;

	while (poll(waits, 2, -1) < 0 && errno == EINTR)
		;
	return recv(in, &answer, sizeof(answer), MSG_DONTWAIT) == sizeof(answer) ? answer : KILLED;
}

int as_machine_try(int (*attempt)(const void *argument), const void *argument)
{
	int ends[2];

	if (socketpair(AF_UNIX, SOCK_SEQPACKET | SOCK_CLOEXEC, 0, ends))
		return errno;
	AS_AUTO_FD int in = ends[0];
	pid_t pid = fork();
	if (pid == 0) {
		close(in);
		attempt_here(ends[1], attempt, argument);
	}
	int failure = errno;
	close(ends[1]);
	if (pid < 0)
		return failure;
	AS_AUTO_FD int pidfd = as_child_hold(&pid);
	int answer = send(in, "", 1, MSG_NOSIGNAL) == 1 ? receive_result(in, pidfd) : KILLED;
	as_child_reap(pid, pidfd);
	return answer;
}

static bool is_virtual(const struct as_machine *machine)
{
	char text[4096];

	return (as_machine_value(machine, "proc/cpuinfo", "flags", text, sizeof(text)) &&
		       strstr(text, " hypervisor")) ||
	       as_machine_has(machine, "sys/hypervisor/type") ||
	       as_machine_has(machine, "proc/device-tree/hypervisor");
}

int as_machine_open(
	struct as_machine *machine, const char *root, struct as_feature *features, size_t capacity)
{
	*machine = (struct as_machine){
		.root_fd = open(root, O_PATH | O_DIRECTORY | O_CLOEXEC),
		.uid = geteuid(),
		.features = features,
		.capacity = capacity,
	};
	if (machine->root_fd < 0)
		return -1;
	machine->is_virtual = is_virtual(machine);
	return 0;
}

void as_machine_close(struct as_machine *machine)
{
	if (machine->root_fd >= 0)
		close(machine->root_fd);
	machine->root_fd = -1;
}
