/* SPDX-License-Identifier: MIT */
#include "path.h"
#include "error.h"

#include <assay/base/tree.h>
#include <errno.h>
#include <fcntl.h>
#include <linux/openat2.h>
#include <string.h>
#include <sys/random.h>
#include <sys/stat.h>
#include <sys/syscall.h>

/* openat2 fails with EAGAIN if something was renamed meanwhile, which a hostile process can cause
 * repeatedly. */
#define RACE_RETRIES 128
/* If the kernel restarts a path resolution because its cache of names was trimmed meanwhile, it
 * counts the links twice: ELOOP may then be wrong for more than 20 links (seen on Linux 6.18). If
 * links are refused, ELOOP is final. */
#define LOOP_RETRIES 8

/* The name of a descriptor's file under /proc; glibc 2.36 has no wrapper for openat2. */
#define DESCRIPTOR_PATH_SIZE 32

static int open_how(int dirfd, const char *path, const struct open_how *how)
{
	long fd;
	int races = 0, loops = how->resolve & RESOLVE_NO_SYMLINKS ? LOOP_RETRIES : 0;
	do
		fd = syscall(SYS_openat2, dirfd, path, how, sizeof *how);
	while (fd < 0 && (errno == EINTR || (errno == EAGAIN && ++races < RACE_RETRIES) ||
				 (errno == ELOOP && ++loops < LOOP_RETRIES)));
	return (int)fd;
}

int as_path_open(int dirfd, const char *path, int flags)
{
	if (dirfd == AT_FDCWD)
		return openat(dirfd, path, flags | O_CLOEXEC | O_NOFOLLOW);
	const struct open_how how = {
		.flags = (uint64_t)(unsigned)(flags | O_CLOEXEC),
		.resolve = RESOLVE_BENEATH | RESOLVE_NO_SYMLINKS,
	};
	return open_how(dirfd, path, &how);
}

int as_path_open_child(int dirfd, const char *name)
{
	const struct open_how how = {
		.flags = O_PATH | O_DIRECTORY | O_CLOEXEC,
		.resolve = RESOLVE_BENEATH | RESOLVE_NO_SYMLINKS | RESOLVE_NO_XDEV,
	};
	return open_how(dirfd, name, &how);
}

int as_tree_open(int dirfd, const char *path)
{
	const struct open_how how = {
		.flags = O_PATH | O_CLOEXEC,
		.resolve = RESOLVE_BENEATH | RESOLVE_NO_MAGICLINKS,
	};
	return open_how(dirfd, path, &how);
}

static int open_parent(int dirfd, const char *path, size_t length)
{
	if (length == 0)
		return as_path_open(dirfd, ".", O_PATH | O_DIRECTORY);
	char parent[PATH_MAX];
	if (length >= sizeof parent) {
		errno = ENAMETOOLONG;
		return -1;
	}
	memcpy(parent, path, length);
	parent[length] = '\0';
	if (dirfd == AT_FDCWD)
		return open(parent, O_PATH | O_DIRECTORY | O_CLOEXEC);
	return as_path_open(dirfd, parent, O_PATH | O_DIRECTORY);
}

int as_path_parent(int dirfd, const char *path, char name[NAME_MAX + 1])
{
	size_t end = strlen(path);
	while (end > 0 && path[end - 1] == '/')
		end--;
	size_t start = end;
	while (start > 0 && path[start - 1] != '/')
		start--;
	size_t length = end - start;
	if (length > NAME_MAX) {
		errno = ENAMETOOLONG;
		return -1;
	}
	memcpy(name, path + start, length);
	name[length] = '\0';
	if (length == 0 || strcmp(name, ".") == 0 || strcmp(name, "..") == 0) {
		errno = EINVAL;
		return -1;
	}
	return open_parent(dirfd, path, start);
}

int as_path_reopen(int path_fd, int flags)
{
	char path[DESCRIPTOR_PATH_SIZE];
	snprintf(path, sizeof path, "/proc/self/fd/%d", path_fd);
	return open(path, flags | O_CLOEXEC);
}

int as_path_chmod(int path_fd, mode_t mode)
{
	/* fchmod refuses O_PATH, and fchmodat always follows links. */
	char path[DESCRIPTOR_PATH_SIZE];
	snprintf(path, sizeof path, "/proc/self/fd/%d", path_fd);
	return chmod(path, mode);
}

int as_path_error(struct as_error *error, int sys_errno, const char *path, const char *what)
{
	switch (sys_errno) {
	case ELOOP:
		return as_error_path_reason(error, sys_errno, path, what,
			"it is a symbolic link, or is reached through one");
	case EXDEV:
		return as_error_path_reason(
			error, sys_errno, path, what, "it leads out of its folder");
	case EINVAL:
		return as_error_path_reason(
			error, sys_errno, path, what, "it is not the name of a file or folder");
	case ENOSYS:
		return as_error_path_reason(
			error, sys_errno, path, what, "this kernel has no openat2 (Linux 5.6)");
	default:
		return as_error_path(error, sys_errno, path, what);
	}
}

int as_rename_new(int from_fd, const char *from, int to_fd, const char *to)
{
	struct stat info;

	if (renameat2(from_fd, from, to_fd, to, RENAME_NOREPLACE) == 0)
		return 0;
	if (errno != EINVAL && errno != ENOSYS)
		return -1;
	if (fstatat(to_fd, to, &info, AT_SYMLINK_NOFOLLOW) == 0) {
		errno = EEXIST;
		return -1;
	}
	return errno == ENOENT ? renameat(from_fd, from, to_fd, to) : -1;
}

#define RANDOM_PREFIX ".assay-"

void as_path_random_name(char name[NAME_MAX + 1])
{
	uint64_t number = 0;
	/* A weak random number only causes a collision, which O_EXCL and RENAME_NOREPLACE turn into
	 * a retry. */
	if (getrandom(&number, sizeof number, GRND_NONBLOCK) != sizeof number)
		number = (uint64_t)as_now_ns();
	snprintf(name, NAME_MAX + 1, RANDOM_PREFIX "%016jx", (uintmax_t)number);
}

bool as_path_is_random_name(const char *name)
{
	const size_t prefix = strlen(RANDOM_PREFIX);
	return strncmp(name, RANDOM_PREFIX, prefix) == 0 && strlen(name) == prefix + 16 &&
	       strspn(name + prefix, "0123456789abcdef") == 16;
}
