/* SPDX-License-Identifier: MIT */
/* Copies files of a package for a program's working folder; links are followed. */
#include "read.h"
#include <errno.h>
#include <sys/stat.h>

#define MAX_COPIED_ENTRIES 20000
#define MAX_COPIED_DEPTH 32

struct copying {
	const struct as_tree *tree;
	const atomic_bool *cancel; /* or NULL */
	uint64_t *budget_bytes;
	size_t entries;
};

static int copy_file(struct copying *copying, const char *path, const char *real, int to_fd,
	const char *name, struct as_error *error)
{
	const struct as_tree *tree = copying->tree;
	uint64_t *budget_bytes = copying->budget_bytes;
	struct as_error why = {0};
	struct stat status;
	AS_AUTO_FD int file = as_file_open(tree->fd, real, &why);
	if (file >= 0 && fstat(file, &status) == 0 &&
		as_file_copy(file, to_fd, name, 0644, *budget_bytes, &why) == 0) {
		uint64_t bytes = (uint64_t)status.st_size;
		*budget_bytes -= bytes < *budget_bytes ? bytes : *budget_bytes;
		return 0;
	}
	if (why.sys_errno == EFBIG)
		return as_tree_error(
			tree, path, error, "is too large: its folder would exceed its size limit");
	/* A name that both the program and the test have, a file that no longer exists, or the disk
	 * of this machine. */
	return as_tree_blame(tree, path, &why, error);
}

static int copy_folder(struct copying *copying, const char *path, const char *real, int to_fd,
	unsigned depth, struct as_error *error);

static int copy_inner_folder(struct copying *copying, const char *path, const char *real, int to_fd,
	const char *name, unsigned depth, struct as_error *error)
{
	if (as_dir_make(to_fd, name, 0755, error) < 0)
		return -1;
	AS_AUTO_FD int inner_fd = as_dir_open(to_fd, name, error);
	return inner_fd < 0 ? -1 : copy_folder(copying, path, real, inner_fd, depth + 1, error);
}

static int copy_entry(struct copying *copying, const char *folder, const char *real_folder,
	const char *name, int to_fd, unsigned depth, struct as_error *error)
{
	const struct as_tree *tree = copying->tree;
	enum as_tree_type type;
	AS_AUTO_FREE char *real = NULL;
	AS_AUTO_FREE char *path = as_text_format(error, "%s/%s", folder, name);
	if (!path || as_cancel_check(copying->cancel, error) ||
		as_tree_find_entry(tree, path, real_folder, name, &type, &real, error) < 0)
		return -1;
	if (copying->entries++ == MAX_COPIED_ENTRIES)
		return as_tree_error(tree, path, error,
			"is one file too many: a test may have at most %d files and folders",
			MAX_COPIED_ENTRIES);
	if (type == AS_TREE_FILE)
		return copy_file(copying, path, real, to_fd, name, error);
	if (type == AS_TREE_FOLDER)
		return copy_inner_folder(copying, path, real, to_fd, name, depth, error);
	return as_tree_error(tree, path, error, "is not a regular file or a folder; replace it");
}

static int copy_folder(struct copying *copying, const char *path, const char *real, int to_fd,
	unsigned depth, struct as_error *error)
{
	/* Links can make a folder contain itself. */
	if (depth > MAX_COPIED_DEPTH)
		return as_tree_error(copying->tree, path, error, "is nested deeper than %d folders",
			MAX_COPIED_DEPTH);
	AS_AUTO_NAMES char **names = as_package_names(copying->tree, real, copying->cancel, error);
	for (char **name = names; name && *name; name++)
		if (copy_entry(copying, path, real, *name, to_fd, depth, error) < 0)
			return -1;
	return names ? 0 : -1;
}

int as_package_copy_folder(const struct as_package *package, const char *path,
	const atomic_bool *cancel, int to_fd, uint64_t *budget_bytes, struct as_error *error)
{
	struct copying copying = {
		.tree = &package->tree, .cancel = cancel, .budget_bytes = budget_bytes};
	return copy_folder(&copying, path, path, to_fd, 0, error);
}
