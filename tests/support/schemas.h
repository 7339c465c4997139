/* SPDX-License-Identifier: MIT */
/*
 * Validates documents with the JSON Schemas in docs. Python and jsonschema take a third of a second
 * to start, so a test file has one validator (support/validator.py):
 * 1. The runner starts it before the first test, with a socket that it listens on.
 * 2. A test, which is a process of its own, connects to the name that the runner left in the
 *    environment. If the validator has ended, nothing listens, and the test fails.
 * 3. The validator ends when its standard input does: a pipe that only the runner holds.
 *
 * The validator is not a child of Criterion's runner, which would wait forever at the end of a
 * child that is not a test.
 */
#ifndef ASSAY_TESTS_SCHEMAS_H
#define ASSAY_TESTS_SCHEMAS_H

#include <assay/base.h>
#include <criterion/criterion.h>
#include <criterion/hooks.h>
#include <errno.h>
#include <fcntl.h>
#include <stddef.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/socket.h>
#include <sys/un.h>
#include <sys/wait.h>
#include <unistd.h>

#define SCHEMAS_NAME "ASSAY_TEST_SCHEMAS"

static inline void schemas_be_validator(int listening, int life)
{
	char number[16];

	snprintf(number, sizeof(number), "%d", listening);
	if (dup2(life, STDIN_FILENO) == STDIN_FILENO && fcntl(listening, F_SETFD, 0) == 0)
		/* Python finds its modules by the full path. */
		execl("/usr/bin/python3", "/usr/bin/python3",
			ASSAY_SOURCE_DIR "/tests/support/validator.py", number, (char *)NULL);
}

static inline void schemas_start_validator(int listening)
{
	int life[2];
	const pid_t pid = pipe2(life, O_CLOEXEC) ? -1 : fork();

	if (pid == 0) {
		if (fork() == 0)
			schemas_be_validator(listening, life[0]);
		_exit(0);
	}
	if (pid > 0) {
		waitpid(pid, NULL, 0);
		close(life[0]);
	}
}

/* The kernel chooses a free name. */
ReportHook(PRE_ALL)(struct criterion_test_set *tests)
{
	struct sockaddr_un address = {.sun_family = AF_UNIX};
	socklen_t size = sizeof(address.sun_family);
	AS_AUTO_FD int listening = socket(AF_UNIX, SOCK_STREAM | SOCK_CLOEXEC, 0);

	(void)tests;
	if (listening < 0 || bind(listening, (const struct sockaddr *)&address, size) ||
		listen(listening, 100))
		return;
	size = sizeof(address) - 1;
	if (getsockname(listening, (struct sockaddr *)&address, &size) == 0 &&
		setenv(SCHEMAS_NAME, address.sun_path + 1, 1) == 0)
		schemas_start_validator(listening);
}

static inline int schemas_connect(void)
{
	struct sockaddr_un address = {.sun_family = AF_UNIX};
	const char *name = getenv(SCHEMAS_NAME);
	int fd = socket(AF_UNIX, SOCK_STREAM | SOCK_CLOEXEC, 0);

	cr_assert(fd >= 0 && name && strlen(name) < sizeof(address.sun_path) - 1,
		"the runner has started no validator");
	strcpy(address.sun_path + 1, name);
	const size_t size = offsetof(struct sockaddr_un, sun_path) + 1 + strlen(name);
	cr_assert_eq(connect(fd, (const struct sockaddr *)&address, (socklen_t)size), 0,
		"the validator of JSON documents has ended: %s", strerror(errno));
	return fd;
}

/* To the end, or until the buffer is full. */
static inline void schemas_receive(int fd, char *answer, size_t size)
{
	size_t length = 0;

	for (ssize_t got; (got = recv(fd, answer + length, size - 1 - length, 0)) > 0;)
		length += (size_t)got;
	answer[length] = '\0';
}

/* The validator's answer about documents, one on each line. */
static inline void schemas_ask(
	const char *schema, const struct as_bytes *text, char *answer, size_t size)
{
	AS_AUTO_FD int fd = schemas_connect();

	cr_assert(as_fd_write(fd, schema, strlen(schema), NULL) == 0 &&
			  as_fd_write(fd, "\n", 1, NULL) == 0 &&
			  as_fd_write(fd, text->data, text->size, NULL) == 0 &&
			  shutdown(fd, SHUT_WR) == 0,
		"the validator does not listen: %s", strerror(errno));
	schemas_receive(fd, answer, size);
}

/* The number of documents in the text; the test fails unless each conforms to the schema. */
static inline size_t schemas_hold(const char *schema, const struct as_bytes *text)
{
	char answer[4096];
	size_t count = 0;
	int end = -1;

	schemas_ask(schema, text, answer, sizeof(answer));
	cr_assert(sscanf(answer, "fit %zu%n", &count, &end) == 1 && answer[end] == '\0',
		"%s does not fit: %s", schema, answer);
	return count;
}

#endif
