/* SPDX-License-Identifier: MIT */
#include "error.h"
#include "path.h"

#include <errno.h>
#include <fcntl.h>
#include <string.h>
#include <sys/file.h>
#include <sys/stat.h>
#include <time.h>

#define COPY_BLOCK_BYTES 65536
/* The size of the first read of a file of unknown size, such as one of /proc. */
#define FIRST_READ_BYTES 4096
#define NAME_RETRIES 16
/* The kernel takes about 0.2 s to refuse a seal. */
#define SEAL_MAX_NS INT64_C(4000000000)
#define SEAL_PAUSE_NS 20000000
#define MAX_NAMES 1000000

static const char *type_name(mode_t mode)
{
	switch (mode & S_IFMT) {
	case S_IFDIR:
		return "is a folder, not a regular file";
	case S_IFIFO:
		return "is a FIFO, not a regular file";
	case S_IFSOCK:
		return "is a socket, not a regular file";
	default:
		return "is a device, not a regular file";
	}
}

int as_file_open(int dirfd, const char *path, struct as_error *error)
{
	/*
	 * First opens a descriptor that cannot read (O_PATH), checks that it is a regular file, and
	 * then opens the same file for reading. Opening a FIFO would wake its writer and opening a
	 * device may do anything, and a check by name before the open would be a race.
	 */
	AS_AUTO_FD int path_fd = as_path_open(dirfd, path, O_PATH);
	struct stat status;
	if (path_fd < 0 || fstat(path_fd, &status) < 0)
		return as_path_error(error, errno, path, "cannot be opened");
	if (S_ISLNK(status.st_mode))
		return as_path_error(error, ELOOP, path, "cannot be opened");
	if (!S_ISREG(status.st_mode))
		return as_error_path_reason(error, EINVAL, path, type_name(status.st_mode), NULL);
	int fd = as_path_reopen(path_fd, O_RDONLY | O_NOCTTY);
	if (fd >= 0)
		return fd;
	if (errno == ENOENT || errno == ENOTDIR)
		return as_error_set(error, AS_ERROR_MACHINE,
			"/proc is not mounted; files cannot be opened safely without it");
	return as_path_error(error, errno, path, "cannot be opened");
}

/* ---- reading --------------------------------------------------------------------------- */

static int too_big(uint64_t max_bytes, const char *path, struct as_error *error)
{
	char reason[64];
	snprintf(reason, sizeof reason, "more than %ju bytes", (uintmax_t)max_bytes);
	return as_error_path_reason(error, EFBIG, path, "is too big", reason);
}

static ssize_t read_at(int fd, void *buffer, size_t size, uint64_t offset)
{
	ssize_t count;
	do
		count = pread(fd, buffer, size, (off_t)offset);
	while (count < 0 && errno == EINTR);
	return count;
}

/* One more than the size, so that the end of file shows without growing the buffer again. */
static size_t first_capacity(int fd, uint64_t max_bytes)
{
	struct stat status;
	if (fstat(fd, &status) < 0 || status.st_size <= 0)
		return FIRST_READ_BYTES;
	uint64_t size = (uint64_t)status.st_size < max_bytes ? (uint64_t)status.st_size : max_bytes;
	return size < SIZE_MAX / 2 ? (size_t)size + 1 : SIZE_MAX / 2;
}

/* Always leaves space for one byte more than the content, for the NUL. */
static int grow(struct as_bytes *bytes, size_t *capacity, struct as_error *error)
{
	if (bytes->size < *capacity)
		return 0;
	if (*capacity > SIZE_MAX / 4)
		return as_error_no_memory(error);
	char *data = realloc(bytes->data, *capacity * 2 + 1);
	if (!data)
		return as_error_no_memory(error);
	bytes->data = data;
	*capacity *= 2;
	return 0;
}

static int read_all(int fd, const char *path, uint64_t max_bytes, struct as_bytes *bytes,
	struct as_error *error)
{
	size_t capacity = first_capacity(fd, max_bytes);
	bytes->data = malloc(capacity + 1);
	if (!bytes->data)
		return as_error_no_memory(error);
	for (;;) {
		if (grow(bytes, &capacity, error) < 0)
			return -1;
		ssize_t count =
			read_at(fd, bytes->data + bytes->size, capacity - bytes->size, bytes->size);
		if (count < 0)
			return as_error_path(error, errno, path, "cannot be read");
		if (count == 0)
			break;
		bytes->size += (size_t)count;
		if (bytes->size > max_bytes)
			return too_big(max_bytes, path, error);
	}
	bytes->data[bytes->size] = '\0';
	return 0;
}

static int read_file(
	int fd, const char *path, uint64_t max_bytes, struct as_bytes *out, struct as_error *error)
{
	*out = (struct as_bytes){0};
	AS_AUTO_BYTES struct as_bytes bytes = {0};
	if (read_all(fd, path, max_bytes, &bytes, error) < 0)
		return -1;
	*out = bytes;
	bytes = (struct as_bytes){0};
	return 0;
}

int as_fd_read(int fd, uint64_t max_bytes, struct as_bytes *out, struct as_error *error)
{
	return read_file(fd, NULL, max_bytes, out, error);
}

int as_file_read(int dirfd, const char *path, uint64_t max_bytes, struct as_bytes *out,
	struct as_error *error)
{
	*out = (struct as_bytes){0};
	AS_AUTO_FD int fd = as_file_open(dirfd, path, error);
	return fd < 0 ? -1 : read_file(fd, path, max_bytes, out, error);
}

/* ---- writing --------------------------------------------------------------------------- */

static int write_all(
	int fd, const char *path, const void *data, size_t size, struct as_error *error)
{
	for (size_t done = 0; done < size;) {
		ssize_t count = write(fd, (const char *)data + done, size - done);
		if (count < 0 && errno == EINTR)
			continue;
		if (count <= 0)
			return as_error_path(
				error, count < 0 ? errno : EIO, path, "cannot be written");
		done += (size_t)count;
	}
	return 0;
}

int as_fd_seal(int fd)
{
	const struct timespec pause = {.tv_nsec = SEAL_PAUSE_NS};

	for (const int64_t begin_ns = as_now_ns();;) {
		if (fcntl(fd, F_ADD_SEALS,
			    F_SEAL_WRITE | F_SEAL_GROW | F_SEAL_SHRINK | F_SEAL_SEAL) == 0)
			return 0;
		if (errno != EBUSY || as_now_ns() - begin_ns > SEAL_MAX_NS)
			return -1;
		nanosleep(&pause, NULL);
	}
}

int as_fd_write(int fd, const void *data, size_t size, struct as_error *error)
{
	return write_all(fd, NULL, data, size, error);
}

/* A new file beside the file that it will replace; its name is written to `name`. A lock shows that
 * its writer lives. If as_file_remove_drafts locked the file first, it removes the file, and this
 * function tries another name. */
static int create_beside(int parent_fd, char name[NAME_MAX + 1], mode_t mode)
{
	for (int i = 0; i < NAME_RETRIES; i++) {
		as_path_random_name(name);
		AS_AUTO_FD int fd = openat(parent_fd, name,
			O_WRONLY | O_CREAT | O_EXCL | O_NOFOLLOW | O_CLOEXEC, mode);
		struct stat status;
		if (fd < 0 && errno != EEXIST)
			return -1;
		if (fd < 0 || (flock(fd, LOCK_EX | LOCK_NB) && errno == EWOULDBLOCK))
			continue;
		/* The file may have been removed before the lock; a locked file stays. */
		if (fstat(fd, &status) || status.st_nlink > 0)
			return as_steal_fd(fd);
	}
	errno = EEXIST;
	return -1;
}

/* EINVAL: the file system does not support fsync of folders, so there is nothing to flush. */
int as_file_flush_name(const char *path)
{
	const char *slash = strrchr(path, '/');
	AS_AUTO_FREE char *folder = slash ? strndup(path, (size_t)(slash - path) + 1) : strdup(".");
	AS_AUTO_FD int fd = folder ? open(folder, O_RDONLY | O_DIRECTORY | O_CLOEXEC) : -1;

	/* A folder that cannot be read cannot be flushed. */
	if (fd < 0)
		return folder && errno == EACCES ? 0 : -1;
	return fsync(fd) && errno != EINVAL ? -1 : 0;
}

void as_file_remove_drafts(int dirfd)
{
	AS_AUTO_NAMES char **names = dirfd < 0 ? NULL : as_dir_list(dirfd, MAX_NAMES, NULL);
	for (char **name = names; name && *name; name++) {
		struct stat status;
		AS_AUTO_FD int fd =
			!as_path_is_random_name(*name)
				? -1
				: openat(dirfd, *name,
					  O_WRONLY | O_NOFOLLOW | O_NONBLOCK | O_CLOEXEC);
		if (fd >= 0 && fstat(fd, &status) == 0 && S_ISREG(status.st_mode) &&
			flock(fd, LOCK_EX | LOCK_NB) == 0)
			(void)unlinkat(dirfd, *name, 0);
	}
}

static int fill_and_rename(int fd, int parent_fd, const char *draft, const char *name,
	const char *path, const void *data, size_t size, struct as_error *error)
{
	if (write_all(fd, path, data, size, error) < 0)
		return -1;
	if (fsync(fd) < 0 || renameat(parent_fd, draft, parent_fd, name) < 0)
		return as_error_path(error, errno, path, "cannot be written");
	return 0;
}

/* A path that ends in a slash, or has no last name, is not the path of a file. */
static int open_parent_of_file(int dirfd, const char *path, char name[NAME_MAX + 1])
{
	size_t length = strlen(path);
	if (length > 0 && path[length - 1] == '/') {
		struct stat status;
		if (fstatat(dirfd, path, &status, AT_SYMLINK_NOFOLLOW) == 0)
			errno = EISDIR;
		return -1;
	}
	return as_path_parent(dirfd, path, name);
}

static int refuse_to_replace(
	int parent_fd, const char *name, const char *path, bool typed, struct as_error *error)
{
	struct stat status;
	if (fstatat(parent_fd, name, &status, AT_SYMLINK_NOFOLLOW) < 0 || S_ISREG(status.st_mode) ||
		S_ISDIR(status.st_mode))
		return 0; /* for a folder, the rename itself fails */
	if (!S_ISLNK(status.st_mode))
		return as_error_path_reason(error, EINVAL, path, type_name(status.st_mode), NULL);
	return typed ? as_path_error(error, ELOOP, path, "cannot be written") : 0;
}

static const char *target_remedy(const char *path, int cause)
{
	const size_t length = strlen(path);
	if (length > 0 && path[length - 1] == '/' && cause != EISDIR)
		return "; the name of a file has no slash at its end";
	switch (cause) {
	case EISDIR:
		return "; name a file in it";
	case ENOENT:
		return "; create its folder first";
	default:
		return "";
	}
}

static int find_target(
	const char *path, char name[NAME_MAX + 1], int *parent_fd, struct as_error *error)
{
	struct stat status;
	*parent_fd = open_parent_of_file(AT_FDCWD, path, name);
	if (*parent_fd < 0 || faccessat(*parent_fd, ".", W_OK | X_OK, AT_EACCESS) < 0)
		return as_path_error(error, errno, path, "cannot be written");
	if (fstatat(*parent_fd, name, &status, AT_SYMLINK_NOFOLLOW) == 0 && S_ISDIR(status.st_mode))
		return as_path_error(error, EISDIR, path, "cannot be written");
	return refuse_to_replace(*parent_fd, name, path, true, error);
}

/* A file that cannot be read may be anything: sets *cause. */
static bool may_replace(int parent_fd, const char *name, bool (*is_own)(int fd), int *cause)
{
	struct stat status;
	AS_AUTO_FD int fd =
		openat(parent_fd, name, O_RDONLY | O_CLOEXEC | O_NOFOLLOW | O_NONBLOCK | O_NOCTTY);
	if (fd < 0) {
		*cause = errno;
		return errno == ENOENT;
	}
	return fstat(fd, &status) == 0 && S_ISREG(status.st_mode) &&
	       (status.st_size == 0 || is_own(fd));
}

int as_file_check_target(
	const char *path, bool (*is_own)(int fd), const char *own, struct as_error *error)
{
	char name[NAME_MAX + 1];
	struct as_error why = {0};
	AS_AUTO_FD int parent_fd = -1;
	const bool found = find_target(path, name, &parent_fd, &why) == 0;
	int cause = 0;
	if (found && (!is_own || may_replace(parent_fd, name, is_own, &cause)))
		return 0;
	if (found && !cause)
		return as_error_at(error, AS_ERROR_USAGE, path, 0, 0,
			"exists and is not %s; name another file", own);
	if (found)
		as_error_path(&why, cause, path, "cannot be read, so it is not replaced");
	const char *remedy = target_remedy(path, why.sys_errno);
	why.lacks_remedy &= !*remedy;
	if (why.kind == AS_ERROR_INPUT)
		why.kind = AS_ERROR_USAGE;
	return as_error_pass(error, &why, path, "%s%s", why.text, remedy);
}

int as_file_write(int dirfd, const char *path, const void *data, size_t size, mode_t mode,
	struct as_error *error)
{
	char name[NAME_MAX + 1];
	AS_AUTO_FD int parent_fd = open_parent_of_file(dirfd, path, name);
	if (parent_fd < 0)
		return as_path_error(error, errno, path, "cannot be written");
	if (refuse_to_replace(parent_fd, name, path, dirfd == AT_FDCWD, error) < 0)
		return -1;
	char draft[NAME_MAX + 1];
	AS_AUTO_FD int fd = create_beside(parent_fd, draft, mode);
	if (fd < 0)
		return as_path_error(error, errno, path, "cannot be written");
	if (fill_and_rename(fd, parent_fd, draft, name, path, data, size, error) == 0)
		return 0;
	unlinkat(parent_fd, draft, 0);
	return -1;
}

/* ---- copying --------------------------------------------------------------------------- */

static int copy_bytes(
	int from_fd, int to_fd, const char *path, uint64_t max_bytes, struct as_error *error)
{
	char block[COPY_BLOCK_BYTES];
	uint64_t done = 0;
	for (;;) {
		ssize_t count = read_at(from_fd, block, sizeof block, done);
		if (count < 0)
			return as_error_path(error, errno, path, "cannot be copied");
		if (count == 0)
			return 0;
		if ((uint64_t)count > max_bytes - done)
			return too_big(max_bytes, path, error);
		if (write_all(to_fd, path, block, (size_t)count, error) < 0)
			return -1;
		done += (uint64_t)count;
	}
}

int as_file_copy(int from_fd, int dirfd, const char *path, mode_t mode, uint64_t max_bytes,
	struct as_error *error)
{
	char name[NAME_MAX + 1];
	AS_AUTO_FD int parent_fd = open_parent_of_file(dirfd, path, name);
	if (parent_fd < 0)
		return as_path_error(error, errno, path, "cannot be written");
	AS_AUTO_FD int fd =
		openat(parent_fd, name, O_WRONLY | O_CREAT | O_EXCL | O_NOFOLLOW | O_CLOEXEC, mode);
	if (fd < 0)
		return as_path_error(error, errno, path, "cannot be written");
	if (copy_bytes(from_fd, fd, path, max_bytes, error) == 0)
		return 0;
	unlinkat(parent_fd, name, 0);
	return -1;
}
