/* SPDX-License-Identifier: MIT */
/*
 * Files that documents refer to. The href identifies the file; it is written as FOLDER/FILENAME,
 * where readers of a Contest Package look first.
 */
#include "private.h"

#include <assay/program/zip.h>
#include <assay/testgen.h>
#include <ctype.h>
#include <errno.h>
#include <fcntl.h>
#include <string.h>
#include <sys/stat.h>

#define FILE_MODE 0644
/* Maximum size of the sources of a submission. */
#define BLOB_MAX_BYTES ((uint64_t)1 << 30)

/* ---- one file ---- */

static int write_submission(struct export *export, const struct as_contest_api_file *file,
	const char *to, struct as_error *error)
{
	AS_AUTO_BYTES struct as_bytes files = {0}, zip = {0};
	const int found = as_store_blob_read(
		export->config->store, file->blob, BLOB_MAX_BYTES, &files, error);

	if (found < 0)
		return -1;
	if (found == 0)
		return as_findings_add(export->notes, AS_FINDING_INFO, to, error,
			"the store does not have the files any more; they are left out");
	if (as_submitted_zip(&files, &zip, error))
		return as_error_context(error, "%s", to);
	return as_file_write(export->fd, to, zip.data, zip.size, FILE_MODE, error);
}

static int write_file(struct export *export, const struct as_contest_api_file *file, const char *to,
	struct as_error *error)
{
	if (file->submission != AS_CONTEST_NONE)
		return write_submission(export, file, to, error);
	AS_AUTO_FD int fd =
		file->file ? as_contest_file_open(export->config->contest, file->file, error)
			   : file->fd;
	return fd < 0 ? -1 : as_file_copy(fd, export->fd, to, FILE_MODE, AS_UNLIMITED_BYTES, error);
}

/* ---- references ---- */

static int hex(char digit)
{
	static const char digits[] = "0123456789ABCDEF";
	const char *found = digit ? strchr(digits, toupper((unsigned char)digit)) : NULL;

	return found ? (int)(found - digits) : -1;
}

/* Decodes %XX in place. */
static void unescape(char *text)
{
	char *to = text;

	for (; *text; text++) {
		const int high = *text == '%' ? hex(text[1]) : -1;
		const int low = high >= 0 ? hex(text[2]) : -1;
		*to++ = low >= 0 ? (char)(high * 16 + low) : *text;
		text += low >= 0 ? 2 : 0;
	}
	*to = '\0';
}

char *export_path(const struct export *export, const char *href, struct as_error *error)
{
	AS_AUTO_FREE char *prefix =
		as_text_format(error, "contests/%s/", export->config->contest->settings.id);

	if (!prefix || strncmp(href, prefix, strlen(prefix)) != 0)
		return NULL;
	char *path = as_text_format(error, "%s", href + strlen(prefix));
	if (path)
		unescape(path);
	return path;
}

/* Defence in depth: names with a path were refused when the contest was opened. */
static bool is_name(const char *name)
{
	return *name && !strchr(name, '/') && strcmp(name, ".") != 0 && strcmp(name, "..") != 0;
}

static int export_file(
	struct export *export, const char *folder, const json_t *reference, struct as_error *error)
{
	const char *href = json_string_value(json_object_get(reference, "href"));
	const char *filename = json_string_value(json_object_get(reference, "filename"));
	struct as_contest_api_file found;

	if (!href || !filename || !is_name(filename))
		return 0;
	AS_AUTO_FREE char *path = export_path(export, href, error);
	AS_AUTO_FREE char *to = as_text_format(error, "%s/%s", folder, filename);
	if (!path || !to)
		return as_error_no_memory(error);
	if (as_dir_make(export->fd, folder, 0755, error))
		return -1;
	if (as_contest_api_find_file(export->api, export->log, &export->reader, path, &found) !=
		200)
		return as_error_set(
			error, AS_ERROR_INTERNAL, "%s is named, but is not there", path);
	return write_file(export, &found, to, error);
}

int export_files(
	struct export *export, const char *folder, const json_t *object, struct as_error *error)
{
	const char *property;
	json_t *list, *reference;
	size_t index;

	json_object_foreach((json_t *)object, property, list) json_array_foreach(list, index,
		reference) if (json_is_object(reference) &&
			       export_file(export, folder, reference, error)) return -1;
	return 0;
}

/* ---- packages ---- */

static bool has_file(const json_t *object, const char *filename)
{
	const char *property, *name;
	json_t *list, *reference;
	size_t index;

	json_object_foreach((json_t *)object, property, list) json_array_foreach(list, index,
		reference) if ((name = json_string_value(json_object_get(reference, "filename"))) &&
			       strcmp(name, filename) == 0) return true;
	return false;
}

static int note_all(struct export *export, const char *where, char **notes, struct as_error *error)
{
	for (char **note = notes; note && *note; note++)
		if (as_findings_add(export->notes, AS_FINDING_INFO, where, error, "%s", *note))
			return -1;
	return 0;
}

/* The version in use when the log ends. */
static struct as_contest_version version_of(
	const struct export *export, const struct as_contest_problem *problem)
{
	const struct as_contest *contest = export->config->contest;

	as_contest_log_lock(export->log);
	const struct as_contest_version version =
		*as_contest_log_version(export->log, (size_t)(problem - contest->problems));
	as_contest_log_unlock(export->log);
	return version;
}

/* The archive that the jury uploaded. */
static int write_upload(
	struct export *export, const char *archive, const char *to, struct as_error *error)
{
	AS_AUTO_FD int fd = openat(
		export->fd, to, O_WRONLY | O_CREAT | O_EXCL | O_NOFOLLOW | O_CLOEXEC, FILE_MODE);

	if (fd < 0)
		return as_error_at_sys(error, AS_ERROR_INTERNAL, errno, to, "cannot be written");
	const int found = as_store_blob_read_fd(export->config->store, archive, fd, error);
	if (found == 0)
		return as_error_at(error, AS_ERROR_INPUT, to, 0, 0,
			"the package that the jury uploaded is missing from the store; restore a "
			"backup of the store");
	return found < 0 ? -1 : 0;
}

/* The folder may have changed since the contest was served. */
static int note_version(struct export *export, const struct as_contest_version *version,
	const struct as_contest_problem *problem, const char *to, struct as_error *error)
{
	return *version->digest && strcmp(version->digest, problem->package->digest) != 0
		       ? as_findings_add(export->notes, AS_FINDING_WARNING, to, error,
				 "is the package of the folder, which has changed since the "
				 "contest "
				 "used it")
		       : 0;
}

/* In an archive a package keeps its bytes. In a folder it is converted for other systems, as `assay
 * export` does. */
static int write_package(struct export *export, const struct as_contest_problem *problem,
	const char *to, struct as_error *error)
{
	const struct as_export_config config = {.format = problem->package->format,
		.in_folder = true,
		.recipe = &as_recipe_export,
		.include_dir = export->config->include_dir,
		.cancel = export->config->cancel};
	AS_AUTO_NAMES char **notes = NULL;
	AS_AUTO_FREE char *path = as_text_format(error, "%s/%s", export->path, to);
	struct stat status;

	if (!path)
		return -1;
	const struct as_contest_version version = version_of(export, problem);
	if (*version.archive)
		return write_upload(export, version.archive, to, error);
	if (note_version(export, &version, problem, to, error))
		return -1;
	AS_AUTO_FREE char *real = realpath(problem->package_path, NULL);
	if (real && stat(real, &status) == 0 && S_ISREG(status.st_mode)) {
		AS_AUTO_FD int fd = as_file_open(AT_FDCWD, real, error);
		return fd < 0 ? -1
			      : as_file_copy(
					fd, export->fd, to, FILE_MODE, AS_UNLIMITED_BYTES, error);
	}
	if (as_package_export(problem->package, &config, path, &notes, error))
		return -1;
	return note_all(export, to, notes, error);
}

/* The property is `package`, so the file's name follows the default pattern. */
int export_package(struct export *export, const struct as_contest_problem *problem, json_t *object,
	struct as_error *error)
{
	const char *name = has_file(object, "package.zip") ? "package.problem.zip" : "package.zip";
	AS_AUTO_FREE char *folder = as_text_format(error, "problems/%s", problem->id);
	AS_AUTO_FREE char *to = as_text_format(error, "problems/%s/%s", problem->id, name);

	if (!folder || !to || as_dir_make(export->fd, folder, 0755, error) ||
		write_package(export, problem, to, error))
		return -1;
	return json_object_set_new(object, "package",
		       json_pack("[{s: s, s: s}]", "filename", name, "mime", "application/zip"))
		       ? as_error_no_memory(error)
		       : 0;
}
