/* SPDX-License-Identifier: MIT */
/*
 * Inputs as sealed memory files. A program can reopen its standard input through /proc/self/fd/0
 * with whatever rights the file's mode allows, and for an ordinary user it has the id of the
 * caller: with a host file there it could truncate the test data. The kernel checks a seal on every
 * write, by any process.
 */
#include <assay/sandbox.h>
#include <errno.h>
#include <fcntl.h>
#include <sys/mman.h>
#include <sys/sendfile.h>
#include <sys/stat.h>

/* Programs run under another id if the caller is root, and may reopen the input for reading. */
#define INPUT_MODE 0444

static int seal(int fd, struct as_error *error)
{
	if (as_fd_seal(fd) || lseek(fd, 0, SEEK_SET) < 0)
		return as_error_sys(error, AS_ERROR_INTERNAL, errno, "cannot seal an input");
	return 0;
}

static int create(struct as_error *error)
{
	int fd = memfd_create("input", MFD_CLOEXEC | MFD_ALLOW_SEALING);

	if (fd < 0)
		as_error_sys(error, AS_ERROR_INTERNAL, errno, "cannot make a memory file");
	else if (fchmod(fd, INPUT_MODE)) {
		as_error_sys(error, AS_ERROR_INTERNAL, errno, "cannot set the mode of an input");
		close(as_steal_fd(fd));
	}
	return fd;
}

/* Copies from `offset` on, or from the descriptor's own offset if `offset` is NULL. */
static int copy(int fd, off_t *offset, struct as_error *error)
{
	AS_AUTO_FD int input = create(error);
	ssize_t moved;

	if (input < 0)
		return -1;
	do {
		moved = sendfile(input, fd, offset, 1 << 30);
	} while (moved > 0 || (moved < 0 && errno == EINTR));
	if (moved < 0)
		return as_error_sys(
			error, AS_ERROR_INTERNAL, errno, "cannot copy an input to memory");
	return seal(input, error) ? -1 : as_steal_fd(input);
}

int as_input_from_fd(int fd, struct as_error *error)
{
	return copy(fd, NULL, error);
}

int as_input_from_bytes(const void *data, size_t size, struct as_error *error)
{
	AS_AUTO_FD int input = create(error);

	if (input < 0 || as_fd_write(input, data, size, error))
		return -1;
	return seal(input, error) ? -1 : as_steal_fd(input);
}

/*
 * Seals protect the contents of a file only. A program with the caller's own id may set its times,
 * flags and mode, and reading it sets its access time: a later run or rerun could read a message
 * there.
 */
int as_input_copy(int input_fd, struct as_error *error)
{
	off_t offset = 0;

	return copy(input_fd, &offset, error);
}
