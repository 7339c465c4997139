/* SPDX-License-Identifier: MIT */
/*
 * place: the files of a test set in data/. A package may be untrusted: nothing outside of its
 * folder is read, written or removed, and no link is followed.
 */
#ifndef ASSAY_TESTGEN_PLACE_H
#define ASSAY_TESTGEN_PLACE_H

#include <assay/base.h>

/* For an input or answer that neither the recipe nor its lock has. */
#define PLACE_EXTRA "is not made by the recipe"
#define PLACE_EXTRA_REMEDY "remove it, or add it to the recipe"

/* True for a path that a recipe can make, below data/: "sample/1.in", "secret/2/test_group.yaml".
 */
bool place_is_valid(const char *path);
/* Moves STAGING/path to data/path, and replaces an existing file. */
int place_move(
	int dir_fd, const char *staging, const char *path, struct as_error *error) AS_MUST_USE;
/* Removes data/path; a missing one is success. */
int place_remove(int dir_fd, const char *path, struct as_error *error) AS_MUST_USE;
/* The digest of data/path. ENOENT: the file does not exist; EIO: it cannot be read; then `hex` is
 * "".
 */
int place_digest(int dir_fd, const char *path, const atomic_bool *cancel,
	char hex[AS_DIGEST_HEX_SIZE]) AS_MUST_USE;
/* Calls `found` for every input and answer below data/sample and data/secret, in order. */
int place_list(int dir_fd, void (*found)(void *context, const char *path), void *context,
	struct as_error *error) AS_MUST_USE;

#endif
