/* SPDX-License-Identifier: MIT */
/* An input that is named on the command line: a file, a pipe, or the command's own standard input.
 */
#include "cli.h"

#include <assay/sandbox.h>
#include <errno.h>
#include <fcntl.h>
#include <poll.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>

/* The size of a pipe is unknown before its end. */
#define PIPE_MAX_BYTES (UINT64_C(256) << 20)
#define FIRST_CAPACITY ((size_t)65536)
#define LOOK_MS 100

static int grow(struct as_bytes *bytes, size_t *capacity, struct as_error *error)
{
	const size_t wanted = *capacity ? *capacity * 2 : FIRST_CAPACITY;

	if (bytes->size < *capacity)
		return 0;
	char *data = realloc(bytes->data, wanted);
	if (!data)
		return as_error_no_memory(error);
	bytes->data = data;
	*capacity = wanted;
	return 0;
}

/* Waits at most until the next check of the flag of Ctrl-C: a signal can arrive just before the
 * wait begins. */
static bool has_data(int fd)
{
	struct pollfd wait = {.fd = fd, .events = POLLIN};

	return poll(&wait, 1, LOOK_MS) > 0;
}

static int read_stream(const char *option, int fd, const char *name, struct as_bytes *bytes,
	struct as_error *error)
{
	size_t capacity = 0;

	for (;;) {
		if (as_cancel_check(&cli_cancelled, error) || grow(bytes, &capacity, error))
			return -1;
		if (!has_data(fd))
			continue;
		const ssize_t got = read(fd, bytes->data + bytes->size, capacity - bytes->size);
		if (got == 0)
			return 0;
		if (got < 0 && errno != EINTR && errno != EAGAIN)
			return as_error_sys(
				error, AS_ERROR_USAGE, errno, "%s: cannot read %s", option, name);
		bytes->size += got < 0 ? 0 : (size_t)got;
		if (bytes->size > PIPE_MAX_BYTES)
			return as_error_set(error, AS_ERROR_USAGE,
				"%s: more than 256MiB in %s; use a file", option, name);
	}
}

static int input_from_stream(const char *option, int fd, const char *name, struct as_error *error)
{
	AS_AUTO_BYTES struct as_bytes bytes = {0};

	return read_stream(option, fd, name, &bytes, error)
		       ? -1
		       : as_input_from_bytes(bytes.data, bytes.size, error);
}

static int input_from_file(
	const char *option, int fd, const char *name, uint64_t max_bytes, struct as_error *error)
{
	struct stat info;

	if (fstat(fd, &info) == 0 && (uint64_t)info.st_size > max_bytes)
		return as_error_sys(
			error, AS_ERROR_USAGE, EFBIG, "%s: cannot read %s", option, name);
	return as_input_from_fd(fd, error);
}

static int input_from_own(const char *option, uint64_t max_bytes, struct as_error *error)
{
	struct stat info;

	if (fstat(STDIN_FILENO, &info) == 0 && S_ISREG(info.st_mode))
		return input_from_file(option, STDIN_FILENO, "standard input", max_bytes, error);
	return input_from_stream(option, STDIN_FILENO, "standard input", error);
}

static int input_from_pipe(const char *option, const char *path, struct as_error *error)
{
	struct stat info;
	/* Non-blocking, because a writer may never come. poll waits until a writer has written. */
	AS_AUTO_FD int fd = open(path, O_RDONLY | O_NONBLOCK | O_NOCTTY | O_CLOEXEC);

	if (fd < 0 || fstat(fd, &info))
		return as_error_sys(
			error, AS_ERROR_USAGE, errno, "%s: cannot open the pipe %s", option, path);
	if (!S_ISFIFO(info.st_mode))
		return as_error_set(
			error, AS_ERROR_USAGE, "%s: %s is not a pipe any more", option, path);
	return input_from_stream(option, fd, path, error);
}

int cli_open_typed(const char *path, struct as_error *error)
{
	int fd = as_file_open(AT_FDCWD, path, error);

	if (fd < 0 && error->kind == AS_ERROR_INPUT)
		error->kind = AS_ERROR_USAGE;
	return fd;
}

int cli_input_open(const char *option, const char *path, uint64_t max_bytes, struct as_error *error)
{
	struct stat info;

	if (strcmp(path, "-") == 0)
		return input_from_own(option, max_bytes, error);
	if (stat(path, &info) == 0 && S_ISFIFO(info.st_mode))
		return input_from_pipe(option, path, error);
	AS_AUTO_FD int fd = cli_open_typed(path, error);
	return fd < 0 ? -1 : input_from_file(option, fd, path, max_bytes, error);
}
