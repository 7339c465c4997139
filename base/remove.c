/* SPDX-License-Identifier: MIT */
/*
 * Removes a tree that a hostile program made, and may still be changing.
 *
 * - Depth: one descriptor for each level would exhaust descriptors, paths are limited to PATH_MAX,
 *   and returning through ".." is unsafe (a process that moves the current folder makes ".." lead
 *   out of the tree). So the walk descends at most MAX_LEVELS; a folder that is not empty there is
 *   renamed into the top folder, where the next pass finds it. Every pass makes the tree shallower.
 * - Links: a name is unlinked without following it, and entered only through openat2 without links
 *   and without crossing a mount.
 * - Permissions: a folder of this user that may not be read or written gets its permissions back
 *   first.
 * - Races: an entry that has vanished is ignored, one that has appeared is left to the next pass.
 *   Passes that move nothing up are counted, so that a program that never stops writing cannot keep
 *   this one busy forever.
 */
#include "error.h"
#include "path.h"

#include <dirent.h>
#include <errno.h>
#include <fcntl.h>
#include <string.h>
#include <sys/stat.h>

#define MAX_LEVELS 32
#define FUTILE_PASSES 256
#define RENAME_RETRIES 16

struct removal {
	const char *path; /* as messages show it */
	int top_fd;
	bool moved;  /* this pass has moved a folder up */
	bool failed; /* something cannot be removed: its error is recorded */
	struct as_error *error;
};

static void auto_dir(DIR **dir)
{
	if (*dir)
		closedir(*dir);
}

static void fail(struct removal *removal, int sys_errno, const char *name)
{
	char what[NAME_MAX + 64];
	snprintf(what, sizeof what, "cannot remove \"%s\" in it", name);
	if (sys_errno == EXDEV || sys_errno == EBUSY)
		as_error_path_reason(removal->error, sys_errno, removal->path, what,
			"it is a mount point; unmount it first");
	else
		as_path_error(removal->error, sys_errno, removal->path, what);
	removal->failed = true;
}

/* True if `sys_errno` only means that another process was faster: the next pass sees the current
 * state. */
static bool is_race(int sys_errno)
{
	return sys_errno == ENOENT || sys_errno == ENOTDIR || sys_errno == ELOOP ||
	       sys_errno == ENOTEMPTY || sys_errno == EEXIST || sys_errno == EAGAIN;
}

/* Reading needs r, removing the contents needs w and x, moving needs w. A failure for another
 * user's folder is harmless. */
static void make_accessible(int path_fd)
{
	struct stat status;
	if (fstat(path_fd, &status) == 0 && (status.st_mode & S_IRWXU) != S_IRWXU)
		as_path_chmod(path_fd, (status.st_mode & 07777) | S_IRWXU);
}

/* Renames a folder that is too deep into the top folder. */
static void move_up(struct removal *removal, int dirfd, const char *name)
{
	AS_AUTO_FD int child = as_path_open_child(dirfd, name);
	if (child >= 0)
		make_accessible(child);
	char fresh[NAME_MAX + 1];
	int result = -1;
	for (int i = 0; i < RENAME_RETRIES && result < 0; i++) {
		as_path_random_name(fresh);
		result = as_rename_new(dirfd, name, removal->top_fd, fresh);
		if (result < 0 && errno != EEXIST)
			break;
	}
	if (result == 0)
		removal->moved = true;
	else if (!is_race(errno))
		fail(removal, errno, name);
}

static void empty_folder(struct removal *removal, int path_fd, unsigned level);

static void remove_folder(struct removal *removal, int dirfd, const char *name, unsigned level)
{
	if (unlinkat(dirfd, name, AT_REMOVEDIR) == 0)
		return;
	if (errno != ENOTEMPTY && errno != EEXIST) {
		if (!is_race(errno))
			fail(removal, errno, name);
		return;
	}
	if (level == MAX_LEVELS) {
		move_up(removal, dirfd, name);
		return;
	}
	AS_AUTO_FD int child = as_path_open_child(dirfd, name);
	if (child < 0) {
		if (!is_race(errno))
			fail(removal, errno, name);
		return;
	}
	empty_folder(removal, child, level + 1);
	if (unlinkat(dirfd, name, AT_REMOVEDIR) < 0 && !is_race(errno))
		fail(removal, errno, name);
}

static void remove_entry(
	struct removal *removal, int dirfd, const struct dirent *entry, unsigned level)
{
	const char *name = entry->d_name;
	if (strcmp(name, ".") == 0 || strcmp(name, "..") == 0)
		return;
	/* The type is a hint that saves a call: if it is wrong, the call fails with EISDIR or
	 * ENOTDIR. */
	if (entry->d_type != DT_DIR) {
		if (unlinkat(dirfd, name, 0) == 0)
			return;
		if (errno != EISDIR) {
			if (!is_race(errno))
				fail(removal, errno, name);
			return;
		}
	}
	remove_folder(removal, dirfd, name, level);
}

/* Removes as many of a folder's entries as possible; the next pass removes the rest. */
static void empty_folder(struct removal *removal, int path_fd, unsigned level)
{
	make_accessible(path_fd);
	int fd = openat(path_fd, ".", O_RDONLY | O_DIRECTORY | O_CLOEXEC);
	AS_AUTO(auto_dir) DIR *dir = fd >= 0 ? fdopendir(fd) : NULL;
	if (!dir) {
		fail(removal, errno, ".");
		if (fd >= 0)
			close(fd);
		return;
	}
	const struct dirent *entry;
	while (errno = 0, (entry = readdir(dir)))
		remove_entry(removal, fd, entry, level);
	if (errno && errno != ENOENT)
		fail(removal, errno, ".");
}

/* Empties the top folder pass by pass, and removes it. 0, or -1 with errno. */
static int remove_top(struct removal *removal, int parent_fd, const char *name)
{
	for (int futile = 0; futile < FUTILE_PASSES; futile += !removal->moved) {
		removal->moved = false;
		empty_folder(removal, removal->top_fd, 1);
		if (unlinkat(parent_fd, name, AT_REMOVEDIR) == 0 || errno == ENOENT)
			return 0;
		if ((errno != ENOTEMPTY && errno != EEXIST) || (removal->failed && !removal->moved))
			return -1;
	}
	return -1;
}

static int remove_at(int parent_fd, const char *name, const char *path, struct as_error *error)
{
	if (unlinkat(parent_fd, name, 0) == 0 || errno == ENOENT)
		return 0;
	/* Some file systems give EPERM for a folder: opening it as a folder shows which it is. */
	int cause = errno;
	AS_AUTO_FD int top_fd = as_path_open_child(parent_fd, name);
	if (top_fd < 0)
		return as_path_error(error, errno == ENOTDIR || errno == ELOOP ? cause : errno,
			path, "cannot be removed");
	struct as_error first = {0};
	struct removal removal = {.path = path, .top_fd = top_fd, .error = &first};
	if (remove_top(&removal, parent_fd, name) == 0)
		return 0;
	cause = errno;
	if (removal.failed)
		return as_error_move(error, &first, path);
	if (cause == ENOTEMPTY || cause == EEXIST)
		return as_error_path_reason(error, cause, path, "cannot be removed",
			"another process keeps writing into it");
	return as_path_error(error, cause, path, "cannot be removed");
}

int as_dir_remove(int dirfd, const char *path, struct as_error *error)
{
	char name[NAME_MAX + 1];
	AS_AUTO_FD int parent_fd = as_path_parent(dirfd, path, name);
	if (parent_fd < 0)
		return errno == ENOENT ? 0 : as_path_error(error, errno, path, "cannot be removed");
	return remove_at(parent_fd, name, path, error);
}
