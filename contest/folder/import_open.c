/* SPDX-License-Identifier: MIT */
/* Opens a Contest Package: a folder, or an untrusted zip archive. */
#include "changing.h"
#include "reading.h"

#include <assay/base/keeper.h>
#include <assay/contest/folder/make.h>
#include <assay/contest/folder/stage.h>
#include <fcntl.h>
#include <sys/stat.h>

/* Maximum size of all files together, including packages and submissions. */
#define ARCHIVE_MAX_BYTES ((uint64_t)8 << 30)

/* Opens the contest at the top of the archive, or in its only folder. */
static int open_top(int fd, struct as_error *error)
{
	AS_AUTO_NAMES char **names = as_dir_list(fd, SIZE_MAX, error);
	struct stat status;

	if (!names)
		return -1;
	const bool is_only = names[0] && !names[1] &&
			     fstatat(fd, names[0], &status, AT_SYMLINK_NOFOLLOW) == 0 &&
			     S_ISDIR(status.st_mode);
	return as_dir_open(fd, is_only ? names[0] : ".", error);
}

static int import_unpacked(const struct folder_import *import, int archive_fd, const char *temp,
	struct as_error *error)
{
	const struct as_zip_quota quota = {ARCHIVE_MAX_BYTES, AS_ZIP_MAX_ENTRIES,
		"give the contest's folder, or pack it again as a zip archive"};
	AS_AUTO_FD int fd = as_dir_open(AT_FDCWD, temp, error);

	if (fd < 0 || as_zip_unpack(archive_fd, import->from, fd, &quota, import->cancel, error))
		return -1;
	AS_AUTO_FD int top_fd = open_top(fd, error);
	return top_fd < 0 ? -1 : folder_import(import, top_fd, error);
}

static int import_archive(const struct folder_import *import, struct as_error *error)
{
	char temp[PATH_MAX] = "";
	AS_AUTO_FD int fd = as_file_open(AT_FDCWD, import->from, error);
	struct as_keeper *keeper = fd < 0 ? NULL : as_keeper_open(error);
	int status = -1;

	if (keeper && as_temp_make(keeper, temp, error) == 0)
		status = import_unpacked(import, fd, temp, error);
	if (*temp)
		as_temp_remove(keeper, temp);
	if (keeper)
		as_keeper_close(keeper);
	return status;
}

static int import_source(const struct folder_import *import, struct as_error *error)
{
	struct stat status;

	if (stat(import->from, &status) == 0 && S_ISREG(status.st_mode))
		return import_archive(import, error);
	AS_AUTO_FD int fd = as_dir_open(AT_FDCWD, import->from, error);
	return fd < 0 ? -1 : folder_import(import, fd, error);
}

/* Opens the imported contest; its findings name the files of the source. */
static struct as_contest *open_stage(const struct as_contest_draft *stage, const char *from,
	const struct as_contest_options *options, const atomic_bool *cancel, struct as_error *error)
{
	AS_AUTO_CONTEST struct as_contest *contest =
		as_contest_open(stage->path, options, cancel, error);
	char *shown = contest ? as_text_format(error, "%s", from) : NULL;

	if (!shown)
		return NULL;
	free(contest->path);
	contest->path = shown;
	return as_steal(contest);
}

static struct as_contest *import_staged(struct as_contest_draft *stage,
	const struct folder_import *import, const struct as_contest_options *options,
	struct as_error *error)
{
	if (import_source(import, error))
		return NULL;
	AS_AUTO_CONTEST struct as_contest *contest =
		open_stage(stage, import->from, options, import->cancel, error);
	if (!contest || contest->error_count)
		return as_steal(contest);
	return as_contest_draft_commit(stage, error)
		       ? NULL
		       : as_contest_open(stage->to, options, import->cancel, error);
}

struct as_contest *as_contest_import(const char *from, const char *to,
	const struct as_contest_options *options, struct as_findings *notes,
	const atomic_bool *cancel, struct as_error *error)
{
	struct as_contest_draft stage;
	struct as_contest *contest = NULL;

	if (as_contest_draft_open(&stage, to, true, error) == 0) {
		int64_t ended_wall_ms = 0;
		const struct folder_import import = {.from = from,
			.to_fd = stage.fd,
			.notes = notes,
			.cancel = cancel,
			.ended_wall_ms = &ended_wall_ms};
		contest = import_staged(&stage, &import, options, error);
		if (contest)
			contest->ended_wall_ms = ended_wall_ms;
	}
	as_contest_draft_close(&stage);
	return contest;
}
