/* SPDX-License-Identifier: MIT */
/**
 * Sources that a package shares with others: links from its programs to files beside it.
 *
 * The packages of a contest often link to one `validate.h` in a folder beside them. Such a link is
 * followed only
 * - in folders of validators, visualizers, graders and generators, never in data or submissions;
 * - within the nearest folder above the package that has .git or problems.yaml, is neither $HOME
 *   nor above it, belongs to the owner of the package, as its mark does, and is not writable by
 *   others; without one, within the folder that contains the package, under the same conditions;
 * - to a regular file of the same owner and of at most 1 MiB that is a source or header by its
 *   ending, a Makefile, or a script without an ending, and whose path has no hidden name.
 * Links of an archive are checked when it is unpacked: none leads out of it.
 */
#ifndef ASSAY_PACKAGE_SHARED_H
#define ASSAY_PACKAGE_SHARED_H

#include <assay/base/tree.h>

/** True if a file of this name is a source, a header or a Makefile. */
bool as_shared_is_source(const char *path) AS_NONNULL(1) AS_MUST_USE;
/**
 * Opens for reading the file to which the link at `path` of a package leads. Returns a descriptor,
 * or -1 with AS_ERROR_INPUT at the link. Unless `name` is NULL, it becomes the file's path relative
 * to the folder that was searched (free with free).
 */
int as_shared_open(const struct as_tree *package, const char *path, char **name,
	struct as_error *error) AS_MUST_USE AS_NONNULL(1, 2);
/** Like as_file_open beneath the package, but like as_shared_open if `real` is a link to a shared
 * file, which as_tree_find does not find. */
int as_shared_open_any(const struct as_tree *package, const char *real,
	struct as_error *error) AS_MUST_USE AS_NONNULL(1, 2);
/** Like as_tree_find_entry, but also finds shared files, whose `real` is `path`; sets `name` as
 * as_shared_open does, to NULL for any other file. */
int as_shared_find_entry(const struct as_tree *package, const char *path, const char *real_folder,
	const char *entry, enum as_tree_type *type, char **real, char **name,
	struct as_error *error) AS_MUST_USE AS_NONNULL(1, 2, 3, 4, 5, 6, 7);
/** Called for a shared file: the path of its link, and its name as as_shared_open sets it. Returns
 * -1 to end the search with an error. */
typedef int (*as_shared_found)(
	void *context, const char *path, const char *name, struct as_error *error);
/** Finds all shared files, in the order of their links' paths. Links that cannot be opened are left
 * out: the code that reads them reports them. */
int as_shared_each(const struct as_tree *package, as_shared_found found, void *context,
	struct as_error *error) AS_MUST_USE AS_NONNULL(1, 2);

#endif
