/* SPDX-License-Identifier: MIT */
/* Creates and copies folders. */
#include "reading.h"

#include <assay/contest/folder/make.h>
#include <assay/contest/folder/stage.h>

#include <errno.h>
#include <fcntl.h>
#include <string.h>
#include <sys/stat.h>

#define MAX_ENTRIES 100000
#define MAX_LEVELS 32
/* Private: the folder can have passwords, and tests of packages. */
#define FOLDER_MODE 0700

/* Paths are kept relative to both folders, for messages. */
struct copier {
	int from_fd, to_fd;
	const atomic_bool *cancel;
	unsigned level;
};

static int copy(
	struct copier *copier, const char *path, const char *to_path, struct as_error *error);

static int copy_entries(
	struct copier *copier, const char *path, const char *to_path, struct as_error *error)
{
	AS_AUTO_FD int dir_fd = as_dir_open(copier->from_fd, path, error);
	AS_AUTO_NAMES char **names = dir_fd < 0 ? NULL : as_dir_list(dir_fd, MAX_ENTRIES, error);

	for (char **name = names; name && *name; name++) {
		AS_AUTO_FREE char *inner = as_text_format(error, "%s/%s", path, *name);
		AS_AUTO_FREE char *to = as_text_format(error, "%s/%s", to_path, *name);
		if (!inner || !to || as_cancel_check(copier->cancel, error) ||
			copy(copier, inner, to, error))
			return -1;
	}
	return names ? 0 : -1;
}

static int copy_folder(
	struct copier *copier, const char *path, const char *to_path, struct as_error *error)
{
	if (copier->level == MAX_LEVELS)
		return as_error_at(error, AS_ERROR_INPUT, path, 0, 0,
			"folders are nested more than %d deep", MAX_LEVELS);
	if (as_dir_make(copier->to_fd, to_path, 0755, error))
		return -1;
	copier->level++;
	const int status = copy_entries(copier, path, to_path, error);
	copier->level--;
	return status;
}

static int copy(
	struct copier *copier, const char *path, const char *to_path, struct as_error *error)
{
	struct stat status;

	if (fstatat(copier->from_fd, path, &status, AT_SYMLINK_NOFOLLOW))
		return as_error_at_sys(error, AS_ERROR_INPUT, errno, path, "cannot be read");
	if (S_ISDIR(status.st_mode))
		return copy_folder(copier, path, to_path, error);
	AS_AUTO_FD int fd = as_file_open(copier->from_fd, path, error);
	return fd < 0 ? -1
		      : as_file_copy(fd, copier->to_fd, to_path, 0644, AS_UNLIMITED_BYTES, error);
}

int as_contest_copy(int from_fd, const char *path, int to_fd, const char *to_path,
	const atomic_bool *cancel, struct as_error *error)
{
	struct copier copier = {.from_fd = from_fd, .to_fd = to_fd, .cancel = cancel};

	return copy(&copier, path, to_path, error);
}

/* Removes the stage that a killed import left, if that is all that there is. */
static void remove_stage(int fd, char **names)
{
	if (!names[0] || names[1] || strcmp(names[0], AS_CONTEST_DRAFT_NAME) != 0 ||
		as_dir_remove(fd, names[0], NULL))
		return;
	free(names[0]);
	names[0] = NULL;
}

int as_contest_make_folder(const char *path, struct as_error *error)
{
	if (mkdir(path, FOLDER_MODE) && errno != EEXIST)
		return as_error_at_sys(
			error, AS_ERROR_USAGE, errno, path, "the folder cannot be made");
	AS_AUTO_FD int fd = open(path, O_RDONLY | O_DIRECTORY | O_CLOEXEC);
	if (fd < 0)
		return as_error_at_sys(
			error, AS_ERROR_USAGE, errno, path, "the folder cannot be opened");
	AS_AUTO_NAMES char **names = as_dir_list(fd, 1000, error);
	if (!names)
		return -1;
	remove_stage(fd, names);
	if (names[0])
		return as_error_at(
			error, AS_ERROR_USAGE, path, 0, 0, "the folder has files; name a new one");
	return as_steal_fd(fd);
}
