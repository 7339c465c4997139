/* SPDX-License-Identifier: MIT */
/*
 * Code that everybody has, which does not count in comparisons: the files of the scheme's key
 * `given`, and the folders include/ and attachments/ of each package. A path of the key is one
 * beneath the scheme's folder, else beneath a package; no link is followed.
 */
#include "state.h"

#include <assay/grade/similar.h>
#include <errno.h>
#include <fcntl.h>
#include <string.h>
#include <sys/stat.h>

#define MAX_BYTES (UINT64_C(16) << 20)
#define MAX_FILES 1000
#define MAX_DEPTH 16
#define ANY_PACKAGE SIZE_MAX

/* A search beneath a folder. */
struct search {
	struct grade_assignment *assignment;
	int dir_fd;
	size_t package; /* whose submissions have the code, or ANY_PACKAGE */
	size_t found;   /* files */
	/* Links within it are followed; NULL: none are. */
	const struct as_tree *tree;
};

static int add_file(struct search *search, const char *path, struct as_bytes *bytes,
	enum as_source_language language, struct as_error *error)
{
	struct grade_assignment *assignment = search->assignment;

	if (assignment->given_count == MAX_FILES)
		return as_error_at(error, AS_ERROR_INPUT, path, 0, 0,
			"more than %d files of given code; name fewer", MAX_FILES);
	if (!as_array_reserve(assignment->given, assignment->given_count, error))
		return -1;
	struct grade_given *given = &assignment->given[assignment->given_count];
	*given = (struct grade_given){.package = search->package, .language = (int)language};
	given->name = strdup(path);
	if (!given->name)
		return as_error_no_memory(error);
	given->text = *bytes;
	*bytes = (struct as_bytes){0};
	assignment->given_count++;
	search->found++;
	return 0;
}

/* 1: added; 0: not compared. A notebook stands for its program. */
static int read_file(struct search *search, const char *path, struct as_error *error)
{
	AS_AUTO_BYTES struct as_bytes bytes = {0};
	AS_AUTO_FREE char *reason = NULL;
	const bool is_notebook = as_text_ends(path, ".ipynb");
	const enum as_source_language language =
		is_notebook ? AS_SOURCE_PYTHON : as_source_language_of(path);

	if (language == AS_SOURCE_OTHER)
		return 0;
	if (as_file_read(search->dir_fd, path, MAX_BYTES, &bytes, error))
		return -1;
	const int done = is_notebook ? as_submissions_notebook(&bytes, &reason, error) : 1;
	if (done != 1)
		return done;
	return add_file(search, path, &bytes, language, error) ? -1 : 1;
}

static int read_path(
	struct search *search, const char *path, unsigned depth, struct as_error *error);

static int read_folder(
	struct search *search, const char *path, unsigned depth, struct as_error *error)
{
	AS_AUTO_FD int fd = as_dir_open(search->dir_fd, path, error);
	AS_AUTO_NAMES char **names = fd < 0 ? NULL : as_dir_list(fd, MAX_FILES, error);

	if (!names)
		return -1;
	for (size_t i = 0; names[i] && depth < MAX_DEPTH; i++) {
		AS_AUTO_FREE char *below = as_text_format(
			error, "%s%s%s", path, as_text_ends(path, "/") ? "" : "/", names[i]);
		if (!below || read_path(search, below, depth + 1, error))
			return -1;
	}
	return 0;
}

static int read_path(
	struct search *search, const char *path, unsigned depth, struct as_error *error)
{
	struct stat status;
	enum as_tree_type type;
	AS_AUTO_FREE char *real = NULL;

	if (search->tree) {
		if (as_tree_find(search->tree, path, &type, &real, error))
			return -1;
		path = real ? real : path;
	}
	if (fstatat(search->dir_fd, path, &status, AT_SYMLINK_NOFOLLOW))
		return as_error_at_sys(error, AS_ERROR_INPUT, errno, path, "cannot be read");
	if (S_ISDIR(status.st_mode))
		return read_folder(search, path, depth, error);
	if (depth && !S_ISREG(status.st_mode))
		return 0;
	return read_file(search, path, error) < 0 ? -1 : 0;
}

/* ---- the key of the scheme ---- */

/* True if something, which may be a link, is at the path. */
static bool is_there(int dir_fd, const char *path)
{
	struct stat status;

	return fstatat(dir_fd, path, &status, AT_SYMLINK_NOFOLLOW) == 0;
}

static int read_given(struct search *search, size_t index, struct as_error *error)
{
	const struct as_scheme *scheme = &search->assignment->scheme;
	const char *path = scheme->of_class.given[index];
	struct as_error why = {0};
	char text[sizeof(why.text) + 64];
	struct stat status;
	const size_t before = search->found;

	if (fstatat(search->dir_fd, path, &status, AT_SYMLINK_NOFOLLOW) == 0 &&
		S_ISLNK(status.st_mode))
		return as_scheme_given_error(
			scheme, index, "is a link, which is not followed; copy the file", error);
	if (read_path(search, path, 0, &why)) {
		if (why.kind != AS_ERROR_INPUT)
			return as_error_pass(error, &why, NULL, "%s", why.text);
		snprintf(text, sizeof(text), "cannot be read: %s", why.text);
		return as_scheme_given_error(scheme, index, text, error);
	}
	if (search->found > before)
		return 0;
	return as_scheme_given_error(scheme, index,
		"is not in C, C++, Java or Python, and nothing else is compared; remove it", error);
}

static int find_given(
	struct grade_assignment *assignment, int scheme_fd, size_t index, struct as_error *error)
{
	const struct as_scheme *scheme = &assignment->scheme;
	const char *path = scheme->of_class.given[index];
	bool is_found = is_there(scheme_fd, path);
	struct search search = {assignment, scheme_fd, ANY_PACKAGE, 0, NULL};

	if (is_found)
		return read_given(&search, index, error);
	for (size_t p = 0; p < scheme->package_count; p++) {
		search.dir_fd = assignment->packages[p]->tree.fd;
		search.package = p;
		if (!is_there(search.dir_fd, path))
			continue;
		is_found = true;
		if (read_given(&search, index, error))
			return -1;
	}
	return is_found
		       ? 0
		       : as_scheme_given_error(scheme, index,
				 "is neither beneath the scheme's folder nor in a package; correct "
				 "the path",
				 error);
}

static int open_folder(const struct as_scheme *scheme, struct as_error *error)
{
	AS_AUTO_FREE char *folder = as_scheme_path(scheme, "./", error);

	return folder ? as_dir_open(AT_FDCWD, folder, error) : -1;
}

int grade_given_read(struct grade_assignment *assignment, struct as_error *error)
{
	char **given = assignment->scheme.of_class.given;

	if (!given)
		return 0;
	AS_AUTO_FD int fd = open_folder(&assignment->scheme, error);
	if (fd < 0)
		return -1;
	for (size_t i = 0; given[i]; i++)
		if (find_given(assignment, fd, i, error))
			return -1;
	return 0;
}

/* ---- folders of a package ---- */

/* A folder of a package may be a link to another one of it. */
static int read_part(struct grade_assignment *assignment, size_t package, const char *part,
	struct as_error *error)
{
	const struct as_package *model = assignment->packages[package];
	struct search search = {assignment, model->tree.fd, package, 0, &model->tree};
	enum as_tree_type type;

	if (as_tree_find(&model->tree, part, &type, NULL, error))
		return -1;
	return type == AS_TREE_FOLDER ? read_path(&search, part, 1, error) : 0;
}

int grade_given_add_package(
	struct grade_assignment *assignment, size_t package, struct as_error *error)
{
	const char *include = assignment->packages[package]->include;
	struct as_error why = {0};

	if ((!include || read_part(assignment, package, include, &why) == 0) &&
		read_part(assignment, package, "attachments", &why) == 0)
		return 0;
	if (why.kind != AS_ERROR_INPUT)
		return as_error_pass(error, &why, NULL, "%s", why.text);
	free(assignment->given_fault);
	assignment->given_fault = as_text_format(error,
		"%s: code of include/ or attachments/ counts as submitted: %s",
		assignment->packages[package]->short_name, why.text);
	return assignment->given_fault ? 0 : -1;
}

bool grade_given_is_of(const struct grade_given *given, size_t package)
{
	return given->package == ANY_PACKAGE || given->package == package;
}

void grade_given_clear(struct grade_assignment *assignment)
{
	for (size_t i = 0; i < assignment->given_count; i++) {
		free(assignment->given[i].name);
		as_bytes_clear(&assignment->given[i].text);
	}
	free(assignment->given);
	free(assignment->given_fault);
	assignment->given_fault = NULL;
	assignment->given = NULL;
	assignment->given_count = 0;
}
