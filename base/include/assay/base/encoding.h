/* SPDX-License-Identifier: MIT */
/**
 * @file
 * Recognises texts in an encoding whose units have more than one byte.
 */
#ifndef ASSAY_BASE_ENCODING_H
#define ASSAY_BASE_ENCODING_H

#include <stddef.h>

/** Returns "UTF-16" or "UTF-32" if a text is saved in that encoding, else NULL. The sign is a
 * byte-order mark, or a first part in which only one byte of each unit is not NUL, as in mostly
 * English text. A text without NUL bytes is in neither encoding. */
const char *as_text_wide_encoding(const char *text, size_t size);

#endif
