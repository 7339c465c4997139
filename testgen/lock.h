/* SPDX-License-Identifier: MIT */
/* lock: generators.lock, the digest of every file that a recipe makes. */
#ifndef ASSAY_TESTGEN_LOCK_H
#define ASSAY_TESTGEN_LOCK_H

#include <assay/base.h>

#define LOCK_PATH "generators/generators.lock"

/* Reads the lock: `files` maps a path below data/ to a digest, `programs` a command's first word to
 * the digest of its sources. Both are empty if there is no lock, or an old one. */
int lock_read(int dir_fd, const char *package_path, json_t **files, json_t **programs,
	struct as_error *error) AS_MUST_USE;
/* Its text, sorted, with one line for each file, so that diffs are readable. On the heap.
 * Without a document: no memory. */
char *lock_text(json_t *lock, struct as_error *error) AS_MUST_USE;
int lock_write(int dir_fd, json_t *files, json_t *programs, const char *recipe,
	struct as_error *error) AS_MUST_USE;
/* The digest of the recipe when the lock was written; false: the lock is older, or malformed. */
bool lock_recipe(int dir_fd, char recipe[AS_DIGEST_HEX_SIZE]);

#endif
