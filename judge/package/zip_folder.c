/* SPDX-License-Identifier: MIT */
/* The folders into which an archive is unpacked: opened without links, beneath the target. */
#include "zip_unpacking.h"

#include <errno.h>
#include <fcntl.h>
#include <string.h>
#include <sys/stat.h>

#define REMEDY "pack the package's folder again"

static int make(struct zip_unpacking *unpacking, int parent_fd, const char *name)
{
	if (mkdirat(parent_fd, name, 0755) == 0) {
		if (zip_count_entry(&unpacking->reading) < 0)
			return -1;
	} else if (errno != EEXIST) {
		return as_error_sys(unpacking->reading.error, AS_ERROR_INTERNAL, errno,
			"cannot unpack %s: cannot make a folder", unpacking->reading.name);
	}
	return 0;
}

/* Enters a folder, and makes it if missing. */
static int enter(struct zip_unpacking *unpacking, int parent_fd, const char *name, const char *path)
{
	struct as_error why = {0};
	char twin[NAME_MAX + 1];
	int fd = make(unpacking, parent_fd, name) ? -1 : as_dir_open(parent_fd, name, &why);

	if (fd < 0 && why.kind == AS_ERROR_INPUT && unpacking->reading.limits->is_lenient) {
		zip_name_twin(name, 0, twin);
		why = (struct as_error){0};
		fd = make(unpacking, parent_fd, twin) ? -1 : as_dir_open(parent_fd, twin, &why);
	}
	if (fd < 0 && why.kind == AS_ERROR_NONE)
		return -1;
	if (fd < 0 && why.kind != AS_ERROR_INPUT)
		return as_error_set(unpacking->reading.error, why.kind, "cannot unpack %s: %s",
			unpacking->reading.name, why.text);
	return fd >= 0 ? fd
		       : zip_refuse_entry(&unpacking->reading, path,
				 "is in a folder that is also a file; " REMEDY);
}

int zip_open_parent(struct zip_unpacking *unpacking, const char *path, const char **name)
{
	AS_AUTO_FD int fd = fcntl(unpacking->to_fd, F_DUPFD_CLOEXEC, 0);
	if (fd < 0)
		return as_error_sys(unpacking->reading.error, AS_ERROR_INTERNAL, errno,
			"cannot unpack %s", unpacking->reading.name);
	for (*name = path;;) {
		char part[NAME_MAX + 1];
		size_t length = strcspn(*name, "/");
		if ((*name)[length] == '\0')
			return as_steal_fd(fd);
		snprintf(part, sizeof part, "%.*s", (int)length, *name);
		int next = enter(unpacking, fd, part, path);
		if (next < 0)
			return -1;
		close(fd);
		fd = next;
		*name += length + 1;
	}
}

int zip_make_folder(struct zip_unpacking *unpacking, const char *path)
{
	const char *name;
	AS_AUTO_FD int parent = zip_open_parent(unpacking, path, &name);
	AS_AUTO_FD int fd = parent < 0 ? -1 : enter(unpacking, parent, name, path);
	return fd < 0 ? -1 : 0;
}

int zip_exists_already(struct zip_unpacking *unpacking, const char *path, int cause)
{
	if (cause == EEXIST)
		return zip_refuse_entry(
			&unpacking->reading, path, "is in the archive twice; " REMEDY);
	return as_error_sys(unpacking->reading.error, AS_ERROR_INTERNAL, cause,
		"cannot unpack %s: cannot make a file", unpacking->reading.name);
}
