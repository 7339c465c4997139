/* SPDX-License-Identifier: MIT */
#include <assay/base.h>

/* The bytes from 0x80 to 0x9F; undefined ones stay control characters. Source: the index of
 * windows-1252 in the WHATWG Encoding Standard. */
static const uint16_t windows_1252[32] = {0x20AC, 0x81, 0x201A, 0x0192, 0x201E, 0x2026, 0x2020,
	0x2021, 0x02C6, 0x2030, 0x0160, 0x2039, 0x0152, 0x8D, 0x017D, 0x8F, 0x90, 0x2018, 0x2019,
	0x201C, 0x201D, 0x2022, 0x2013, 0x2014, 0x02DC, 0x2122, 0x0161, 0x203A, 0x0153, 0x9D,
	0x017E, 0x0178};

static char *put_character(char *to, unsigned char byte)
{
	unsigned code = byte >= 0x80 && byte < 0xA0 ? windows_1252[byte - 0x80] : byte;

	if (code < 0x80) {
		*to++ = (char)code;
	} else if (code < 0x800) {
		*to++ = (char)(0xC0 | code >> 6);
		*to++ = (char)(0x80 | (code & 0x3F));
	} else {
		*to++ = (char)(0xE0 | code >> 12);
		*to++ = (char)(0x80 | (code >> 6 & 0x3F));
		*to++ = (char)(0x80 | (code & 0x3F));
	}
	return to;
}

int as_text_from_windows_1252(
	const char *text, size_t size, struct as_bytes *out, struct as_error *error)
{
	char *data = malloc(3 * size + 1), *to = data;

	*out = (struct as_bytes){0};
	if (!data)
		return as_error_no_memory(error);
	for (size_t i = 0; i < size; i++)
		to = put_character(to, (unsigned char)text[i]);
	*to = '\0';
	*out = (struct as_bytes){data, (size_t)(to - data)};
	return 0;
}
