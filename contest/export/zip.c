/* SPDX-License-Identifier: MIT */
/* A zip archive of the whole export. */
#include "private.h"

#include <assay/base/archive.h>
#include <assay/package/archive.h>
#include <errno.h>
#include <fcntl.h>
#include <sys/stat.h>
#include <unistd.h>

#define BLOCK_BYTES 65536
#define MAX_ENTRIES 2000000

struct packing {
	int dir_fd;
	struct archive *archive;
	const atomic_bool *cancel;
};

static int pack_file(struct packing *packing, const char *path, struct as_error *error)
{
	AS_AUTO_FD int fd = as_file_open(packing->dir_fd, path, error);
	AS_AUTO_FREE char *block = malloc(BLOCK_BYTES);
	struct stat status;
	ssize_t count;

	if (fd < 0)
		return -1;
	if (!block)
		return as_error_no_memory(error);
	if (fstat(fd, &status))
		return as_error_at_sys(error, AS_ERROR_INTERNAL, errno, path, "cannot be read");
	if (as_archive_put_header(packing->archive, path, (uint64_t)status.st_size, error))
		return -1;
	while ((count = read(fd, block, BLOCK_BYTES)) > 0)
		if (as_archive_put_data(packing->archive, block, (size_t)count, error))
			return -1;
	return count < 0 ? as_error_at_sys(error, AS_ERROR_INTERNAL, errno, path, "cannot be read")
			 : 0;
}

/* The levels of an export are ENDPOINT/ID/FILENAME. */
static int pack_folder(struct packing *packing, const char *folder, struct as_error *error)
{
	AS_AUTO_FD int fd = as_dir_open(packing->dir_fd, *folder ? folder : ".", error);
	AS_AUTO_NAMES char **names = fd < 0 ? NULL : as_dir_list(fd, MAX_ENTRIES, error);
	struct stat status;

	for (char **name = names; name && *name; name++) {
		AS_AUTO_FREE char *path =
			as_text_format(error, "%s%s%s", folder, *folder ? "/" : "", *name);
		if (!path || as_cancel_check(packing->cancel, error))
			return -1;
		if (fstatat(fd, *name, &status, AT_SYMLINK_NOFOLLOW))
			return as_error_at_sys(
				error, AS_ERROR_INTERNAL, errno, path, "cannot be read");
		if ((S_ISDIR(status.st_mode) ? pack_folder : pack_file)(packing, path, error))
			return -1;
	}
	return names ? 0 : -1;
}

static int write_archive(int dir_fd, int fd, const atomic_bool *cancel, struct as_error *error)
{
	AS_AUTO_ARCHIVE struct archive *archive = as_archive_new_zip(error);
	struct packing packing = {dir_fd, archive, cancel};

	if (!archive)
		return -1;
	if (archive_write_open_fd(archive, fd) != ARCHIVE_OK)
		return as_archive_write_error(archive, "write the archive", error);
	if (pack_folder(&packing, "", error))
		return -1;
	if (archive_write_close(archive) != ARCHIVE_OK)
		return as_archive_write_error(archive, "write the archive", error);
	return fsync(fd) ? as_error_sys(error, AS_ERROR_INTERNAL, errno, "cannot write the archive")
			 : 0;
}

/* The archive has sources and mail addresses. mkostemp makes a file that only its owner can read.
 */
int export_zip(int dir_fd, const char *path, const atomic_bool *cancel, struct as_error *error)
{
	AS_AUTO_FREE char *draft = as_text_format(error, "%s.XXXXXX", path);

	if (!draft)
		return -1;
	AS_AUTO_FD int fd = mkostemp(draft, O_CLOEXEC);
	if (fd < 0)
		return as_error_at_sys(
			error, AS_ERROR_USAGE, errno, path, "the file cannot be made");
	int failed = write_archive(dir_fd, fd, cancel, error);
	if (!failed && rename(draft, path))
		failed = as_error_at_sys(
			error, AS_ERROR_USAGE, errno, path, "the file cannot be made");
	if (failed)
		unlink(draft);
	else if (as_file_flush_name(path))
		failed = as_error_at_sys(
			error, AS_ERROR_INTERNAL, errno, path, "may be missing after a power cut");
	return failed;
}
