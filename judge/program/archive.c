/* SPDX-License-Identifier: MIT */
/*
 * Submissions in zip archives, unpacked as packages are (judge/package/zip.c) into a folder of the
 * workshop, and read from there like any folder: links are not followed.
 */
#include "workshop.h"

#include <assay/base/letters.h>
#include <assay/package/zip_text.h>
#include <assay/program/intake.h>
#include <fcntl.h>
#include <string.h>
#include <strings.h>
#include <sys/stat.h>

bool as_archive_is_named(const char *path)
{
	const char *dot = strrchr(path, '.');

	return dot && strcasecmp(dot, ".zip") == 0;
}

/* If the archive holds a single folder, the files in it are the submission. */
static char *find_top(int fd, const char *folder, struct as_error *error)
{
	const char *only = NULL;
	struct stat info;
	AS_AUTO_NAMES char **names = as_dir_list(fd, 1000000, error);

	for (char **name = names; name && *name; name++) {
		if ((*name)[0] == '.')
			continue;
		if (only || fstatat(fd, *name, &info, AT_SYMLINK_NOFOLLOW) < 0 ||
			!S_ISDIR(info.st_mode)) {
			only = NULL;
			break;
		}
		only = *name;
	}
	if (!names)
		return NULL;
	return as_text_format(error, "%s%s%s", folder, only ? "/" : "", only ? only : "");
}

/* Puts the only folder's name before the file names, if imports of Python need the folder. */
static int keep_top(struct as_sources *sources, const char *name, struct as_error *error)
{
	AS_AUTO_FREE char *top = as_text_format(error, "%s", name);
	bool is_needed = false;

	if (!top)
		return -1;
	as_letters_compose(top);
	for (size_t i = 0; i < sources->count; i++) {
		const int needs = as_python_needs_folder(
			sources->files[i].name, &sources->files[i].data, top, strlen(top));
		if (needs < 0)
			return 0;
		is_needed |= needs;
	}
	for (size_t i = 0; is_needed && i < sources->count; i++) {
		char *path = as_text_format(error, "%s/%s", top, sources->files[i].name);
		if (!path)
			return -1;
		free(sources->files[i].name);
		sources->files[i].name = path;
	}
	return 0;
}

static int read_unpacked(const struct as_intake_config *config, int fd, const char *folder,
	uint64_t max_bytes, bool in_top, struct as_sources *sources, struct as_error *error)
{
	AS_AUTO_FREE char *from =
		in_top ? find_top(fd, folder, error) : as_text_format(error, "%s", folder);

	if (!from || as_sources_read(sources, config->workshop->work_fd, from, max_bytes,
			     config->cancel, error))
		return -1;
	const char *top = from + strlen(folder);
	return *top == '/' && !sources->reason && as_python_may_keep_folder(config->package)
		       ? keep_top(sources, top + 1, error)
		       : 0;
}

int as_archive_unpack(const struct as_intake_config *config, const char *path, uint64_t max_bytes,
	bool in_top, struct as_sources *sources, struct as_error *error)
{
	const struct as_bytes *bytes = &sources->files[0].data;
	char folder[32];
	struct as_error why = {0};
	const struct as_zip_quota quota = {max_bytes + AS_SOURCES_OTHER_BYTES,
		AS_SOURCES_ZIP_ENTRIES,
		"submit the files themselves, or pack them again as a zip archive"};
	AS_AUTO_FD int archive = as_input_from_bytes(bytes->data, bytes->size, error);
	AS_AUTO_FD int to =
		archive < 0 ? -1 : as_workshop_new_folder(config->workshop, folder, error);

	if (to < 0)
		return -1;
	as_sources_clear(sources);
	int failed = 0;
	if (as_zip_unpack(archive, path, to, &quota, config->cancel, &why)) {
		const char *subject = as_zip_subject(why.text);
		failed = why.kind != AS_ERROR_INPUT ||
			 as_sources_refuse_own(sources, "archive",
				 as_text_format(error, "%s%s",
					 *subject ? subject : "the archive cannot be unpacked: ",
					 why.text),
				 error);
	} else {
		failed = read_unpacked(config, to, folder, max_bytes, in_top, sources, &why);
	}
	as_dir_remove(config->workshop->work_fd, folder, NULL);
	if (failed && error)
		*error = why;
	return failed ? -1 : 0;
}
