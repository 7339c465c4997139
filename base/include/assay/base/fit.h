/* SPDX-License-Identifier: MIT */
/** Cutting texts of users in messages. */
#ifndef ASSAY_BASE_FIT_H
#define ASSAY_BASE_FIT_H

#include <assay/base.h>

/** The number of bytes of the whole UTF-8 characters of `text` that fit in `max` bytes, for "%.*s":
 * a precision alone, as in "%.40s", may cut inside a character. Text that is not UTF-8 is cut
 * anywhere. */
int as_text_fit(const char *text, size_t max) AS_NONNULL(1);

#endif
