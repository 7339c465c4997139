/* SPDX-License-Identifier: MIT */
/*
 * New files of a folder are written to a stage, checked there, and then moved to their names. So a
 * command that fails, is killed, or finds no space leaves the folder as it was.
 *
 * The stage of a new folder is a hidden folder beside it, which gets its name at the end. The stage
 * of a folder that exists is a hidden folder in it. Its commit has two steps:
 * 1. The complete stage gets the name COMMIT_NAME. Before this, nothing has changed.
 * 2. Its files are moved to their places. Files that they replace are removed, and then the stage.
 * A command that is killed before step 1 leaves its stage, and a later command removes the stage.
 * If a command is killed in step 2, the next command that opens the folder completes the step.
 */
#include "changing.h"
#include "reading.h"

#include <assay/base/keeper.h>
#include <assay/contest/folder/make.h>
#include <assay/contest/folder/stage.h>
#include <errno.h>
#include <fcntl.h>
#include <string.h>
#include <sys/file.h>
#include <sys/stat.h>
#include <unistd.h>

static int stage_fail(
	const struct as_contest_draft *stage, const char *text, struct as_error *error)
{
	return as_error_at_sys(error, AS_ERROR_USAGE, errno, stage->to, "%s", text);
}

/* The names of a complete stage, and of its folder of marks. A mark is an empty file at the path of
 * a file to remove. */
#define COMMIT_NAME ".assay-commit"
#define MARKS_NAME ".removed"
/* Followed by the name of its owner: as_owner_name. */
#define BESIDE_PREFIX AS_CONTEST_DRAFT_NAME "-"

static int make_beside(struct as_contest_draft *stage, struct as_error *error)
{
	const char *slash = strrchr(stage->to, '/');
	AS_AUTO_FREE char *parent =
		slash ? strndup(stage->to, (size_t)(slash - stage->to) + 1) : strdup("./");
	char owner[AS_OWNER_NAME_SIZE];

	if (!parent)
		return as_error_no_memory(error);
	AS_AUTO_FD int parent_fd = as_dir_open(AT_FDCWD, parent, NULL);
	as_owner_remove_dead(parent_fd, BESIDE_PREFIX);
	stage->path =
		as_text_format(error, "%s" BESIDE_PREFIX "%s-XXXXXX", parent, as_owner_name(owner));
	if (!stage->path)
		return -1;
	if (mkdtemp(stage->path))
		return 0;
	free(as_steal(stage->path));
	return stage_fail(stage, "the folder cannot be made", error);
}

static int lock_folder(struct as_contest_draft *stage, struct as_error *error)
{
	stage->to_fd = as_dir_open(AT_FDCWD, stage->to, error);
	if (stage->to_fd < 0)
		return -1;
	if (flock(stage->to_fd, LOCK_EX | LOCK_NB) == 0 || errno != EWOULDBLOCK)
		return 0; /* some network file systems have no locks */
	return as_error_at(error, AS_ERROR_USAGE, stage->to, 0, 0,
		"another command writes into the folder: wait until it has ended");
}

static bool is_incomplete(int to_fd)
{
	return faccessat(to_fd, COMMIT_NAME, F_OK, AT_SYMLINK_NOFOLLOW) == 0;
}

static int complete(int to_fd, struct as_error *error);

/* A stage that an earlier command left is removed. */
static int make_inside(struct as_contest_draft *stage, struct as_error *error)
{
	if (lock_folder(stage, error) ||
		(is_incomplete(stage->to_fd) && complete(stage->to_fd, error)))
		return -1;
	char *path = as_text_format(error, "%s/%s", stage->to, AS_CONTEST_DRAFT_NAME);

	if (!path)
		return -1;
	stage->is_inside = true;
	as_dir_remove(AT_FDCWD, path, NULL);
	if (mkdir(path, 0700) == 0) {
		stage->path = path;
		return 0;
	}
	free(path);
	return stage_fail(stage, "the folder cannot be written", error);
}

/* A new folder is private; an existing empty folder becomes private before it contains files. A
 * folder of another user is refused, because that user could read the files nevertheless. */
static int make_private(const struct as_contest_draft *stage, struct as_error *error)
{
	struct stat status, made;

	if (fstat(stage->to_fd, &status) || fstat(stage->fd, &made))
		return stage_fail(stage, "cannot be examined", error);
	if (status.st_uid != geteuid() || made.st_uid != geteuid())
		return as_error_at(error, AS_ERROR_USAGE, stage->to, 0, 0,
			"the folder belongs to another user, who could read its files; name a new "
			"one");
	return fchmod(stage->to_fd, status.st_mode & 0700)
		       ? stage_fail(
				 stage, "the folder cannot be made private; name a new one", error)
		       : 0;
}

int as_contest_draft_open(
	struct as_contest_draft *stage, const char *to, bool must_be_new, struct as_error *error)
{
	struct stat status;
	size_t length = strlen(to);

	while (length > 1 && to[length - 1] == '/')
		length--;
	*stage = (struct as_contest_draft){.fd = -1, .to_fd = -1, .to = strndup(to, length)};
	if (!stage->to)
		return as_error_no_memory(error);
	const bool exists = stat(stage->to, &status) == 0;
	if (exists && must_be_new) {
		AS_AUTO_FD int fd = as_contest_make_folder(stage->to, error);
		if (fd < 0)
			return -1;
	}
	if (exists ? make_inside(stage, error) : make_beside(stage, error))
		return -1;
	stage->fd = as_dir_open(AT_FDCWD, stage->path, error);
	if (stage->fd < 0)
		return -1;
	return exists && must_be_new ? make_private(stage, error) : 0;
}

/* ---- the commit ---- */

static int commit_fail(const char *name, int sys_errno, struct as_error *error)
{
	return as_error_at_sys(
		error, AS_ERROR_USAGE, sys_errno, name, "cannot be moved into place");
}

/* Refuses an entry that step 2 could not move. */
static int check_entry(int from_fd, int to_fd, const char *name, struct as_error *error)
{
	struct stat from, to;

	if (fstatat(from_fd, name, &from, AT_SYMLINK_NOFOLLOW))
		return commit_fail(name, errno, error);
	if (fstatat(to_fd, name, &to, AT_SYMLINK_NOFOLLOW))
		return errno == ENOENT ? 0 : commit_fail(name, errno, error);
	if (S_ISDIR(from.st_mode) != S_ISDIR(to.st_mode))
		return as_error_at(error, AS_ERROR_USAGE, name, 0, 0,
			"is a %s in the contest's folder, but a %s in the import; move it away",
			S_ISDIR(to.st_mode)   ? "folder"
			: S_ISLNK(to.st_mode) ? "link"
					      : "file",
			S_ISDIR(from.st_mode) ? "folder" : "file");
	if (!S_ISDIR(from.st_mode))
		return 0;
	AS_AUTO_FD int from_dir = as_dir_open(from_fd, name, error);
	AS_AUTO_FD int to_dir = from_dir < 0 ? -1 : as_dir_open(to_fd, name, error);
	if (to_dir >= 0 && faccessat(to_dir, ".", W_OK | X_OK, AT_EACCESS))
		return as_error_at_sys(error, AS_ERROR_USAGE, errno, name, "cannot be written");
	AS_AUTO_NAMES char **names = to_dir < 0 ? NULL : as_dir_list(from_dir, SIZE_MAX, error);
	for (char **entry = names; entry && *entry; entry++)
		if (check_entry(from_dir, to_dir, *entry, error))
			return -1;
	return names ? 0 : -1;
}

/* Moves a file, or what is in a folder that exists at both places. */
static int move_entry(int from_fd, int to_fd, const char *name, struct as_error *error)
{
	if (renameat(from_fd, name, to_fd, name) == 0)
		return 0;
	if (errno != ENOTEMPTY && errno != EEXIST)
		return commit_fail(name, errno, error);
	AS_AUTO_FD int from = as_dir_open(from_fd, name, error);
	AS_AUTO_FD int to = from < 0 ? -1 : as_dir_open(to_fd, name, error);
	AS_AUTO_NAMES char **names = to < 0 ? NULL : as_dir_list(from, SIZE_MAX, error);
	for (char **entry = names; entry && *entry; entry++)
		if (move_entry(from, to, *entry, error))
			return -1;
	return names ? 0 : -1;
}

/* Removes the files of the folder for which there is a mark. */
static void remove_marked(int marks_fd, int to_fd)
{
	AS_AUTO_NAMES char **names = as_dir_list(marks_fd, SIZE_MAX, NULL);

	for (char **name = names; name && *name; name++) {
		AS_AUTO_FD int marks = as_dir_open(marks_fd, *name, NULL);
		AS_AUTO_FD int to = marks < 0 ? -1 : as_dir_open(to_fd, *name, NULL);
		if (to >= 0)
			remove_marked(marks, to);
		else if (marks < 0)
			unlinkat(to_fd, *name, 0);
	}
}

/* Step 2. */
static int complete(int to_fd, struct as_error *error)
{
	AS_AUTO_FD int from_fd = as_dir_open(to_fd, COMMIT_NAME, error);
	AS_AUTO_NAMES char **names = from_fd < 0 ? NULL : as_dir_list(from_fd, SIZE_MAX, error);

	for (char **name = names; name && *name; name++)
		if (strcmp(*name, MARKS_NAME) != 0 && move_entry(from_fd, to_fd, *name, error))
			return -1;
	AS_AUTO_FD int marks_fd = names ? as_dir_open(from_fd, MARKS_NAME, NULL) : -1;
	if (marks_fd >= 0)
		remove_marked(marks_fd, to_fd);
	return names ? as_dir_remove(to_fd, COMMIT_NAME, error) : -1;
}

/* After step 1. */
static int fail_incomplete(const char *path, const struct as_error *why, struct as_error *error)
{
	return as_error_pass(error, why, path,
		"an interrupted import cannot be completed: %s: %s; fix that, then run assay "
		"contest check, which completes the import",
		why->where, why->text);
}

int folder_complete(int fd, const char *path, struct as_error *error)
{
	struct as_error why = {0};

	if (!is_incomplete(fd))
		return 0;
	/* The lock belongs to the open file, so this one must not be that of the caller. */
	AS_AUTO_FD int to_fd = as_dir_open(fd, ".", error);
	if (to_fd < 0)
		return -1;
	while (flock(to_fd, LOCK_EX) && errno == EINTR)
		;
	return !is_incomplete(to_fd) || complete(to_fd, &why) == 0
		       ? 0
		       : fail_incomplete(path, &why, error);
}

int as_contest_draft_remove(
	const struct as_contest_draft *stage, const char *path, struct as_error *error)
{
	AS_AUTO_FREE char *mark = as_text_format(error, MARKS_NAME "/%s", path);
	AS_AUTO_FREE char *dir = mark ? strndup(mark, (size_t)(strrchr(mark, '/') - mark)) : NULL;

	if (!dir)
		return as_error_no_memory(error);
	if (as_dir_make(stage->fd, dir, 0700, error))
		return -1;
	AS_AUTO_FD int fd =
		openat(stage->fd, mark, O_WRONLY | O_CREAT | O_NOFOLLOW | O_CLOEXEC, 0600);
	return fd < 0 ? stage_fail(stage, "the folder cannot be written", error) : 0;
}

static int check_all(const struct as_contest_draft *stage, int to_fd, struct as_error *error)
{
	AS_AUTO_NAMES char **names = as_dir_list(stage->fd, SIZE_MAX, error);

	for (char **name = names; name && *name; name++)
		if (strcmp(*name, MARKS_NAME) != 0 && check_entry(stage->fd, to_fd, *name, error))
			return -1;
	return names ? 0 : -1;
}

static int commit_inside(struct as_contest_draft *stage, struct as_error *error)
{
	AS_AUTO_FD int to_fd = as_dir_open(AT_FDCWD, stage->to, error);
	struct as_error why = {0};

	if (to_fd < 0 || check_all(stage, to_fd, error))
		return -1;
	if (syncfs(stage->fd) || renameat(to_fd, AS_CONTEST_DRAFT_NAME, to_fd, COMMIT_NAME))
		return stage_fail(stage, "the folder cannot be written", error);
	free(as_steal(stage->path));
	const int failed =
		fsync(to_fd) ? commit_fail(COMMIT_NAME, errno, &why) : complete(to_fd, &why);
	return failed ? fail_incomplete(stage->to, &why, error) : 0;
}

int as_contest_draft_commit(struct as_contest_draft *stage, struct as_error *error)
{
	if (stage->is_inside)
		return commit_inside(stage, error);
	if (rename(stage->path, stage->to))
		return stage_fail(stage, "the folder cannot be made", error);
	free(as_steal(stage->path));
	return 0;
}

void as_contest_draft_close(struct as_contest_draft *stage)
{
	if (stage->fd >= 0)
		close(stage->fd);
	if (stage->path)
		as_dir_remove(AT_FDCWD, stage->path, NULL);
	if (stage->to_fd >= 0)
		close(stage->to_fd);
	free(stage->path);
	free(stage->to);
}
