/* SPDX-License-Identifier: MIT */
#include <assay/base/tree.h>

#include <errno.h>
#include <fcntl.h>
#include <limits.h>
#include <string.h>
#include <sys/stat.h>

#define DESCRIPTOR_PATH_SIZE 32

static char *descriptor_path(int fd, struct as_error *error)
{
	char link[DESCRIPTOR_PATH_SIZE], target[PATH_MAX];
	snprintf(link, sizeof link, "/proc/self/fd/%d", fd);
	ssize_t length = readlink(link, target, sizeof target - 1);
	if (length < 0) {
		as_error_sys(error, AS_ERROR_MACHINE, errno, "%s cannot be read", link);
		return NULL;
	}
	target[length] = '\0';
	return as_text_format(error, "%s", target);
}

static size_t length_without_slashes(const char *path)
{
	size_t length = strlen(path);
	while (length > 1 && path[length - 1] == '/')
		length--;
	return length;
}

int as_tree_init(struct as_tree *tree, int fd, const char *shown, struct as_error *error)
{
	*tree = (struct as_tree){.fd = fd, .root = descriptor_path(fd, error)};
	if (!tree->root)
		return -1;
	if (!shown)
		shown = tree->root;
	tree->shown = strndup(shown, length_without_slashes(shown));
	if (tree->shown)
		return 0;
	as_tree_clear(tree);
	return as_error_no_memory(error);
}

void as_tree_clear(struct as_tree *tree)
{
	free(tree->root);
	free(tree->shown);
	*tree = (struct as_tree){.fd = -1};
}

/* ---- messages ---- */

char *as_tree_where(const struct as_tree *tree, const char *path, struct as_error *error)
{
	return as_text_format(error, "%s/%s", tree->shown, path);
}

int as_tree_error(const struct as_tree *tree, const char *path, struct as_error *error,
	const char *format, ...)
{
	char text[sizeof error->text];
	va_list arguments;
	va_start(arguments, format);
	vsnprintf(text, sizeof text, format, arguments);
	va_end(arguments);
	AS_AUTO_FREE char *where = as_tree_where(tree, path, error);
	if (!where)
		return -1;
	return as_error_at(error, AS_ERROR_INPUT, where, 0, 0, "%s", text);
}

int as_tree_blame(const struct as_tree *tree, const char *path, const struct as_error *cause,
	struct as_error *error)
{
	AS_AUTO_FREE char *where = as_tree_where(tree, path, error);
	if (!where)
		return -1;
	return as_error_pass(error, cause, where, "%s", cause->text);
}

/* ---- finding ---- */

static int not_found(
	const struct as_tree *tree, const char *path, int cause, struct as_error *error)
{
	struct stat status;
	AS_AUTO_FREE char *where = as_tree_where(tree, path, error);
	if (!where)
		return -1;
	switch (cause) {
	case ENOENT:
		if (fstatat(tree->fd, path, &status, AT_SYMLINK_NOFOLLOW) < 0)
			return 0;
		return as_error_at(error, AS_ERROR_INPUT, where, 0, 0,
			"is a link to a file that does not exist; remove it or create the file");
	case ENOTDIR:
		return 0;
	case EXDEV:
		return as_error_at_cause(error, AS_ERROR_INPUT, cause, where,
			"is a link out of the package; copy its target into the package");
	case ELOOP:
		return as_error_at(error, AS_ERROR_INPUT, where, 0, 0,
			"is part of a cycle of links; remove it");
	default:
		return as_error_at_sys(error, AS_ERROR_INPUT, cause, where, "cannot be opened");
	}
}

/* The path of an open file beneath the tree's folder. */
static char *path_beneath(const struct as_tree *tree, int fd, struct as_error *error)
{
	AS_AUTO_FREE char *whole = descriptor_path(fd, error);
	if (!whole)
		return NULL;
	size_t length = strcmp(tree->root, "/") == 0 ? 0 : strlen(tree->root);
	if (strncmp(whole, tree->root, length) != 0 || whole[length] != '/') {
		as_error_set(error, AS_ERROR_INPUT, "%s was moved while it was read", whole);
		return NULL;
	}
	return as_text_format(error, "%s", whole + length + 1);
}

static enum as_tree_type type_of(mode_t mode)
{
	if (S_ISREG(mode))
		return AS_TREE_FILE;
	return S_ISDIR(mode) ? AS_TREE_FOLDER : AS_TREE_OTHER;
}

int as_tree_find(const struct as_tree *tree, const char *path, enum as_tree_type *type, char **real,
	struct as_error *error)
{
	struct stat status;
	*type = AS_TREE_ABSENT;
	AS_AUTO_FD int fd = as_tree_open(tree->fd, path);
	if (fd < 0)
		return not_found(tree, path, errno, error);
	if (fstat(fd, &status) < 0)
		return as_tree_error(
			tree, path, error, "cannot be examined: %s", strerrordesc_np(errno));
	*type = type_of(status.st_mode);
	if (!real)
		return 0;
	*real = path_beneath(tree, fd, error);
	return *real ? 0 : -1;
}

int as_tree_find_entry(const struct as_tree *tree, const char *path, const char *real_folder,
	const char *name, enum as_tree_type *type, char **real, struct as_error *error)
{
	struct stat status;
	AS_AUTO_FREE char *here = as_text_format(error, "%s/%s", real_folder, name);
	if (!here)
		return -1;
	/* Most entries are not links: for them one call is enough, while resolving takes three. */
	if (fstatat(tree->fd, here, &status, AT_SYMLINK_NOFOLLOW) < 0 || S_ISLNK(status.st_mode))
		return as_tree_find(tree, path, type, real, error);
	*type = type_of(status.st_mode);
	*real = as_steal(here);
	return 0;
}
