/* SPDX-License-Identifier: MIT */
/** Texts about zip archives for people who see no name before them. */
#ifndef ASSAY_PACKAGE_ZIP_TEXT_H
#define ASSAY_PACKAGE_ZIP_TEXT_H

#include <assay/base.h>

/** The subject that the text of an error of as_zip_unpack needs if no name of the archive stands
 * before it: "the archive ", or "" if the text is about an entry or a ratio. */
const char *as_zip_subject(const char *text) AS_NONNULL(1) AS_MUST_USE;

#endif
