/* SPDX-License-Identifier: MIT */
/* Opens the folder to import, or unpacks the zip archive, which may be untrusted, into a temporary
 * folder as packages are. */
#include "import.h"

#include <assay/base/keeper.h>
#include <errno.h>
#include <fcntl.h>
#include <limits.h>
#include <string.h>
#include <sys/stat.h>

#define MAX_BYTES (UINT64_C(4) << 30)

static int refuse(const struct import *import, int number, struct as_error *error)
{
	if (number == ENOENT || number == ENOTDIR)
		return as_error_at(error, AS_ERROR_USAGE, import->from, 0, 0,
			"no such file or folder; name the folder, or zip archive, of inputs and "
			"answers");
	return as_error_at(error, AS_ERROR_USAGE, import->from, 0, 0,
		"cannot be opened: %s; name the folder, or zip archive, of inputs and answers",
		strerrordesc_np(number));
}

static int unpack(struct import *import, int archive_fd, struct as_error *error)
{
	const struct as_zip_quota quota = {MAX_BYTES, AS_ZIP_MAX_ENTRIES,
		"give the folder of inputs and answers, or pack it again as a zip archive"};
	char path[PATH_MAX];

	import->unpacked.keeper = as_keeper_open(error);
	if (!import->unpacked.keeper || as_temp_make(import->unpacked.keeper, path, error) < 0)
		return -1;
	import->unpacked.path = as_text_format(error, "%s", path);
	if (!import->unpacked.path) {
		as_temp_remove(import->unpacked.keeper, path);
		return -1;
	}
	import->from_fd = as_dir_open(AT_FDCWD, path, error);
	return import->from_fd < 0 ? -1
				   : as_zip_unpack(archive_fd, import->from, import->from_fd,
					     &quota, NULL, error);
}

int import_open(struct import *import, struct as_error *error)
{
	struct stat info;
	/* A person typed this path, so its links are followed. A FIFO must not block. */
	AS_AUTO_FD int fd = open(import->from, O_RDONLY | O_CLOEXEC | O_NONBLOCK);

	if (fd < 0 || fstat(fd, &info) < 0)
		return refuse(import, errno, error);
	if (S_ISREG(info.st_mode))
		return unpack(import, fd, error);
	if (!S_ISDIR(info.st_mode))
		return as_error_at(error, AS_ERROR_USAGE, import->from, 0, 0,
			"is neither a folder nor a regular file; name the folder, or zip archive, "
			"of inputs and answers");
	import->from_fd = as_steal_fd(fd);
	return 0;
}

void import_close(struct import *import)
{
	if (import->from_fd >= 0)
		close(import->from_fd);
	if (import->unpacked.path)
		as_temp_remove(import->unpacked.keeper, import->unpacked.path);
	free(import->unpacked.path);
	as_keeper_close(import->unpacked.keeper);
}
