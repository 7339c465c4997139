/* SPDX-License-Identifier: MIT */
/*
 * New files of a folder are written to a stage, checked there, and then moved to their names. So a
 * command that fails, is killed, or finds no space leaves the folder as it was.
 *
 * The stage of a new folder is a hidden folder beside it, which gets its name at the end. The stage
 * of a folder that exists is a hidden folder in it; each of its files gets its place by one rename,
 * the file that makes it a contest last. A killed command leaves its stage, and a later command
 * removes it.
 */
#include "reading.h"

#include <assay/base/keeper.h>
#include <assay/contest/folder/make.h>
#include <assay/contest/folder/stage.h>
#include <errno.h>
#include <fcntl.h>
#include <string.h>
#include <sys/file.h>
#include <sys/stat.h>

static int stage_fail(
	const struct as_contest_draft *stage, const char *text, struct as_error *error)
{
	return as_error_at_sys(error, AS_ERROR_USAGE, errno, stage->to, "%s", text);
}

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

/* A stage that an earlier command left is removed. */
static int make_inside(struct as_contest_draft *stage, struct as_error *error)
{
	if (lock_folder(stage, error))
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

static bool is_contest_file(const char *name)
{
	return strncmp(name, "contest.", strlen("contest.")) == 0;
}

/* Moves a file, or what is in a folder that exists at both places. */
static int move_entry(int from_fd, int to_fd, const char *name, struct as_error *error)
{
	if (renameat(from_fd, name, to_fd, name) == 0)
		return 0;
	if (errno != ENOTEMPTY && errno != EEXIST)
		return as_error_at_sys(
			error, AS_ERROR_USAGE, errno, name, "cannot be moved into place");
	AS_AUTO_FD int from = as_dir_open(from_fd, name, error);
	AS_AUTO_FD int to = from < 0 ? -1 : as_dir_open(to_fd, name, error);
	AS_AUTO_NAMES char **names = to < 0 ? NULL : as_dir_list(from, SIZE_MAX, error);
	for (char **entry = names; entry && *entry; entry++)
		if (move_entry(from, to, *entry, error))
			return -1;
	return names ? 0 : -1;
}

/* Moves those files that are, or are not, contest.yaml or contest.json. */
static int move_files(const struct as_contest_draft *stage, char *const *names, bool contest,
	struct as_error *error)
{
	AS_AUTO_FD int to_fd = as_dir_open(AT_FDCWD, stage->to, error);

	if (to_fd < 0)
		return -1;
	for (; *names; names++)
		if (is_contest_file(*names) == contest &&
			move_entry(stage->fd, to_fd, *names, error))
			return -1;
	fsync(to_fd);
	return 0;
}

int as_contest_draft_commit(struct as_contest_draft *stage, struct as_error *error)
{
	if (!stage->is_inside) {
		if (rename(stage->path, stage->to))
			return stage_fail(stage, "the folder cannot be made", error);
		free(as_steal(stage->path));
		return 0;
	}
	AS_AUTO_NAMES char **names = as_dir_list(stage->fd, SIZE_MAX, error);
	return !names || move_files(stage, names, false, error) ||
			       move_files(stage, names, true, error)
		       ? -1
		       : 0;
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
