/* SPDX-License-Identifier: MIT */
/** The size of a file of a package. */
#ifndef ASSAY_PACKAGE_FILE_BYTES_H
#define ASSAY_PACKAGE_FILE_BYTES_H

#include <assay/base/tree.h>

/** The bytes of the regular file at `path` beneath the package, such as the input of a test.
 * UINT64_MAX: there is no such file, or `path` is NULL. */
uint64_t as_package_file_bytes(const struct as_tree *package, const char *path)
	AS_NONNULL(1) AS_MUST_USE;

#endif
