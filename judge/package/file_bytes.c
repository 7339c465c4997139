/* SPDX-License-Identifier: MIT */

#include <assay/package/file_bytes.h>
#include <sys/stat.h>

uint64_t as_package_file_bytes(const struct as_tree *package, const char *path)
{
	struct stat status;
	AS_AUTO_FD int fd = path ? as_file_open(package->fd, path, NULL) : -1;

	return fd < 0 || fstat(fd, &status) ? UINT64_MAX : (uint64_t)status.st_size;
}
