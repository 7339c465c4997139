/* SPDX-License-Identifier: MIT */
#include "sources.h"

#include <ctype.h>
#include <errno.h>
#include <fcntl.h>
#include <string.h>
#include <sys/stat.h>

#define MAX_FILES 1000
#define MAX_DEPTH 8
#define TOO_MANY "it has more than 1000 files"

/*
 * Names reach command lines and messages, so only those of the format (a letter, digit or
 * underscore first, then also dots and dashes) are taken; a single file with another name gets a
 * plain one with its ending.
 */
static bool is_plain(const char *name)
{
	if (!isalnum((unsigned char)*name) && *name != '_')
		return false;
	for (const char *at = name; *at; at++)
		if (!isalnum((unsigned char)*at) && !strchr("_.-+", *at))
			return false;
	return strlen(name) <= 255;
}

static char *plain_name(const char *path, struct as_error *error)
{
	const char *slash = strrchr(path, '/');
	const char *name = slash ? slash + 1 : path;
	const char *dot = strrchr(name, '.');

	if (is_plain(name))
		return as_text_format(error, "%s", name);
	/* The ending decides the language. */
	return as_text_format(error, "submission%s", dot && is_plain(dot + 1) ? dot : "");
}

void as_sources_refuse(struct as_sources *sources, const char *reason, const char *text)
{
	if (sources->reason)
		return;
	sources->reason = reason;
	sources->text = text;
}

static int refuse_irregular(struct as_sources *sources)
{
	as_sources_refuse(sources, "not-regular", "it is not a regular file or folder");
	return 0;
}

static int add_file(
	struct as_sources *sources, int fd, char *name, uint64_t max_bytes, struct as_error *error)
{
	struct as_source *files =
		reallocarray(sources->files, sources->count + 1, sizeof(*sources->files));
	struct as_error why = {0};

	if (!files) {
		free(name);
		return as_error_no_memory(error);
	}
	sources->files = files;
	struct as_source *file = &files[sources->count++];
	*file = (struct as_source){.name = name};
	if (as_fd_read(fd, max_bytes - sources->size_bytes, &file->data, &why)) {
		if (why.sys_errno == EFBIG) {
			as_sources_refuse(
				sources, "too-large", "it is larger than the package allows");
			return 0;
		}
		if (error)
			*error = why;
		return -1;
	}
	sources->size_bytes += file->data.size;
	return 0;
}

/* What a path is, without following or opening it. */
static int look_at(int dir_fd, const char *path, struct stat *info, struct as_error *error)
{
	if (fstatat(dir_fd, path, info, AT_SYMLINK_NOFOLLOW) == 0)
		return 0;
	return as_error_sys(error, AS_ERROR_USAGE, errno, "cannot judge %s", path);
}

static int read_file(struct as_sources *sources, int dir_fd, const char *path, char *name,
	uint64_t max_bytes, struct as_error *error)
{
	struct as_error why = {0};
	AS_AUTO_FD int fd = as_file_open(dir_fd, path, &why);

	if (fd < 0) {
		free(name);
		/* It was a regular file a moment ago: somebody plays with us. */
		if (why.sys_errno == ELOOP || why.sys_errno == EINVAL)
			return refuse_irregular(sources);
		return as_error_sys(error, AS_ERROR_USAGE, why.sys_errno, "cannot read %s", path);
	}
	return add_file(sources, fd, name, max_bytes, error);
}

static int read_folder(struct as_sources *sources, int dir_fd, const char *prefix, int depth,
	uint64_t max_bytes, bool *left_out, struct as_error *error);

static int read_entry(struct as_sources *sources, int dir_fd, const char *prefix, const char *entry,
	int depth, uint64_t max_bytes, bool *left_out, struct as_error *error)
{
	struct stat info;

	if (!is_plain(entry)) {
		*left_out = true;
		return 0;
	}
	if (look_at(dir_fd, entry, &info, error))
		return -1;
	if (!S_ISREG(info.st_mode) && !S_ISDIR(info.st_mode))
		return refuse_irregular(sources);
	if (depth >= MAX_DEPTH)
		as_sources_refuse(sources, "too-large", "its folders are nested deeper than 8");
	if (sources->count >= MAX_FILES)
		as_sources_refuse(sources, "too-large", TOO_MANY);
	if (sources->reason)
		return 0;
	char *name = as_text_format(error, "%s%s%s", prefix, *prefix ? "/" : "", entry);
	if (!name)
		return -1;
	if (S_ISREG(info.st_mode))
		return read_file(sources, dir_fd, entry, name, max_bytes, error);
	AS_AUTO_FREE char *folder = name;
	AS_AUTO_FD int inner = as_dir_open(dir_fd, entry, error);
	return inner < 0
		       ? -1
		       : read_folder(sources, inner, folder, depth + 1, max_bytes, left_out, error);
}

static int read_folder(struct as_sources *sources, int dir_fd, const char *prefix, int depth,
	uint64_t max_bytes, bool *left_out, struct as_error *error)
{
	struct as_error why = {0};
	AS_AUTO_NAMES char **names = as_dir_list(dir_fd, 10 * MAX_FILES, &why);

	if (!names) {
		if (why.kind == AS_ERROR_INPUT) {
			as_sources_refuse(sources, "too-large", TOO_MANY);
			return 0;
		}
		if (error)
			*error = why;
		return -1;
	}
	for (char **name = names; *name && !sources->reason; name++)
		if (read_entry(sources, dir_fd, prefix, *name, depth, max_bytes, left_out, error))
			return -1;
	return 0;
}

int as_sources_read(struct as_sources *sources, int dir_fd, const char *path, uint64_t max_bytes,
	struct as_error *error)
{
	struct stat info;
	bool left_out = false;
	int failed = 0;

	*sources = (struct as_sources){0};
	if (look_at(dir_fd, path, &info, error))
		return -1;
	if (S_ISDIR(info.st_mode)) {
		AS_AUTO_FD int folder = as_dir_open(dir_fd, path, error);
		failed =
			folder < 0 || read_folder(sources, folder, "", 0,
					      max_bytes + AS_SOURCES_OTHER_BYTES, &left_out, error);
		if (failed && error && error->kind == AS_ERROR_INPUT)
			error->kind = AS_ERROR_USAGE;
	} else if (S_ISREG(info.st_mode)) {
		char *name = plain_name(path, error);
		sources->single = true;
		failed = !name || read_file(sources, dir_fd, path, name, max_bytes, error);
	} else {
		refuse_irregular(sources);
	}
	if (failed) {
		as_sources_clear(sources);
		return -1;
	}
	if (sources->count == 0 && left_out)
		as_sources_refuse(sources, "empty",
			"no file in it has a name that is taken (letters, digits, '_', '-', '.', "
			"'+')");
	if (sources->size_bytes == 0)
		as_sources_refuse(sources, "empty", "there is nothing in it");
	return 0;
}

void as_sources_drop(struct as_sources *sources, size_t index)
{
	struct as_source *file = &sources->files[index];

	sources->size_bytes -= file->data.size;
	free(file->name);
	as_bytes_clear(&file->data);
	sources->count--;
	memmove(file, file + 1, (sources->count - index) * sizeof(*file));
}

void as_sources_clear(struct as_sources *sources)
{
	for (size_t i = 0; i < sources->count; i++) {
		free(sources->files[i].name);
		as_bytes_clear(&sources->files[i].data);
	}
	free(sources->files);
	*sources = (struct as_sources){0};
}

void as_sources_digest(const struct as_sources *sources, char hex[AS_DIGEST_HEX_SIZE])
{
	struct as_digest digest;

	as_digest_init(&digest);
	for (size_t i = 0; i < sources->count; i++) {
		uint64_t size = sources->files[i].data.size;
		as_digest_add_text(&digest, sources->files[i].name);
		as_digest_add(&digest, &size, sizeof(size));
		as_digest_add(&digest, sources->files[i].data.data, size);
	}
	as_digest_end(&digest, hex);
}

int as_sources_write(const struct as_sources *sources, int dir_fd, struct as_error *error)
{
	for (size_t i = 0; i < sources->count; i++) {
		const struct as_source *file = &sources->files[i];
		char folder[2304];
		snprintf(folder, sizeof(folder), "%s", file->name);
		char *slash = strrchr(folder, '/');
		if (slash) {
			*slash = '\0';
			if (as_dir_make(dir_fd, folder, 0755, error))
				return -1;
		}
		if (as_file_write(
			    dir_fd, file->name, file->data.data, file->data.size, 0644, error))
			return -1;
	}
	return 0;
}
