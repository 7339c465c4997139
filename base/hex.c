/* SPDX-License-Identifier: MIT */
#include <assay/base/hex.h>

#include <sodium.h>

char *as_hex_write(const void *data, size_t size, struct as_error *error)
{
	char *text = malloc(2 * size + 1);

	if (!text) {
		as_error_no_memory(error);
		return NULL;
	}
	return sodium_bin2hex(text, 2 * size + 1, data, size);
}

static int digit_of(char letter)
{
	return letter >= '0' && letter <= '9'   ? letter - '0'
	       : letter >= 'a' && letter <= 'f' ? letter - 'a' + 10
						: -1;
}

size_t as_hex_read(const char *text, size_t length, char *bytes)
{
	for (size_t i = 0; i + 1 < length; i += 2) {
		const int high = digit_of(text[i]), low = digit_of(text[i + 1]);
		if (high < 0 || low < 0)
			return SIZE_MAX;
		bytes[i / 2] = (char)(high << 4 | low);
	}
	return length % 2 ? SIZE_MAX : length / 2;
}
