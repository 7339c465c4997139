/* SPDX-License-Identifier: MIT */
/* A package in a zip archive (.zip, .kpp): unpacked into a folder that is removed when the package
 * is closed. */
#include "metadata.h"

#include "zip.h"
#include <assay/base/keeper.h>
#include <fcntl.h>
#include <limits.h>
#include <string.h>
#include <sys/stat.h>

/* The same number of files and folders as for a package in a folder; nothing is compressed. */
static const struct zip_limits packed_limits = {
	.entry_count = 2000000,
	.depth = 64,
	.file_bytes = (uint64_t)2 << 30,
	.total_bytes = UINT64_MAX,
	.free_bytes = (uint64_t)16 << 20,
	.ratio = 1,
};

/* Names the problem after its archive, if no folder in the archive names it. */
static int name_by_archive(struct as_package *package, struct as_error *error)
{
	const char *slash = strrchr(package->path, '/');
	const char *name = slash ? slash + 1 : package->path;
	const char *dot = strrchr(name, '.');
	size_t length = dot && dot > name ? (size_t)(dot - name) : strlen(name);
	char shown[4 * NAME_MAX + 1];
	as_text_printable(name, length, shown, sizeof(shown));
	package->short_name = as_text_format(error, "%s", shown);
	return package->short_name ? 0 : -1;
}

/* The name of the only folder at the top, or NULL; names that begin with a dot do not count. */
static int find_top(int fd, char **top, struct as_error *error)
{
	struct stat status;
	const char *only = NULL;
	AS_AUTO_NAMES char **names = as_dir_list(fd, zip_limits_usual.entry_count, error);
	if (!names)
		return -1;
	for (char **name = names; *name; name++) {
		if ((*name)[0] == '.')
			continue;
		if (only || fstatat(fd, *name, &status, AT_SYMLINK_NOFOLLOW) < 0 ||
			!S_ISDIR(status.st_mode))
			return 0;
		only = *name;
	}
	*top = only ? as_text_format(error, "%s", only) : NULL;
	return only && !*top ? -1 : 0;
}

/* An error of the loader would name a folder that the user never sees. */
static int require_metadata(
	const struct as_package *package, const char *top, struct as_error *error)
{
	static const char *const names[] = {PACKAGE_METADATA_NAME, PACKAGE_INI_NAME};
	for (size_t i = 0; i < sizeof names / sizeof *names; i++)
		if (faccessat(package->tree.fd, names[i], F_OK, AT_SYMLINK_NOFOLLOW) == 0)
			return 0;
	return as_error_at(error, AS_ERROR_INPUT, package->path, 0, 0,
		"has no " PACKAGE_METADATA_NAME
		" %s; pack the package's folder, or all files in it",
		top ? "in its only folder" : "at its top level");
}

static int open_unpacked(struct as_package *package, int fd, struct as_error *error)
{
	AS_AUTO_FREE char *top = NULL;
	if (find_top(fd, &top, error) < 0)
		return -1;
	if (!top && !package->short_name && name_by_archive(package, error) < 0)
		return -1;
	package->folder = top ? as_text_format(error, "%s/package/%s", package->unpacked_path, top)
			      : as_text_format(error, "%s/package", package->unpacked_path);
	if (!package->folder)
		return -1;
	package->tree.fd = as_dir_open(fd, top ? top : ".", error);
	return package->tree.fd < 0 ? -1 : require_metadata(package, top, error);
}

static int unpack(struct as_package *package, int archive_fd, const struct zip_limits *limits,
	const atomic_bool *cancel, struct as_error *error)
{
	char path[PATH_MAX];
	package->keeper = as_keeper_open(error);
	if (!package->keeper || as_temp_make(package->keeper, path, error) < 0)
		return -1;
	package->unpacked_path = as_text_format(error, "%s", path);
	if (!package->unpacked_path) {
		as_temp_remove(package->keeper, path);
		return -1;
	}
	/* The user inside the sandbox must be able to enter the folder. */
	AS_AUTO_FD int temp = as_dir_open(AT_FDCWD, path, error);
	if (temp < 0 || as_dir_make(temp, "package", 0755, error) < 0)
		return -1;
	AS_AUTO_FD int fd = as_dir_open(temp, "package", error);
	if (fd < 0 || zip_unpack(archive_fd, package->path, fd, limits, cancel, error))
		return -1;
	return open_unpacked(package, fd, error);
}

int package_archive_open(struct as_package *package, int archive_fd, const atomic_bool *cancel,
	struct as_error *error)
{
	return unpack(package, archive_fd, &zip_limits_usual, cancel, error);
}

int package_packed_open(struct as_package *package, int archive_fd, const atomic_bool *cancel,
	struct as_error *error)
{
	char shown[4 * NAME_MAX + 1];
	as_text_printable(package->path, strlen(package->path), shown, sizeof(shown));
	package->short_name = as_text_format(error, "%s", shown);
	return package->short_name ? unpack(package, archive_fd, &packed_limits, cancel, error)
				   : -1;
}

void package_archive_close(struct as_package *package)
{
	if (package->unpacked_path)
		as_temp_remove(package->keeper, package->unpacked_path);
	free(package->unpacked_path);
	as_keeper_close(package->keeper);
}
