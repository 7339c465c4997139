/* SPDX-License-Identifier: MIT */
/** archive: what all who read or write archives with libarchive need. */
#ifndef ASSAY_PACKAGE_ARCHIVE_H
#define ASSAY_PACKAGE_ARCHIVE_H

#include <assay/base.h>

struct archive;

/** Records why an archive cannot be written and returns -1: AS_ERROR_INTERNAL, "cannot ACTION:"
 * and libarchive's text. */
int as_archive_write_error(struct archive *archive, const char *action, struct as_error *error)
	AS_NONNULL(1, 2);

/** True if as_package_open takes an open file for a zip archive of a package: its metadata is at
 * the top, or in the only folder there. The offset of `fd` changes. */
bool as_archive_is_package(int fd) AS_MUST_USE;

#endif
