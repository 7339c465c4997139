/* SPDX-License-Identifier: MIT */
/*
 * Export: reads the log from the store into an API, and writes its documents into the stage of the
 * folder, which gets its name at the end; for an archive into a temporary folder. So the result of
 * a killed export does not look complete. Nothing is recorded, so a server can run at the same
 * time.
 */
#include "private.h"

#include <assay/base/keeper.h>
#include <assay/contest/folder/stage.h>
#include <fcntl.h>
#include <limits.h>

static void count_submissions(struct export *export)
{
	struct as_contest_exported *exported = export->exported;

	exported->hidden_count = as_contest_log_hidden_count(export->log);
	for (size_t i = 0; i < as_contest_log_submission_count(export->log); i++) {
		const struct as_contest_submission *of = as_contest_log_submission(export->log, i);
		if (of->is_ignored)
			exported->ignored_count++;
		else if (of->is_practice)
			exported->practice_count++;
		else
			exported->submission_count++;
	}
}

static int fill_export(struct export *export, struct as_error *error)
{
	if (export_open(export, error))
		return -1;
	as_contest_log_lock(export->log);
	count_submissions(export);
	export->exported->is_final =
		as_contest_log_state(export->log)->finalized_wall_ms != AS_NEVER_MS;
	as_contest_log_unlock(export->log);
	export->exported->problem_count = export->config->contest->problem_count;
	return export_documents(export, error) || export_feed(export, error) ||
			       export_results(export, error) || export_ceremony(export, error)
		       ? -1
		       : 0;
}

/* The descriptor is the folder's; it is borrowed. */
static int fill_folder(void *context, const char *path, int fd, struct as_error *error)
{
	struct export *export = context;

	export->path = path;
	export->fd = fd;
	const int status = fill_export(export, error);
	export_close(export);
	return status;
}

/* ---- the folder or archive ---- */

struct making {
	int (*fill)(void *context, const char *path, int fd, struct as_error *error);
	void *context;
	const atomic_bool *cancel;
};

static int make_folder(const struct making *making, const char *path, struct as_error *error)
{
	struct as_contest_draft stage;
	const int failed = as_contest_draft_open(&stage, path, true, error) ||
			   making->fill(making->context, stage.path, stage.fd, error) ||
			   as_contest_draft_commit(&stage, error);

	as_contest_draft_close(&stage);
	return failed ? -1 : 0;
}

static int fill_archive(const struct making *making, const char *path, struct as_keeper *keeper,
	char temp[PATH_MAX], struct as_error *error)
{
	if (as_file_check_target(path, NULL, NULL, error) || as_temp_make(keeper, temp, error))
		return -1;
	AS_AUTO_FD int fd = as_dir_open(AT_FDCWD, temp, error);
	return fd < 0 || making->fill(making->context, temp, fd, error)
		       ? -1
		       : export_zip(fd, path, making->cancel, error);
}

int export_make(const char *path, const atomic_bool *cancel,
	int (*fill)(void *context, const char *path, int fd, struct as_error *error), void *context,
	struct as_error *error)
{
	const struct making making = {fill, context, cancel};
	char temp[PATH_MAX] = "";

	if (!as_text_ends(path, ".zip"))
		return make_folder(&making, path, error);
	struct as_keeper *keeper = as_keeper_open(error);
	const int status = keeper ? fill_archive(&making, path, keeper, temp, error) : -1;
	if (*temp)
		as_temp_remove(keeper, temp);
	if (keeper)
		as_keeper_close(keeper);
	return status;
}

int as_contest_export(const struct as_contest_export_config *config, const char *path,
	struct as_findings *notes, struct as_contest_exported *exported, struct as_error *error)
{
	struct export export = {.config = config,
		.reader = {.role = AS_CONTEST_API_ADMIN,
			.team = AS_CONTEST_NONE,
			.account = AS_CONTEST_NONE},
		.notes = notes,
		.exported = exported};

	*exported = (struct as_contest_exported){0};
	return export_make(path, config->cancel, fill_folder, &export, error);
}
