/* SPDX-License-Identifier: MIT */
/* Recognises text that is not plain UTF-8 by its first bytes. */
#include <assay/base/encoding.h>
#include <assay/package.h>

#include <string.h>

/* Later characters of a text in UTF-16 may need both bytes. */
#define LOOKED_AT_BYTES 64

const char *as_text_encoding(const char *head, size_t size)
{
	const size_t looked_at = size < LOOKED_AT_BYTES ? size : LOOKED_AT_BYTES;

	if (size >= 3 && memcmp(head, "\xef\xbb\xbf", 3) == 0)
		return "begins with a byte-order mark";
	const char *wide = as_text_wide_encoding(head, looked_at);
	if (wide && strcmp(wide, "UTF-32") == 0)
		return "is text in UTF-32, not in UTF-8";
	/* Text without a character of one byte has no NUL. */
	const bool is_marked =
		size >= 2 && (memcmp(head, "\xff\xfe", 2) == 0 || memcmp(head, "\xfe\xff", 2) == 0);
	return wide || is_marked ? "is text in UTF-16, not in UTF-8" : NULL;
}
