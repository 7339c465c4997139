/* SPDX-License-Identifier: MIT */
/**
 * A folder whose files are opened beneath it and nowhere else.
 *
 * A package may hold symbolic links to its own files, which as_file_open refuses. So a path is
 * first resolved by the kernel beneath the folder (openat2, RESOLVE_BENEATH); the result has no
 * links, and as_file_open opens it with its usual checks. If another process changes the path in
 * between, opening fails.
 *
 * Life cycle: as_tree_init, any number of look-ups from any thread, as_tree_clear.
 */
#ifndef ASSAY_BASE_TREE_H
#define ASSAY_BASE_TREE_H

#include <assay/base.h>

struct as_tree {
	int fd;      /**< the folder, borrowed: it must stay open as long as the tree is used */
	char *root;  /**< its path as the kernel names it */
	char *shown; /**< its path as messages show it, without a trailing '/' */
};

enum as_tree_type {
	AS_TREE_ABSENT,
	AS_TREE_FILE,
	AS_TREE_FOLDER,
	AS_TREE_OTHER, /**< a FIFO, a socket, a device */
};

/** `shown` is copied; NULL: messages show the kernel's path of the folder. On failure there is
 * nothing to clear. */
int as_tree_init(struct as_tree *tree, int fd, const char *shown,
	struct as_error *error) AS_MUST_USE AS_NONNULL(1);
void as_tree_clear(struct as_tree *tree);
#define AS_AUTO_TREE AS_AUTO(as_tree_clear)

/** "SHOWN/path", the name of a file of the tree in messages. On the heap. */
char *as_tree_where(const struct as_tree *tree, const char *path,
	struct as_error *error) AS_MUST_USE AS_NONNULL(1, 2);
/** Records an AS_ERROR_INPUT about a file of the tree and returns -1. */
int as_tree_error(const struct as_tree *tree, const char *path, struct as_error *error,
	const char *format, ...) AS_PRINTF(4, 5) AS_NONNULL(1, 2, 4);
/** Records the kind and the text of `cause` about a file of the tree and returns -1. */
int as_tree_blame(const struct as_tree *tree, const char *path, const struct as_error *cause,
	struct as_error *error) AS_NONNULL(1, 2, 3);

/**
 * A descriptor (O_PATH, close on exec) of what is at `path`, following links inside the folder. -1
 * with errno: EXDEV for a link that leads out, ELOOP for a cycle.
 */
int as_tree_open(int dir_fd, const char *path) AS_MUST_USE AS_NONNULL(2);

/**
 * Sets `type` to what is at `path`, following links inside the tree. A link that leads out of the
 * tree, in a cycle or to nothing is AS_ERROR_INPUT; sys_errno is EXDEV if it leads out of the tree.
 * Sets `real` (free with free), unless it is NULL, to the path without links; `real` is unchanged
 * if nothing is at `path`.
 */
int as_tree_find(const struct as_tree *tree, const char *path, enum as_tree_type *type, char **real,
	struct as_error *error) AS_MUST_USE AS_NONNULL(1, 2, 3);
/** The same for an entry of a folder whose own path, `real_folder`, has no links. */
int as_tree_find_entry(const struct as_tree *tree, const char *path, const char *real_folder,
	const char *name, enum as_tree_type *type, char **real, struct as_error *error) AS_MUST_USE
	AS_NONNULL(1, 2, 3, 4, 5, 6);

#endif
