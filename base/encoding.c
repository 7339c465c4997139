/* SPDX-License-Identifier: MIT */
#include <assay/base/encoding.h>

#include <stdbool.h>
#include <string.h>

#define EXAMINED_BYTES 256

/* True if the byte at `place` is the only one that is not NUL in each unit of `unit` bytes, of
 * which there are two at least. */
static bool is_made_of(const char *text, size_t size, size_t unit, size_t place)
{
	const size_t end = size < EXAMINED_BYTES ? size : EXAMINED_BYTES;

	for (size_t i = 0; i < end; i++)
		if ((text[i] != '\0') != (i % unit == place))
			return false;
	return size >= 2 * unit && size % unit == 0;
}

const char *as_text_wide_encoding(const char *text, size_t size)
{
	if (size < 4 || !memchr(text, '\0', size))
		return NULL;
	if (memcmp(text, "\xff\xfe\0", 4) == 0 || memcmp(text, "\0\0\xfe\xff", 4) == 0 ||
		is_made_of(text, size, 4, 0) || is_made_of(text, size, 4, 3))
		return "UTF-32";
	if (memcmp(text, "\xff\xfe", 2) == 0 || memcmp(text, "\xfe\xff", 2) == 0 ||
		is_made_of(text, size, 2, 0) || is_made_of(text, size, 2, 1))
		return "UTF-16";
	return NULL;
}
