/* SPDX-License-Identifier: MIT */
/*
 * Writes the archive: sorted and without times, so that the same package gives the same bytes
 * everywhere. It is drafted in an unnamed file, which disappears if the command is killed; or
 * beside the target, if the file system has no unnamed files.
 */
#include "export.h"
#include <assay/base/archive.h>
#include <assay/package/archive.h>
#include <errno.h>
#include <fcntl.h>
#include <string.h>
#include <sys/random.h>
#include <sys/stat.h>

#define BLOCK_BYTES 65536
#define FD_PATH_SIZE 32 /* "/proc/self/fd/N" */

static int write_error(struct archive *archive, struct as_error *error)
{
	return as_archive_write_error(archive, "write the archive", error);
}

static int write_bytes(
	struct archive *archive, const void *data, size_t size, struct as_error *error)
{
	return archive_write_data(archive, data, size) == (la_ssize_t)size
		       ? 0
		       : write_error(archive, error);
}

static int write_entry(struct archive *archive, const char *name, unsigned type, unsigned mode,
	uint64_t size, struct as_error *error)
{
	/* Without a time, libarchive writes the minimum of the format, in every time zone. */
	AS_AUTO_ENTRY struct archive_entry *entry = archive_entry_new();
	if (!entry)
		return as_error_no_memory(error);
	archive_entry_set_pathname(entry, name);
	archive_entry_set_filetype(entry, type);
	archive_entry_set_perm(entry, mode);
	archive_entry_set_size(entry, (la_int64_t)size);
	return archive_write_header(archive, entry) == ARCHIVE_OK ? 0 : write_error(archive, error);
}

static int write_header(struct archive *archive, const char *name, uint64_t size, bool executable,
	struct as_error *error)
{
	return write_entry(archive, name, AE_IFREG, executable ? 0755 : 0644, size, error);
}

/* Writes entries for the folders of a file that do not contain the previous file. DOMjudge accepts
 * a submission of several files only if its folder has an entry; in sorted order the files of a
 * folder are adjacent. */
static int write_folders(
	struct archive *archive, const char *before, const char *name, struct as_error *error)
{
	for (const char *slash = strchr(name, '/'); slash; slash = strchr(slash + 1, '/')) {
		const size_t length = (size_t)(slash - name) + 1;
		AS_AUTO_FREE char *folder = as_text_format(error, "%.*s", (int)length, name);
		if (!folder)
			return -1;
		if (strncmp(before, name, length) != 0 &&
			write_entry(archive, folder, AE_IFDIR, 0755, 0, error) < 0)
			return -1;
	}
	return 0;
}

static int write_from(const struct as_export *export, struct archive *archive, int fd,
	const struct as_export_file *file, uint64_t size, struct as_error *error)
{
	char block[BLOCK_BYTES];
	while (size > 0) {
		if (as_cancel_check(export->config->cancel, error))
			return -1;
		ssize_t count = read(fd, block, size < sizeof block ? size : sizeof block);
		if (count < 0 && errno == EINTR)
			continue;
		const char *path = file->real + (strncmp(file->real, "./", 2) == 0 ? 2 : 0);
		if (count <= 0)
			return as_tree_error(&export->package->tree, path, error,
				"changed while it was read; export the package again");
		if (write_bytes(archive, block, (size_t)count, error) < 0)
			return -1;
		size -= (uint64_t)count;
	}
	return 0;
}

static int write_file(struct as_export *export, struct archive *archive,
	const struct as_export_file *file, const char *name, struct as_error *error)
{
	struct stat status;
	if (!file->real)
		return write_header(archive, name, file->data.size, file->executable, error) < 0
			       ? -1
			       : write_bytes(archive, file->data.data, file->data.size, error);
	AS_AUTO_FD int fd = as_shared_open_any(&export->package->tree, file->real, error);
	if (fd < 0)
		return -1;
	if (fstat(fd, &status) < 0)
		return as_error_sys(error, AS_ERROR_INTERNAL, errno, "cannot examine %s", name);
	if (write_header(archive, name, (uint64_t)status.st_size, file->executable, error) < 0)
		return -1;
	return write_from(export, archive, fd, file, (uint64_t)status.st_size, error);
}

static int compare_files(const void *a, const void *b)
{
	const char *left = ((const struct as_export_file *)a)->name;
	const char *right = ((const struct as_export_file *)b)->name;
	return left && right ? strcmp(left, right) : (left != NULL) - (right != NULL);
}

static char *name_in_archive(
	const struct as_export *export, const struct as_export_file *file, struct as_error *error)
{
	if (!export->config->in_folder)
		return as_text_format(error, "%s", file->name);
	return as_text_format(error, "%s/%s", export->package->short_name, file->name);
}

static int write_next(struct as_export *export, struct archive *archive,
	const struct as_export_file *file, char **before, struct as_error *error)
{
	AS_AUTO_FREE char *name = name_in_archive(export, file, error);
	if (!name)
		return -1;
	if (*before && strcmp(*before, name) == 0)
		return as_tree_error(&export->package->tree, file->name, error,
			"would have the name of another file in the other format; rename one");
	if (write_folders(archive, *before ? *before : "", name, error) < 0 ||
		write_file(export, archive, file, name, error) < 0)
		return -1;
	free(*before);
	*before = as_steal(name);
	return 0;
}

static int write_files(struct as_export *export, struct archive *archive, struct as_error *error)
{
	AS_AUTO_FREE char *before = NULL;
	qsort(export->files, export->file_count, sizeof *export->files, compare_files);
	for (size_t i = 0; i < export->file_count; i++) {
		if (as_cancel_check(export->config->cancel, error))
			return -1;
		if (export->files[i].name &&
			write_next(export, archive, &export->files[i], &before, error) < 0)
			return -1;
	}
	return archive_write_close(archive) == ARCHIVE_OK ? 0 : write_error(archive, error);
}

static int write_archive(struct as_export *export, int fd, struct as_error *error)
{
	if (as_archive_load(error))
		return -1;
	AS_AUTO_ARCHIVE struct archive *archive = archive_write_new();
	if (!archive)
		return as_error_no_memory(error);
	if (archive_write_set_format_zip(archive) != ARCHIVE_OK ||
		archive_write_set_bytes_in_last_block(archive, 1) != ARCHIVE_OK ||
		archive_write_open_fd(archive, fd) != ARCHIVE_OK)
		return write_error(archive, error);
	return write_files(export, archive, error);
}

/* ---- the draft ---- */

struct draft {
	const char *target;
	int fd;
	char *named; /* its path; NULL: it is unnamed */
};

static void auto_draft(struct draft *draft)
{
	if (draft->named)
		unlink(draft->named);
	if (draft->fd >= 0)
		close(draft->fd);
	free(draft->named);
}

static int target_error(const struct draft *draft, int cause, struct as_error *error)
{
	return as_error_at_sys(error, AS_ERROR_USAGE, cause, draft->target, "cannot be written");
}

/* The length of the folder's path in the target: "a/" of "a/b.zip". */
static int folder_length(const struct draft *draft)
{
	const char *slash = strrchr(draft->target, '/');
	return slash ? (int)(slash - draft->target) + 1 : 0;
}

/* Beside the target, so that it can be renamed. */
static char *draft_name(const struct draft *draft, struct as_error *error)
{
	unsigned long number;
	if (getrandom(&number, sizeof number, 0) == sizeof number)
		return as_text_format(
			error, "%.*s.export-%016lx", folder_length(draft), draft->target, number);
	as_error_sys(error, AS_ERROR_INTERNAL, errno, "cannot draw a random number");
	return NULL;
}

static int draft_open_named(struct draft *draft, struct as_error *error)
{
	AS_AUTO_FREE char *name = draft_name(draft, error);
	if (!name)
		return -1;
	draft->fd = open(name, O_CREAT | O_EXCL | O_RDWR | O_NOFOLLOW | O_CLOEXEC, 0666);
	if (draft->fd < 0)
		return target_error(draft, errno, error);
	draft->named = as_steal(name);
	return 0;
}

/* In both cases the umask determines the permissions. */
static int draft_open(struct draft *draft, struct as_error *error)
{
	AS_AUTO_FREE char *folder =
		as_text_format(error, "%.*s.", folder_length(draft), draft->target);
	if (!folder)
		return -1;
	draft->fd = open(folder, O_TMPFILE | O_RDWR | O_CLOEXEC, 0666);
	if (draft->fd >= 0)
		return 0;
	/* The errors of file systems and kernels without unnamed files. */
	if (errno == EOPNOTSUPP || errno == EISDIR || errno == EINVAL)
		return draft_open_named(draft, error);
	return target_error(draft, errno, error);
}

static void draft_path(const struct draft *draft, char path[FD_PATH_SIZE])
{
	snprintf(path, FD_PATH_SIZE, "/proc/self/fd/%d", draft->fd);
}

/* Names an unnamed draft, so that it can be renamed: link does not replace files. */
static int draft_link(struct draft *draft, struct as_error *error)
{
	char path[FD_PATH_SIZE];
	AS_AUTO_FREE char *name = draft_name(draft, error);
	if (!name)
		return -1;
	draft_path(draft, path);
	if (linkat(AT_FDCWD, path, AT_FDCWD, name, AT_SYMLINK_FOLLOW) < 0)
		return target_error(draft, errno, error);
	draft->named = as_steal(name);
	return 0;
}

static int draft_finish(struct draft *draft, struct as_error *error)
{
	if (fsync(draft->fd) < 0)
		return target_error(draft, errno, error);
	if (!draft->named && draft_link(draft, error) < 0)
		return -1;
	if (rename(draft->named, draft->target) < 0)
		return target_error(draft, errno, error);
	free(draft->named);
	draft->named = NULL;
	return 0;
}

/* ---- writing ---- */

/* The archive in another format must be a valid package there, even if it was too lax in its own.
 */
static int prove(const struct as_export *export, const struct draft *draft, struct as_error *error)
{
	const struct as_package *old = export->package;
	struct as_error why = {0};
	char path[FD_PATH_SIZE];
	if (export->config->format == old->format)
		return 0;
	draft_path(draft, path);
	struct as_package *package = as_package_open(path, export->config->cancel, &why);
	as_package_close(package);
	if (package)
		return 0;
	const size_t length = strlen(path) + 1;
	return as_error_at(error, why.kind, old->path, 0, 0,
		"cannot be converted: the result is not a valid package: %s: %s",
		strlen(why.where) > length ? why.where + length : "the whole package", why.text);
}

int export_archive(struct as_export *export, const char *path, struct as_error *error)
{
	struct as_error why = {0};
	AS_AUTO(auto_draft) struct draft draft = {.target = path, .fd = -1};
	if (as_archive_load(error) < 0 ||
		as_file_check_target(
			path, as_archive_is_package, "the archive of a package", error) < 0 ||
		draft_open(&draft, error) < 0)
		return -1;
	if (write_archive(export, draft.fd, &why) < 0)
		return as_error_pass(error, &why, why.where[0] ? why.where : path, "%s", why.text);
	/* The settings were read before the files. */
	if (prove(export, &draft, error) < 0 ||
		as_package_check_unchanged(export->package, "", error))
		return -1;
	return draft_finish(&draft, error);
}
