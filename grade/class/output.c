/* SPDX-License-Identifier: MIT */
/* Files of the folder. Each is replaced as a whole; those of this library only if they change. */
#include "report.h"

#include <fcntl.h>
#include <string.h>

#define FILE_MAX_BYTES (UINT64_C(256) << 20)

int as_class_write_file(
	int dirfd, const char *name, const void *data, size_t size, struct as_error *error)
{
	AS_AUTO_BYTES struct as_bytes before = {0};

	if (as_file_read(dirfd, name, FILE_MAX_BYTES, &before, NULL) == 0 && before.size == size &&
		memcmp(before.data, data, size) == 0)
		return 0;
	return as_file_write(dirfd, name, data, size, 0600, error);
}

int as_class_lacks_folder(const struct as_class *class, struct as_error *error)
{
	return as_error_at(error, AS_ERROR_USAGE, as_class_place(class), 0, 0,
		"missing folder for the files; name a folder");
}

int as_class_write_table(const struct as_class *class, const char *name,
	const struct as_bytes *bytes, struct as_error *error)
{
	if (class->out_fd < 0)
		return as_class_lacks_folder(class, error);
	AS_AUTO_FREE char *path = as_text_format(error, "%s/%s", class->config.out, name);
	return path ? as_file_write(AT_FDCWD, path, bytes->data, bytes->size, 0600, error) : -1;
}

int as_class_folder(const struct as_class *class)
{
	return class->out_fd;
}

int as_class_write_json(
	int dirfd, const char *name, const json_t *value, size_t flags, struct as_error *error)
{
	AS_AUTO_FREE char *text = json_dumps(value, JSON_INDENT(2) | JSON_ENSURE_ASCII | flags);
	AS_AUTO_FREE char *line = text ? as_text_format(error, "%s\n", text) : NULL;

	if (!text)
		return as_error_no_memory(error);
	return !line || as_class_write_file(dirfd, name, line, strlen(line), error) ? -1 : 0;
}

/* ---- drafts ---- */

void as_class_remove_drafts(int out_fd)
{
	static const char *const folders[] = {
		".", "documents", "gradescope", "outputs", "pairs", "people"};

	for (size_t i = 0; i < sizeof(folders) / sizeof(*folders); i++) {
		AS_AUTO_FD int fd = as_dir_open(out_fd, folders[i], NULL);
		as_file_remove_drafts(fd);
	}
}
