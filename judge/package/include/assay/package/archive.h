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

/** A new zip archive without time stamps, to be opened for writing and freed with
 * archive_write_free. NULL: as as_archive_load, or out of memory. */
struct archive *as_archive_new_zip(struct as_error *error) AS_MUST_USE;
/** Begins a regular file of an archive, and adds data to it. */
int as_archive_put_header(struct archive *archive, const char *name, uint64_t size,
	struct as_error *error) AS_MUST_USE AS_NONNULL(1, 2);
int as_archive_put_data(struct archive *archive, const void *data, size_t size,
	struct as_error *error) AS_MUST_USE AS_NONNULL(1);

/** True if as_package_open would open this file as a zip archive of a package: its metadata is at
 * the top level, or in the only folder there. The offset of `fd` changes. as_archive_load must have
 * succeeded before: without the library nothing is known about the file. */
bool as_archive_is_package(int fd) AS_MUST_USE;

#endif
