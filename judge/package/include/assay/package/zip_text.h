/* SPDX-License-Identifier: MIT */
/** Messages about zip archives for readers who do not see the archive's name. */
#ifndef ASSAY_PACKAGE_ZIP_TEXT_H
#define ASSAY_PACKAGE_ZIP_TEXT_H

#include <assay/base.h>

/** The subject of an error of as_zip_unpack, for a message that does not begin with the archive's
 * name: "the archive ", or "" if the text is about an entry or a ratio. */
const char *as_zip_subject(const char *text) AS_NONNULL(1) AS_MUST_USE;

/** The format of an archive that is not a zip archive, by its first bytes: "a RAR archive". NULL:
 * it is not a known archive. `size`: 512 bytes suffice. */
const char *as_zip_other_format(const char *head, size_t size) AS_NONNULL(1) AS_MUST_USE;

#endif
