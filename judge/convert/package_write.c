/* SPDX-License-Identifier: MIT */
#include "package_write.h"
#include <errno.h>
#include <fcntl.h>
#include <string.h>
#include <sys/random.h>
#include <sys/stat.h>

#define ALPHABET "abcdefghijklmnopqrstuvwxyz0123456789"

static int check_target(const char *path, const char *name, struct as_error *error)
{
	struct stat status;
	if (!*name || name[strspn(name, ALPHABET)])
		return as_error_at(error, AS_ERROR_USAGE, path, 0, 0,
			"folder name '%s' of a package is not allowed; use a to z and 0 to 9",
			name);
	if (lstat(path, &status) == 0)
		return as_error_at(error, AS_ERROR_USAGE, path, 0, 0,
			"already exists; choose another name or remove it");
	return 0;
}

static int creation_error(const char *path, int cause, struct as_error *error)
{
	if (cause == ENOENT)
		return as_error_at_cause(error, AS_ERROR_USAGE, cause, path,
			"cannot be created: No such file or directory; create its folder first");
	return as_error_at_sys(error, AS_ERROR_USAGE, cause, path, "cannot be created");
}

/* Beside the target, so that it can be renamed, and absolute, as the keeper requires. */
static char *draft_path(const char *path, const char *name, struct as_error *error)
{
	unsigned long number;
	AS_AUTO_FREE char *parent = as_text_format(error, "%.*s.", (int)(name - path), path);
	if (!parent)
		return NULL;
	AS_AUTO_FREE char *absolute = realpath(parent, NULL);
	if (!absolute) {
		(void)creation_error(path, errno, error);
		return NULL;
	}
	if (getrandom(&number, sizeof number, 0) != sizeof number) {
		as_error_sys(error, AS_ERROR_INTERNAL, errno, "cannot draw a random number");
		return NULL;
	}
	return as_text_format(error, "%s/.%s-%016lx", absolute, name, number);
}

int package_writer_open(struct package_writer *writer, const char *path, struct as_error *error)
{
	*writer = (struct package_writer){.fd = -1};
	writer->path = as_text_format(error, "%s", path);
	for (size_t end = writer->path ? strlen(writer->path) : 0;
		end > 1 && writer->path[end - 1] == '/';)
		writer->path[--end] = '\0';
	if (!writer->path)
		return -1;
	const char *name = as_text_last_part(writer->path);
	if (check_target(writer->path, name, error) < 0)
		return -1;
	writer->short_name = as_text_format(error, "%s", name);
	AS_AUTO_FREE char *draft = draft_path(writer->path, name, error);
	writer->keeper = draft ? as_keeper_open(error) : NULL;
	if (!writer->short_name || !writer->keeper ||
		as_keeper_hold(writer->keeper, draft, error) < 0)
		return -1;
	if (mkdir(draft, 0755) < 0) {
		const int cause = errno;
		as_keeper_drop(writer->keeper, draft);
		return creation_error(path, cause, error);
	}
	writer->draft = as_steal(draft);
	writer->fd = as_dir_open(AT_FDCWD, writer->draft, error);
	return writer->fd < 0 ? -1 : 0;
}

int package_writer_put(struct package_writer *writer, const char *path, const char *data,
	size_t size, struct as_error *error)
{
	const char *slash = strrchr(path, '/');
	AS_AUTO_FREE char *parent =
		slash ? as_text_format(error, "%.*s", (int)(slash - path), path) : NULL;
	if (slash && (!parent || as_dir_make(writer->fd, parent, 0755, error) < 0))
		return -1;
	AS_AUTO_FD int fd = openat(
		writer->fd, path, O_WRONLY | O_CREAT | O_EXCL | O_NOFOLLOW | O_CLOEXEC, 0644);
	struct as_error why = {0};
	if (fd < 0)
		as_error_sys(&why, AS_ERROR_INTERNAL, errno, "cannot be written");
	else if (as_fd_write(fd, data, size, &why) == 0)
		return 0;
	AS_AUTO_FREE char *whole = as_text_format(error, "%s/%s", writer->path, path);
	if (!whole)
		return -1;
	return as_error_pass(error, &why, whole, "%s", why.text);
}

int package_writer_text(
	struct package_writer *writer, const char *path, const char *text, struct as_error *error)
{
	return package_writer_put(writer, path, text, strlen(text), error);
}

int package_writer_finish(struct package_writer *writer, struct as_error *error)
{
	if (as_rename_new(AT_FDCWD, writer->draft, AT_FDCWD, writer->path) < 0)
		return creation_error(writer->path, errno, error);
	as_keeper_drop(writer->keeper, writer->draft);
	free(writer->draft);
	writer->draft = NULL;
	return 0;
}

void package_writer_close(struct package_writer *writer)
{
	if (writer->fd >= 0)
		close(writer->fd);
	if (writer->draft && as_dir_remove(AT_FDCWD, writer->draft, NULL) == 0)
		as_keeper_drop(writer->keeper, writer->draft);
	as_keeper_close(writer->keeper);
	free(writer->draft);
	free(writer->short_name);
	free(writer->path);
}

int package_uuid(char uuid[UUID_SIZE], struct as_error *error)
{
	unsigned char bytes[16];
	if (getrandom(bytes, sizeof bytes, 0) != sizeof bytes)
		return as_error_sys(error, AS_ERROR_INTERNAL, errno, "cannot draw a random number");
	bytes[6] = (bytes[6] & 0x0f) | 0x40;
	bytes[8] = (bytes[8] & 0x3f) | 0x80;
	char *at = uuid;
	for (size_t i = 0; i < sizeof bytes; i++) {
		if (i == 4 || i == 6 || i == 8 || i == 10)
			*at++ = '-';
		at += sprintf(at, "%02x", bytes[i]);
	}
	return 0;
}
