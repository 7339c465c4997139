/* SPDX-License-Identifier: MIT */
/* Recognises text that is not plain UTF-8 by its first bytes. */
#include <assay/package.h>

#include <string.h>

#define LOOKED_AT_BYTES 64

/* Text of western languages without a mark: every second byte is zero, the others are not. */
static bool has_zeros_at(const char *head, size_t size, size_t first)
{
	const size_t end = size < LOOKED_AT_BYTES ? size : LOOKED_AT_BYTES;

	for (size_t i = 0; i < end; i++)
		if ((head[i] == '\0') != (i % 2 == first))
			return false;
	return end >= 2;
}

const char *as_text_encoding(const char *head, size_t size)
{
	if (size >= 3 && memcmp(head, "\xef\xbb\xbf", 3) == 0)
		return "begins with a byte-order mark";
	if (size >= 2 && (memcmp(head, "\xff\xfe", 2) == 0 || memcmp(head, "\xfe\xff", 2) == 0))
		return "is text in UTF-16, not in UTF-8";
	if (has_zeros_at(head, size, 1) || has_zeros_at(head, size, 0))
		return "is text in UTF-16, not in UTF-8";
	return NULL;
}
