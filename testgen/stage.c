/* SPDX-License-Identifier: MIT */
/*
 * Theory of operation: an interrupted or failed command must not leave an incomplete test set that
 * can be used for judging.
 *
 * 1. All files are generated in a folder in the package, on the same file system.
 * 2. When all are complete, the mark AS_RECIPE_MARK is made.
 * 3. The files are renamed into data/ one by one, files that are no longer made are removed, and
 *    the lock is written.
 * 4. The mark is removed.
 *
 * A command killed between steps 2 and 4 leaves the mark: the package cannot be judged, `--check`
 * reports it, and the next command makes all tests again.
 */
#include "lock.h"
#include "maker.h"
#include "place.h"

#include <errno.h>
#include <fcntl.h>
#include <string.h>
#include <sys/file.h>
#include <sys/stat.h>

/* Followed by the name of the owner, which may be on another machine: as_owner_name. */
#define STAGING ".making-"

/* Best effort: otherwise the next command removes the folder. */
static void register_staging(const struct maker *maker)
{
	AS_AUTO_FREE char *package = realpath(maker->package_path, NULL);
	AS_AUTO_FREE char *path =
		package ? as_text_format(NULL, "%s/%s", package, maker->staging) : NULL;
	struct as_error ignored = {0};

	if (path && as_keeper_hold(as_workshop_keeper(maker->workshop), path, &ignored))
		as_error_clear(&ignored);
}

/* An error about a file of the package, which is named with the package's path. */
static int name_place(const struct maker *maker, const char *path, const struct as_error *why,
	struct as_error *error)
{
	AS_AUTO_FREE char *where = as_text_format(error, "%s/%s", maker->package_path, path);

	if (!where)
		return -1;
	return as_error_pass(error, why, where, "%s", why->text);
}

int stage_begin(struct maker *maker, struct as_error *error)
{
	AS_AUTO_FD int generators_fd = as_dir_open(maker->dir_fd, "generators", NULL);
	struct as_error why = {0}, at = {0};
	char owner[AS_OWNER_NAME_SIZE];

	as_owner_remove_dead(generators_fd, STAGING);
	snprintf(maker->staging, sizeof(maker->staging), "generators/" STAGING "%s-",
		as_owner_name(owner));
	register_staging(maker);
	/* The package itself contains a file of that name. */
	if (faccessat(maker->dir_fd, maker->staging, F_OK, AT_SYMLINK_NOFOLLOW) == 0 &&
		as_dir_remove(maker->dir_fd, maker->staging, error))
		return -1;
	if (as_dir_make(maker->dir_fd, maker->staging, 0755, &why) == 0)
		return 0;
	/* The user does not know this temporary folder, so the message names the package. */
	if (!why.sys_errno)
		return name_place(maker, "generators", &why, error);
	as_error_sys(&at, why.kind, why.sys_errno, "cannot be written");
	return name_place(maker, "generators", &at, error);
}

/* Opens the folder of the file. */
static int open_folder_of(struct maker *maker, const char *path, struct as_error *error)
{
	const char *slash = strrchr(path, '/');
	AS_AUTO_FREE char *folder = as_text_format(
		error, "%s/%.*s", maker->staging, slash ? (int)(slash - path) : 0, path);

	if (!folder || as_dir_make(maker->dir_fd, folder, 0755, error))
		return -1;
	return as_dir_open(maker->dir_fd, folder, error);
}

/* Without a flush: stage_commit flushes all files at once. */
int stage_file(struct maker *maker, const char *path, const char *data, size_t size,
	struct as_error *error)
{
	struct as_error why = {0};
	AS_AUTO_FREE char *name = as_text_format(error, "data/%s", path);
	AS_AUTO_FD int folder = name ? open_folder_of(maker, path, &why) : -1;

	if (!name)
		return -1;
	if (folder < 0)
		return name_place(maker, name, &why, error);
	AS_AUTO_FD int fd = openat(folder, as_text_last_part(path),
		O_WRONLY | O_CREAT | O_EXCL | O_NOFOLLOW | O_CLOEXEC, 0644);
	if (fd < 0)
		as_error_sys(&why, AS_ERROR_INTERNAL, errno, "cannot be created");
	if (fd < 0 || as_fd_write(fd, data, size, &why))
		return name_place(maker, name, &why, error);
	return 0;
}

int stage_copy(struct maker *maker, const char *from, const char *to, struct as_error *error)
{
	AS_AUTO_FREE char *source = as_text_format(error, "%s/%s", maker->staging, from);
	AS_AUTO_FD int fd = source ? as_file_open(maker->dir_fd, source, error) : -1;
	AS_AUTO_FD int folder = fd < 0 ? -1 : open_folder_of(maker, to, error);

	return folder < 0
		       ? -1
		       : as_file_copy(fd, folder, as_text_last_part(to), 0644, UINT64_MAX, error);
}

static int move_files(struct maker *maker, struct as_error *error)
{
	const char *path;
	json_t *digest;

	json_object_foreach(maker->new_lock, path, digest)
	{
		if (place_move(maker->dir_fd, maker->staging, path, error))
			return -1;
	}
	json_object_foreach(maker->old_lock, path, digest)
	{
		if (!json_object_get(maker->new_lock, path) &&
			place_remove(maker->dir_fd, path, error))
			return -1;
	}
	for (size_t i = 0; i < maker->recipe.settings_count; i++)
		if (!maker->recipe.settings[i].text &&
			place_remove(maker->dir_fd, maker->recipe.settings[i].path, error))
			return -1;
	return 0;
}

static const char mark[] =
	"Some tests of this package are old and some are new; run `assay gen`.\n";

/* Two commands that replace files at the same time would leave an unknown mixture. The folder is
 * unlocked when it is closed. */
static int stage_lock(const struct maker *maker, int folder, struct as_error *error)
{
	static const struct timespec pause = {.tv_nsec = 50000000};
	const struct as_gen_config *config = maker->config;
	const int64_t begin_ns = as_now_ns();
	bool is_noted = !config->note;

	while (flock(folder, LOCK_EX | LOCK_NB)) {
		if (errno != EWOULDBLOCK && errno != EINTR)
			return as_error_sys(
				error, AS_ERROR_INTERNAL, errno, "cannot lock generators/");
		if (as_cancel_check(config->cancel, error))
			return -1;
		if (!is_noted && as_now_ns() - begin_ns >= AS_LONG_WAIT_NS) {
			config->note(config->progress_context,
				"waiting for another command that writes tests of this package");
			is_noted = true;
		}
		nanosleep(&pause, NULL);
	}
	return 0;
}

int stage_commit(struct maker *maker, struct as_error *error)
{
	AS_AUTO_FD int folder = as_dir_open(maker->dir_fd, "generators", error);
	char recipe[AS_DIGEST_HEX_SIZE];

	if (folder < 0 || recipe_digest(&maker->recipe, recipe, error) ||
		stage_lock(maker, folder, error))
		return -1;
	as_file_remove_drafts(folder);
	as_file_remove_drafts(maker->dir_fd);
	if (as_file_write(maker->dir_fd, AS_RECIPE_MARK, mark, strlen(mark), 0644, error))
		return -1;
	if (syncfs(folder))
		return as_error_sys(
			error, AS_ERROR_INTERNAL, errno, "cannot write the tests to the disk");
	if (move_files(maker, error) ||
		lock_write(maker->dir_fd, maker->new_lock, maker->new_programs, recipe, error))
		return -1;
	if (unlinkat(maker->dir_fd, AS_RECIPE_MARK, 0))
		return as_error_sys(
			error, AS_ERROR_INTERNAL, errno, "cannot remove " AS_RECIPE_MARK);
	return 0;
}

void stage_end(struct maker *maker)
{
	if (maker->staging[0])
		as_dir_remove(maker->dir_fd, maker->staging, NULL);
	maker->staging[0] = '\0';
}

bool stage_is_broken(const struct maker *maker)
{
	struct stat info;

	return fstatat(maker->dir_fd, AS_RECIPE_MARK, &info, AT_SYMLINK_NOFOLLOW) == 0;
}
