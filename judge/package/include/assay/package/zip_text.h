/* SPDX-License-Identifier: MIT */
/** Messages about zip archives for readers who do not see the archive's name. */
#ifndef ASSAY_PACKAGE_ZIP_TEXT_H
#define ASSAY_PACKAGE_ZIP_TEXT_H

#include <assay/base.h>

/** The subject of an error of as_zip_unpack, for a message that does not begin with the archive's
 * name: "the archive ", or "" if the text is about an entry or a ratio. */
const char *as_zip_subject(const char *text) AS_NONNULL(1) AS_MUST_USE;

#endif
