/* SPDX-License-Identifier: MIT */
/** archive: helpers for reading and writing archives with libarchive. */
#ifndef ASSAY_PACKAGE_ARCHIVE_H
#define ASSAY_PACKAGE_ARCHIVE_H

#include <assay/base.h>

struct archive;

/** Records why an archive cannot be written and returns -1: AS_ERROR_INTERNAL, "cannot ACTION:"
 * and libarchive's text. */
int as_archive_write_error(struct archive *archive, const char *action, struct as_error *error)
	AS_NONNULL(1, 2);

/** True if as_package_open would open this file as a zip archive of a package: its metadata is at
 * the top level, or in the only folder there. The offset of `fd` changes. as_archive_load must have
 * succeeded before: without the library nothing is known about the file. */
bool as_archive_is_package(int fd) AS_MUST_USE;

#endif
