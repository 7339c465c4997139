/* SPDX-License-Identifier: MIT */
/** The names of tests and groups as people type them. Included by package.h. */
#ifndef ASSAY_PACKAGE_TEST_NAME_H
#define ASSAY_PACKAGE_TEST_NAME_H

#include <assay/base.h>

/**
 * Returns the index of the name that was typed, or `count`. It may be a path of the test's files or
 * of the group's folder: "secret/1", "data/secret/1.in", "sum/data/secret/".
 */
size_t as_test_name_find(const char *const *names, size_t count, const char *typed)
	AS_NONNULL(1, 3);

/** Returns the part of a typed path that may be a name, in `typed`, and writes its length: without
 * what is before and in "data/", and without slashes at the end. */
const char *as_test_name_trim(const char *typed, size_t *length) AS_NONNULL(1, 2);

/** Returns the length of the folder in the name of a test: "secret/1" of "secret/1/x"; 0: the name
 * has no folder. */
size_t as_test_folder_length(const char *name) AS_NONNULL(1);

#define AS_TEST_HINT_SIZE 768
/**
 * Writes what follows the unknown name in a message: "; did you mean 'secret/1-large'?" or "; the
 * first test is sample/1". Returns `text`. At least one name.
 */
const char *as_test_name_hint(const char *const *names, size_t count, const char *typed,
	char text[AS_TEST_HINT_SIZE]) AS_NONNULL(1, 3, 4);

#endif
