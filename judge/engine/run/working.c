/* SPDX-License-Identifier: MIT */
/*
 * The initial contents of a program's working folder: the test's files (NAME.files); the files of
 * the package's include/ that are not code; and, if the program runs from several sources, those,
 * because many languages look for them in the working folder. On equal names the test's files win.
 * The files are collected in an entry of the work folder, which becomes the initial content of the
 * box. Most submissions have none of these files, and then nothing is done.
 */
#include "judging.h"

#include <errno.h>
#include <fcntl.h>
#include <sys/stat.h>

#define PAGE_BYTES 4096
#define MAX_WORKING_BYTES (UINT64_C(1) << 30)

static bool is_extra(const struct as_judging *judging, const struct as_source *file)
{
	const struct as_language *language = judging->program->language;

	if (language->needs.keep_sources && judging->sources->count > 1)
		return true;
	return !as_language_is_source(language, file->name) &&
	       !as_language_is_companion(language, file->name);
}

static bool has_extras(const struct as_judging *judging)
{
	for (size_t i = 0; judging->sources && i < judging->sources->count; i++)
		if (is_extra(judging, &judging->sources->files[i]))
			return true;
	return false;
}

/* Copied after the test's files, so that those win. */
static int write_extras(const struct as_judging *judging, int folder, struct as_error *error)
{
	AS_AUTO_FREE struct as_source *files =
		calloc(judging->sources->count + 1, sizeof(*judging->sources->files));
	struct as_sources extras = {.files = files};

	if (!files)
		return as_error_no_memory(error);
	for (size_t i = 0; i < judging->sources->count; i++) {
		const struct as_source *file = &judging->sources->files[i];
		if (is_extra(judging, file) && faccessat(folder, file->name, F_OK, 0))
			files[extras.count++] = *file;
	}
	return as_sources_write(&extras, folder, error);
}

static int copy_files(
	const struct as_judging *judging, const char *path, int folder, struct as_error *error)
{
	uint64_t budget_bytes = MAX_WORKING_BYTES;

	return as_package_copy_folder(
		judging->opened->package, path, judging->cancel, folder, &budget_bytes, error);
}

/* As a box counts them: in whole pages. */
int as_working_measure(int folder, uint64_t *bytes, struct as_error *error)
{
	AS_AUTO_NAMES char **names = as_dir_list(folder, 1000000, error);

	if (!names)
		return -1;
	for (char **name = names; *name; name++) {
		struct stat info;
		if (fstatat(folder, *name, &info, AT_SYMLINK_NOFOLLOW))
			return as_error_sys(
				error, AS_ERROR_INTERNAL, errno, "cannot stage a test's files");
		*bytes += ((uint64_t)info.st_size + PAGE_BYTES - 1) / PAGE_BYTES * PAGE_BYTES;
		if (!S_ISDIR(info.st_mode))
			continue;
		AS_AUTO_FD int inner = as_dir_open(folder, *name, error);
		if (inner < 0 || as_working_measure(inner, bytes, error))
			return -1;
	}
	return 0;
}

int as_working_make(struct as_working *working, const struct as_judging *judging,
	const struct as_test *test, struct as_error *error)
{
	const struct as_open_package *opened = judging->opened;
	bool extras = has_extras(judging);

	*working = (struct as_working){0};
	if (!extras && !test->files_path)
		return 0;
	/* All of them are in the program's own folder. */
	if (!test->files_path && judging->program->language->needs.keep_sources) {
		snprintf(working->folder, sizeof(working->folder), "%s", judging->program->folder);
		working->is_program = true;
		AS_AUTO_FD int own =
			as_dir_open(as_workshop_work_fd(opened->workshop), working->folder, error);
		return own < 0 ? -1 : as_working_measure(own, &working->bytes, error);
	}
	AS_AUTO_FD int folder = as_workshop_new_folder(opened->workshop, working->folder, error);
	if (folder >= 0 &&
		!(test->files_path && copy_files(judging, test->files_path, folder, error)) &&
		!(extras && write_extras(judging, folder, error)) &&
		as_working_measure(folder, &working->bytes, error) == 0)
		return 0;
	as_working_remove(working, opened);
	return -1;
}

void as_working_remove(struct as_working *working, const struct as_open_package *opened)
{
	if (working->folder[0] && !working->is_program)
		as_workshop_remove(opened->workshop, working->folder);
	*working = (struct as_working){0};
}

void as_working_show(const struct as_working *working, struct as_run_request *request)
{
	if (!working->folder[0])
		return;
	request->box = working->folder;
	if (!request->writable_box)
		return;
	/* The initial contents do not count as output. */
	request->limits.box_bytes += working->bytes;
	request->initial_box_bytes = working->bytes;
}
