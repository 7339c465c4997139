/* SPDX-License-Identifier: MIT */
#include "output.h"

#include <errno.h>
#include <fcntl.h>
#include <string.h>
#include <sys/mman.h>
#include <sys/stat.h>

void as_run_result_clear(struct as_run_result *result)
{
	if (!result)
		return;
	as_fd_close(&result->stdout_fd);
	as_fd_close(&result->box_fd);
	as_bytes_clear(&result->stderr_head);
	as_bytes_clear(&result->stderr_tail);
	*result = (struct as_run_result)AS_RUN_RESULT_INIT;
}

int as_output_pipe(int *near_fd, int *far_fd, struct as_error *error)
{
	int ends[2];

	if (pipe2(ends, O_CLOEXEC))
		return as_error_sys(error, AS_ERROR_INTERNAL, errno, "cannot make a pipe");
	*near_fd = ends[0];
	*far_fd = ends[1];
	/* The program of a privileged caller is not root, and cannot reopen its pipe. No other
	 * process can reach the pipe. */
	if (fcntl(ends[0], F_SETFL, O_NONBLOCK) || fchmod(ends[1], 0622))
		return as_error_sys(error, AS_ERROR_INTERNAL, errno, "cannot set up a pipe");
	return 0;
}

int as_output_begin(struct as_run_result *result, struct as_error *error)
{
	result->stdout_fd = memfd_create("output", MFD_CLOEXEC | MFD_ALLOW_SEALING);
	if (result->stdout_fd < 0)
		return as_error_sys(error, AS_ERROR_INTERNAL, errno, "cannot make a memory file");
	result->stderr_head.data = calloc(1, AS_STDERR_KEPT_BYTES + 1);
	result->stderr_tail.data = calloc(1, AS_STDERR_TAIL_BYTES + 1);
	return result->stderr_head.data && result->stderr_tail.data ? 0 : as_error_no_memory(error);
}

int as_output_keep_stdout(struct as_run_result *result, uint64_t limit_bytes, const char *data,
	size_t size, struct as_error *error)
{
	uint64_t free_bytes = limit_bytes - result->stdout_bytes;

	if (size > free_bytes)
		size = (size_t)free_bytes;
	if (size && as_fd_write(result->stdout_fd, data, size, error))
		return as_error_context(error, "cannot keep a program's output");
	result->stdout_bytes += size;
	return 0;
}

void as_output_keep_stderr(struct as_run_result *result, const char *data, size_t size)
{
	struct as_bytes *head = &result->stderr_head, *tail = &result->stderr_tail;
	size_t free_bytes = AS_STDERR_KEPT_BYTES - head->size;
	size_t kept = size < free_bytes ? size : free_bytes;

	result->stderr_bytes += size;
	memcpy(head->data + head->size, data, kept);
	head->size += kept;
	head->data[head->size] = '\0';
	if (size > AS_STDERR_TAIL_BYTES) {
		data += size - AS_STDERR_TAIL_BYTES;
		size = AS_STDERR_TAIL_BYTES;
	}
	size_t old =
		AS_STDERR_TAIL_BYTES - size < tail->size ? AS_STDERR_TAIL_BYTES - size : tail->size;
	memmove(tail->data, tail->data + tail->size - old, old);
	memcpy(tail->data + old, data, size);
	tail->size = old + size;
	tail->data[tail->size] = '\0';
}

int as_output_end(struct as_run_result *result, struct as_error *error)
{
	if (lseek(result->stdout_fd, 0, SEEK_SET) < 0 || as_fd_seal(result->stdout_fd))
		return as_error_sys(error, AS_ERROR_INTERNAL, errno, "cannot seal an output");
	return 0;
}
