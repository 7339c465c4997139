/* SPDX-License-Identifier: MIT */
/**
 * @file
 * Texts that are saved in an encoding of more than one byte for each unit.
 */
#ifndef ASSAY_BASE_ENCODING_H
#define ASSAY_BASE_ENCODING_H

#include <stddef.h>

/** "UTF-16" or "UTF-32", which a text is saved in: by its byte order mark, or because in its first
 * part every other byte is NUL, as in mostly English text. NULL: neither. A text without NUL bytes
 * is neither. */
const char *as_text_wide_encoding(const char *text, size_t size);

#endif
