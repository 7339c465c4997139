/* SPDX-License-Identifier: MIT */
/** hex: bytes as texts of lower-case hexadecimal digits. */
#ifndef ASSAY_BASE_HEX_H
#define ASSAY_BASE_HEX_H

#include <assay/base.h>

/** A text on the heap; NULL: out of memory. */
char *as_hex_write(const void *data, size_t size, struct as_error *error) AS_MUST_USE;
/** `bytes` has room for half as many as digits, and may be `text`. Returns the number of bytes;
 * SIZE_MAX: the text is not of this form. */
size_t as_hex_read(const char *text, size_t length, char *bytes) AS_MUST_USE AS_NONNULL(1, 3);

#endif
