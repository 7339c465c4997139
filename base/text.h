/* SPDX-License-Identifier: MIT */
/** Decoding UTF-8: private to base. */
#ifndef ASSAY_BASE_TEXT_H
#define ASSAY_BASE_TEXT_H

#include <assay/base.h>

/**
 * The length in bytes of the character at `text`, and its code point in `code`; 0 if the bytes are
 * not a valid character of RFC 3629. `length` is at least 1.
 */
size_t as_utf8_decode(const char *text, size_t length, uint32_t *code);
/** False for controls, and for characters that change the order or the lines of the text around. */
bool as_utf8_is_printable(uint32_t code);

#endif
