/* SPDX-License-Identifier: MIT */
#include "place.h"
#include "recipe.h"

#include <errno.h>
#include <fcntl.h>
#include <limits.h>
#include <stdio.h>
#include <string.h>
#include <sys/stat.h>

#define MAX_ENTRIES 400000
#define MAX_DEPTH 32

static bool is_test_file(const char *name)
{
	const char *dot = strrchr(name, '.');

	return dot && (strcmp(dot, ".in") == 0 || strcmp(dot, ".ans") == 0);
}

static bool is_made_name(const char *name)
{
	static const char *const settings[] = {"test_group.yaml", "testdata.yaml"};

	for (size_t i = 0; i < sizeof(settings) / sizeof(*settings); i++)
		if (strcmp(name, settings[i]) == 0)
			return true;
	for (int i = 0; i < RECIPE_ENDING_COUNT; i++) {
		size_t stem = as_text_stem(name, recipe_endings[i]);
		if (stem > 1 && name[stem - 1] == '.')
			return true;
	}
	return false;
}

bool place_is_valid(const char *path)
{
	static const char *const parts[] = {"sample/", "secret/", "invalid_input/",
		"invalid_answer/", "invalid_output/", "valid_output/", "test_group.yaml",
		"testdata.yaml"};
	bool in_part = false;

	for (size_t i = 0; i < sizeof(parts) / sizeof(*parts); i++)
		in_part |= strncmp(path, parts[i], strlen(parts[i])) == 0;
	if (!in_part)
		return false;
	for (const char *at = path;; at++) {
		size_t length = strcspn(at, "/");
		if (length > NAME_MAX || !recipe_is_name(at, length))
			return false;
		if (!at[length])
			return is_made_name(at);
		at += length;
	}
}

/* Opens the folder of "ROOT/path" and returns the last name. -1 with sys_errno ENOENT if it does
 * not exist. */
static int open_parent(
	int dir_fd, const char *root, const char *path, const char **name, struct as_error *error)
{
	const char *slash = strrchr(path, '/');
	AS_AUTO_FREE char *folder =
		slash ? as_text_format(error, "%s/%.*s", root, (int)(slash - path), path)
		      : as_text_format(error, "%s", root);

	*name = slash ? slash + 1 : path;
	return folder ? as_dir_open(dir_fd, folder, error) : -1;
}

int place_move(int dir_fd, const char *staging, const char *path, struct as_error *error)
{
	const char *name;
	const char *slash = strrchr(path, '/');
	AS_AUTO_FREE char *folder =
		slash ? as_text_format(error, "data/%.*s", (int)(slash - path), path)
		      : as_text_format(error, "data");

	if (!folder || as_dir_make(dir_fd, folder, 0755, error))
		return -1;
	AS_AUTO_FD int from = open_parent(dir_fd, staging, path, &name, error);
	AS_AUTO_FD int to = from < 0 ? -1 : open_parent(dir_fd, "data", path, &name, error);
	if (to < 0)
		return -1;
	if (renameat(from, name, to, name))
		return as_error_sys(
			error, AS_ERROR_INTERNAL, errno, "cannot make the file data/%s", path);
	return 0;
}

int place_remove(int dir_fd, const char *path, struct as_error *error)
{
	const char *name;
	struct as_error why = {0};
	AS_AUTO_FD int folder = open_parent(dir_fd, "data", path, &name, &why);

	if (folder < 0 && why.sys_errno == ENOENT)
		return 0;
	if (folder < 0) {
		if (error)
			*error = why;
		return as_error_context(error, "cannot remove data/%s", path);
	}
	if (unlinkat(folder, name, 0) && errno != ENOENT)
		return as_error_sys(error, AS_ERROR_INTERNAL, errno, "cannot remove data/%s", path);
	return 0;
}

/* ---- listing ---- */

struct listing {
	void (*found)(void *context, const char *path);
	void *context;
	size_t entries;
	int depth;
};

static int list_folder(struct listing *listing, int fd, const char *path, struct as_error *error);

static int list_entry(struct listing *listing, int fd, const char *folder, const char *name,
	struct as_error *error)
{
	AS_AUTO_FREE char *path = as_text_format(error, "%s/%s", folder, name);
	struct stat info;

	if (!path)
		return -1;
	if (listing->entries++ == MAX_ENTRIES || listing->depth == MAX_DEPTH)
		return as_error_set(error, AS_ERROR_INPUT,
			"data/%s has too many files or levels of folders", folder);
	if (fstatat(fd, name, &info, AT_SYMLINK_NOFOLLOW))
		return as_error_sys(error, AS_ERROR_INPUT, errno, "cannot examine data/%s", path);
	if (!S_ISDIR(info.st_mode)) {
		if (is_test_file(name))
			listing->found(listing->context, path);
		return 0;
	}
	AS_AUTO_FD int inner = as_dir_open(fd, name, error);
	if (inner < 0)
		return -1;
	listing->depth++;
	int failed = list_folder(listing, inner, path, error);
	listing->depth--;
	return failed;
}

static int list_folder(struct listing *listing, int fd, const char *path, struct as_error *error)
{
	AS_AUTO_NAMES char **names = as_dir_list(fd, MAX_ENTRIES, error);

	if (!names)
		return -1;
	for (char **name = names; *name; name++)
		if (list_entry(listing, fd, path, *name, error))
			return -1;
	return 0;
}

int place_list(int dir_fd, void (*found)(void *context, const char *path), void *context,
	struct as_error *error)
{
	static const char *const tops[][2] = {{"data/sample", "sample"}, {"data/secret", "secret"}};
	struct listing listing = {.found = found, .context = context};

	for (size_t i = 0; i < sizeof(tops) / sizeof(*tops); i++) {
		struct as_error why = {0};
		AS_AUTO_FD int fd = as_dir_open(dir_fd, tops[i][0], &why);
		if (fd < 0 && why.sys_errno == ENOENT)
			continue;
		if (fd < 0 || list_folder(&listing, fd, tops[i][1], &why)) {
			if (error)
				*error = why;
			return -1;
		}
	}
	return 0;
}

int place_digest(
	int dir_fd, const char *path, const atomic_bool *cancel, char hex[AS_DIGEST_HEX_SIZE])
{
	AS_AUTO_FREE char *full = as_text_format(NULL, "data/%s", path);
	struct as_error why = {0};
	struct as_digest digest;
	AS_AUTO_FD int fd = full ? as_file_open(dir_fd, full, &why) : -1;

	*hex = '\0';
	as_digest_init(&digest);
	if (fd < 0 || as_digest_add_fd(&digest, fd, cancel, NULL))
		return why.sys_errno == ENOENT ? ENOENT : EIO;
	as_digest_end(&digest, hex);
	return 0;
}
