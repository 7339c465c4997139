/* SPDX-License-Identifier: MIT */
/*
 * Copies the initial contents of a box; the run's init does so before the program starts. Names are
 * resolved beneath two open folders, so that no link leads out. Only files and folders are copied.
 * The copies belong to the program.
 */
#include "zygote.h"

#include <dirent.h>
#include <errno.h>
#include <fcntl.h>
#include <string.h>
#include <sys/sendfile.h>
#include <sys/stat.h>
#include <sys/syscall.h>
#include <unistd.h>

#define MAX_DEPTH 32
#define ENTRIES_BYTES 4096

/* The copies belong to it; a process makes copies for one run only. */
static uid_t owner_of_copies;

static int copy_folder(int from_fd, int to_fd, unsigned depth);

static int copy_content(int from_fd, int to_fd)
{
	ssize_t moved;

	do {
		moved = sendfile(to_fd, from_fd, NULL, 1 << 30);
	} while (moved > 0 || (moved < 0 && errno == EINTR));
	return moved < 0 ? -1 : 0;
}

static int copy_file(int from_fd, int to_dir_fd, const char *name, mode_t mode)
{
	int fd = openat(to_dir_fd, name, O_CREAT | O_EXCL | O_WRONLY | O_CLOEXEC,
		(mode & 0777) | S_IRUSR | S_IWUSR);

	if (fd < 0)
		return -1;
	int failed = copy_content(from_fd, fd) || fchown(fd, owner_of_copies, owner_of_copies);
	close(fd);
	return failed ? -1 : 0;
}

static int copy_inner(int from_fd, int to_dir_fd, const char *name, unsigned depth)
{
	if (mkdirat(to_dir_fd, name, 0755))
		return -1;
	int fd = openat(to_dir_fd, name, O_DIRECTORY | O_NOFOLLOW | O_CLOEXEC);
	if (fd < 0)
		return -1;
	int failed =
		copy_folder(from_fd, fd, depth + 1) || fchown(fd, owner_of_copies, owner_of_copies);
	close(fd);
	return failed ? -1 : 0;
}

static int copy_entry(int from_dir_fd, int to_dir_fd, const char *name, unsigned depth)
{
	struct stat info;
	int fd = openat(from_dir_fd, name, O_RDONLY | O_NOFOLLOW | O_NONBLOCK | O_CLOEXEC);

	if (fd < 0)
		return errno == ELOOP || errno == ENXIO ? 0 : -1;
	int failed = fstat(fd, &info);
	if (!failed && S_ISREG(info.st_mode))
		failed = copy_file(fd, to_dir_fd, name, info.st_mode);
	else if (!failed && S_ISDIR(info.st_mode))
		failed = copy_inner(fd, to_dir_fd, name, depth);
	close(fd);
	return failed ? -1 : 0;
}

static int copy_folder(int from_fd, int to_fd, unsigned depth)
{
	_Alignas(struct dirent64) char entries[ENTRIES_BYTES];
	long got;

	if (depth > MAX_DEPTH) {
		errno = ELOOP;
		return -1;
	}
	while ((got = syscall(SYS_getdents64, from_fd, entries, sizeof(entries))) > 0) {
		for (long at = 0; at < got;) {
			const struct dirent64 *entry = (const struct dirent64 *)(entries + at);
			at += entry->d_reclen;
			if (strcmp(entry->d_name, ".") != 0 && strcmp(entry->d_name, "..") != 0 &&
				copy_entry(from_fd, to_fd, entry->d_name, depth))
				return -1;
		}
	}
	return got < 0 ? -1 : 0;
}

int zygote_fill(const char *from, const char *to, uid_t owner)
{
	int from_fd = open(from, O_RDONLY | O_DIRECTORY | O_NOFOLLOW | O_CLOEXEC);
	int to_fd = open(to, O_RDONLY | O_DIRECTORY | O_NOFOLLOW | O_CLOEXEC);
	owner_of_copies = owner;
	int failed = from_fd < 0 || to_fd < 0 || copy_folder(from_fd, to_fd, 0);
	int saved = errno;

	if (from_fd >= 0)
		close(from_fd);
	if (to_fd >= 0)
		close(to_fd);
	errno = saved;
	return failed ? -1 : 0;
}
