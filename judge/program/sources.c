/* SPDX-License-Identifier: MIT */
#include "sources_read.h"

#include <assay/base/fit.h>
#include <assay/base/letters.h>
#include <errno.h>
#include <fcntl.h>
#include <string.h>
#include <sys/stat.h>

/* The depth and the number of files do not bound the work: a few links can form a hundred million
 * folders. */
#define MAX_FOLDERS 10000
/* The number of omitted names that are shown. */
#define SHOWN_NAMES 3

bool as_source_names_clash(const char *before, const char *name)
{
	const size_t length = strlen(before);

	return strncmp(before, name, length) == 0 && (name[length] == '\0' || name[length] == '/');
}

/*
 * Names are used in command lines and messages. So only names that the format allows are accepted
 * (a letter, digit or underscore first, then also dots and dashes), with the letters of all
 * scripts, since students name modules and classes in their own language. A single file with
 * another name gets a plain one with its ending.
 */
bool as_source_name_is_plain(const char *name)
{
	size_t size;

	for (const char *at = name; *at; at += size) {
		size = as_letter_size(at, at == name);
		if (size == 0 && !strchr(at == name ? "_" : "_.-+", *at))
			return false;
		size += size == 0;
	}
	return *name && strlen(name) <= 255;
}

char *as_source_name_single(const char *path, struct as_error *error)
{
	const char *name = as_text_last_part(path);
	const char *dot = strrchr(name, '.');

	if (as_source_name_is_plain(name))
		return as_text_format(error, "%s", name);
	/* The ending determines the language. */
	return as_text_format(
		error, "submission%s", dot && as_source_name_is_plain(dot + 1) ? dot : "");
}

static int refuse_irregular(struct as_sources *sources)
{
	as_sources_refuse(sources, "not-regular", "the source must be a regular file or a folder");
	return 0;
}

/* ---- reading ---- */

struct reading {
	struct as_sources *sources;
	const struct as_tree *tree; /* the tree in which links are followed, or NULL */
	const char *path;           /* the path that is read, as given */
	uint64_t max_bytes;
	const atomic_bool *cancel; /* or NULL */
	size_t folder_count;
	struct as_left_names left;
	/* Links, pipes and other special files: */
	size_t skipped_count;
	char skipped[600]; /* the names of the first ones */
};

static int add_file(struct reading *reading, int fd, char *name, struct as_error *error)
{
	struct as_sources *sources = reading->sources;
	struct as_source *files =
		reallocarray(sources->files, sources->count + 1, sizeof(*sources->files));
	struct as_error why = {0};
	struct stat info;

	if (!files) {
		free(name);
		return as_error_no_memory(error);
	}
	sources->files = files;
	struct as_source *file = &files[sources->count++];
	*file = (struct as_source){
		.name = name, .executable = fstat(fd, &info) == 0 && info.st_mode & 0111};
	if (as_fd_read(fd, reading->max_bytes - sources->size_bytes, &file->data, &why)) {
		if (why.sys_errno == EFBIG) {
			as_sources_refuse(sources, "too-large", AS_SOURCES_TOO_LARGE);
			return 0;
		}
		if (error)
			*error = why;
		return -1;
	}
	sources->size_bytes += file->data.size;
	return 0;
}

static int read_file(
	struct reading *reading, int dir_fd, const char *path, char *name, struct as_error *error)
{
	struct as_error why = {0};
	AS_AUTO_FD int fd = as_file_open(dir_fd, path, &why);

	if (fd < 0) {
		free(name);
		/* It was a regular file a moment ago: an attack. */
		if (why.sys_errno == ELOOP || why.sys_errno == EINVAL)
			return refuse_irregular(reading->sources);
		return as_error_sys(error,
			why.kind == AS_ERROR_INTERNAL ? AS_ERROR_INTERNAL : AS_ERROR_USAGE,
			why.sys_errno, "cannot read %s", path);
	}
	return add_file(reading, fd, name, error);
}

/* The type of a path, without following or opening it. */
static int inspect(int dir_fd, const char *path, struct stat *info, struct as_error *error)
{
	if (fstatat(dir_fd, path, info, AT_SYMLINK_NOFOLLOW) == 0)
		return 0;
	/* The text names the path, since callers give errors a place of their own. They recognise
	 * a missing optional file by ENOENT. */
	if (errno != ENOENT)
		return as_error_sys(error, AS_ERROR_USAGE, errno, "%s: cannot be judged", path);
	return as_error_at_cause(error, AS_ERROR_USAGE, ENOENT, NULL,
		"%s: no such file or folder; name the file or folder of a submission",
		*path ? path : "''");
}

/* Recipes also read programs in the folder beside the package, in which links are not followed. */
static bool is_package(const struct as_tree *tree)
{
	struct stat info;

	return fstatat(tree->fd, "problem.yaml", &info, AT_SYMLINK_NOFOLLOW) == 0;
}

static int read_folder(
	struct reading *reading, int folder, const char *prefix, int depth, struct as_error *error);

static int read_inner_folder(struct reading *reading, int dir_fd, const char *path,
	const char *name, int depth, struct as_error *error)
{
	if (++reading->folder_count > MAX_FOLDERS) {
		as_sources_refuse(
			reading->sources, "too-large", "the source has more than 10000 folders");
		return 0;
	}
	AS_AUTO_FD int inner = as_dir_open(dir_fd, path, error);
	return inner < 0 ? -1 : read_folder(reading, inner, name, depth + 1, error);
}

/* Takes ownership of `name`. */
static int read_shared(
	struct reading *reading, const char *link, char *name, struct as_error *error)
{
	AS_AUTO_FREE char *own_name = name;
	AS_AUTO_FD int fd = own_name ? as_shared_open(reading->tree, link, NULL, error) : -1;

	return fd < 0 ? -1 : add_file(reading, fd, as_steal(own_name), error);
}

/* A link in a package, to another of its files or to a shared file. Takes ownership of `name`. */
static int read_link(struct reading *reading, char *name, int depth, struct as_error *error)
{
	AS_AUTO_FREE char *own_name = name;
	enum as_tree_type type;
	AS_AUTO_FREE char *real = NULL;
	AS_AUTO_FREE char *link =
		as_text_format(error, "%s%s%s", reading->path, *name ? "/" : "", name);
	int root = reading->tree->fd;
	struct as_error why = {0};

	if (!link)
		return -1;
	if (as_tree_find(reading->tree, link, &type, &real, &why)) {
		if (why.sys_errno == EXDEV && is_package(reading->tree))
			return read_shared(reading, link, as_steal(own_name), error);
		if (error)
			*error = why;
		return -1;
	}
	if (type == AS_TREE_FOLDER)
		return read_inner_folder(reading, root, real, own_name, depth, error);
	return type == AS_TREE_FILE ? read_file(reading, root, real, as_steal(own_name), error)
				    : refuse_irregular(reading->sources);
}

/* A link of a submission is not followed, and a pipe is not opened; the other files are still a
 * submission. */
static void skip(struct reading *reading, const char *prefix, const char *entry)
{
	const size_t used = strlen(reading->skipped);

	if (reading->skipped_count++ < SHOWN_NAMES)
		snprintf(reading->skipped + used, sizeof(reading->skipped) - used, "%s%.*s%s%.*s",
			used ? ", " : "", as_text_fit(prefix, 90), prefix, *prefix ? "/" : "",
			as_text_fit(entry, 90), entry);
}

static int note_skipped(const struct reading *reading, struct as_error *error)
{
	char more[48] = "";

	if (reading->skipped_count == 0)
		return 0;
	if (reading->skipped_count > SHOWN_NAMES)
		snprintf(more, sizeof(more), " and %zu more", reading->skipped_count - SHOWN_NAMES);
	return as_sources_note(reading->sources, error,
		"links and special files are left out: %s%s; put copies in their place",
		reading->skipped, more);
}

static int read_entry(struct reading *reading, int dir_fd, const char *prefix, const char *entry,
	int depth, struct as_error *error)
{
	struct as_sources *sources = reading->sources;
	struct stat info;

	if (as_cancel_check(reading->cancel, error))
		return -1;
	if (!as_source_name_is_plain(entry)) {
		AS_AUTO_FREE char *path =
			as_text_format(error, "%s%s%s", prefix, *prefix ? "/" : "", entry);
		if (path)
			as_left_names_add(&reading->left, path);
		return path ? 0 : -1;
	}
	if (inspect(dir_fd, entry, &info, error))
		return -1;
	bool is_link = S_ISLNK(info.st_mode) && reading->tree;
	if (!S_ISREG(info.st_mode) && !S_ISDIR(info.st_mode) && !is_link) {
		if (reading->tree)
			return refuse_irregular(sources);
		skip(reading, prefix, entry);
		return 0;
	}
	if (depth >= AS_SOURCES_MAX_DEPTH)
		as_sources_refuse(sources, "too-large", AS_SOURCES_TOO_DEEP);
	if (sources->count >= AS_SOURCES_MAX_FILES)
		as_sources_refuse(sources, "too-large", AS_SOURCES_TOO_MANY);
	if (sources->reason)
		return 0;
	char *name = as_text_format(error, "%s%s%s", prefix, *prefix ? "/" : "", entry);
	if (!name)
		return -1;
	if (is_link)
		return read_link(reading, name, depth, error);
	if (S_ISREG(info.st_mode))
		return read_file(reading, dir_fd, entry, name, error);
	AS_AUTO_FREE char *folder = name;
	return read_inner_folder(reading, dir_fd, entry, folder, depth, error);
}

static int read_folder(
	struct reading *reading, int folder, const char *prefix, int depth, struct as_error *error)
{
	struct as_error why = {0};
	AS_AUTO_NAMES char **names = as_dir_list(folder, 10 * AS_SOURCES_MAX_FILES, &why);

	if (!names) {
		if (why.kind == AS_ERROR_INPUT) {
			as_sources_refuse(reading->sources, "too-large", AS_SOURCES_TOO_MANY);
			return 0;
		}
		if (error)
			*error = why;
		return -1;
	}
	for (char **name = names; *name && !reading->sources->reason; name++)
		if (read_entry(reading, folder, prefix, *name, depth, error))
			return -1;
	return 0;
}

static int read_whole_folder(
	struct reading *reading, int dir_fd, const char *path, struct as_error *error)
{
	AS_AUTO_FD int folder = as_dir_open(dir_fd, path, error);

	reading->max_bytes += AS_SOURCES_OTHER_BYTES;
	int failed = folder < 0 || read_folder(reading, folder, "", 0, error);
	if (failed && error && error->kind == AS_ERROR_INPUT)
		error->kind = AS_ERROR_USAGE;
	return failed ? -1 : 0;
}

static int read_any(struct reading *reading, int dir_fd, struct as_error *error)
{
	AS_AUTO_FREE char *real = NULL;
	const char *path = reading->path;
	enum as_tree_type type;
	struct stat info;

	if (inspect(dir_fd, path, &info, error))
		return -1;
	if (S_ISLNK(info.st_mode) && reading->tree) {
		struct as_error why = {0};
		int failed = as_tree_find(reading->tree, path, &type, &real, &why);
		if (failed && why.sys_errno == EXDEV && is_package(reading->tree)) {
			reading->sources->single = true;
			return read_shared(
				reading, path, as_source_name_single(path, error), error);
		}
		if (failed && error)
			*error = why;
		if (failed || inspect(dir_fd, path = real, &info, error))
			return -1;
	}
	if (S_ISDIR(info.st_mode))
		return read_whole_folder(reading, dir_fd, path, error);
	if (S_ISLNK(info.st_mode))
		as_sources_refuse(reading->sources, "not-regular",
			"the source is a symbolic link, which is not followed; name the file "
			"itself");
	if (!S_ISREG(info.st_mode))
		return refuse_irregular(reading->sources);
	char *name = as_source_name_single(reading->path, error);
	reading->sources->single = true;
	return name ? read_file(reading, dir_fd, path, name, error) : -1;
}

/* Two names may be equal after letters and their marks are composed. */
static void compose_names(struct as_sources *sources)
{
	bool is_changed = false;

	for (size_t i = 0; i < sources->count; i++) {
		const size_t before = strlen(sources->files[i].name);
		as_letters_compose(sources->files[i].name);
		is_changed |= strlen(sources->files[i].name) != before;
	}
	for (size_t i = 0; is_changed && i < sources->count; i++)
		for (size_t j = 0; j < sources->count; j++)
			if (i != j && as_source_names_clash(
					      sources->files[i].name, sources->files[j].name))
				as_sources_refuse(sources, "name", AS_SOURCES_SAME_NAME);
}

int as_sources_end(
	struct as_sources *sources, const struct as_left_names *left, struct as_error *error)
{
	if (as_left_names_note(left, sources, error))
		return -1;
	if (sources->count == 0)
		as_sources_refuse(sources, "empty", "the folder has no source file");
	if (sources->size_bytes == 0)
		as_sources_refuse(sources, "empty", "the source has 0 bytes");
	compose_names(sources);
	/* In the order of a folder, "a-b" precedes "a/b". */
	as_sources_sort(sources);
	return 0;
}

static int read_sources(struct reading *reading, int dir_fd, struct as_error *error)
{
	struct as_sources *sources = reading->sources;

	*sources = (struct as_sources){0};
	if (read_any(reading, dir_fd, error) || note_skipped(reading, error)) {
		as_sources_clear(sources);
		return -1;
	}
	if (sources->count == 0 && reading->skipped_count > 0)
		as_sources_refuse(sources, "empty",
			"the source has no regular file; links and special files are left out");
	if (as_sources_end(sources, &reading->left, error) == 0)
		return 0;
	as_sources_clear(sources);
	return -1;
}

int as_sources_read(struct as_sources *sources, int dir_fd, const char *path, uint64_t max_bytes,
	const atomic_bool *cancel, struct as_error *error)
{
	struct reading reading = {
		.sources = sources, .path = path, .max_bytes = max_bytes, .cancel = cancel};

	return read_sources(&reading, dir_fd, error);
}

int as_sources_read_own(struct as_sources *sources, int dir_fd, const char *path,
	uint64_t max_bytes, const atomic_bool *cancel, struct as_error *error)
{
	/* Files of a package are looked up as by its loader. */
	AS_AUTO_TREE struct as_tree tree = {.fd = -1};
	struct reading reading = {.sources = sources,
		.tree = &tree,
		.path = path,
		.max_bytes = max_bytes,
		.cancel = cancel};

	if (as_tree_init(&tree, dir_fd, NULL, error))
		return -1;
	return read_sources(&reading, dir_fd, error);
}
