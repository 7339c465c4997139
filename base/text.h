/* SPDX-License-Identifier: MIT */
/** UTF-8, one character at a time: private to base. */
#ifndef ASSAY_BASE_TEXT_H
#define ASSAY_BASE_TEXT_H

#include <assay/base.h>

/**
 * The length in bytes of the character at `text`, its code point in `code`; 0 where the bytes are
 * no valid character of RFC 3629. `length` is at least 1.
 */
size_t as_utf8_decode(const char *text, size_t length, uint32_t *code);

#endif
