/* SPDX-License-Identifier: MIT */
/* Decoding of percent-encoded texts, and character classes of HTTP. */
#include "decode.h"

#include <string.h>
#include <strings.h>

static int hex_digit(char digit)
{
	if (digit >= '0' && digit <= '9')
		return digit - '0';
	if (digit >= 'a' && digit <= 'f')
		return digit - 'a' + 10;
	return digit >= 'A' && digit <= 'F' ? digit - 'A' + 10 : -1;
}

static bool is_control(char byte)
{
	return (unsigned char)byte < 0x20 || byte == 0x7f;
}

bool http_decode(const char *text, size_t size, enum http_decode how, char *out)
{
	size_t length = 0;

	for (size_t at = 0; at < size; at++) {
		char byte = text[at];
		if (byte == '%') {
			if (size - at < 3 || hex_digit(text[at + 1]) < 0 ||
				hex_digit(text[at + 2]) < 0)
				return false;
			byte = (char)(hex_digit(text[at + 1]) * 16 + hex_digit(text[at + 2]));
			at += 2;
		} else if (byte == '+' && how == HTTP_DECODE_FORM) {
			byte = ' ';
		}
		if (!byte || (how == HTTP_DECODE_PATH && is_control(byte)))
			return false;
		out[length++] = byte;
	}
	out[length] = '\0';
	return as_text_is_utf8(out, length);
}

bool http_is_token(const char *text, size_t size)
{
	for (size_t i = 0; i < size; i++) {
		const char byte = text[i];
		const bool is_alnum = (byte >= '0' && byte <= '9') ||
				      (byte >= 'a' && byte <= 'z') || (byte >= 'A' && byte <= 'Z');
		if (!is_alnum && (!byte || !strchr("!#$%&'*+-.^_`|~", byte)))
			return false;
	}
	return size > 0;
}

bool http_is_value(const char *text)
{
	for (; *text; text++)
		if (is_control(*text) && *text != '\t')
			return false;
	return true;
}

bool http_has_type(const char *value, const char *type)
{
	if (!value)
		return false;
	const size_t length = strlen(type);
	if (strncasecmp(value, type, length) != 0)
		return false;
	value += length + strspn(value + length, " \t");
	return !*value || *value == ';';
}
