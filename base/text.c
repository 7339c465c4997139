/* SPDX-License-Identifier: MIT */
#include "text.h"

#include <assay/base/fit.h>
#include <assay/base/line.h>
#include <string.h>

/* The length and the smallest code point for each leading byte; the latter excludes overlong forms.
 */
struct lead {
	unsigned char mask;
	unsigned char value;
	unsigned char length;
	uint32_t min;
};
static const struct lead leads[] = {
	{0x80, 0x00, 1, 0x0},
	{0xE0, 0xC0, 2, 0x80},
	{0xF0, 0xE0, 3, 0x800},
	{0xF8, 0xF0, 4, 0x10000},
};

static const struct lead *find_lead(unsigned char first)
{
	for (size_t i = 0; i < sizeof leads / sizeof *leads; i++)
		if ((first & leads[i].mask) == leads[i].value)
			return &leads[i];
	return NULL;
}

size_t as_utf8_decode(const char *text, size_t length, uint32_t *code)
{
	unsigned char first = (unsigned char)text[0];
	const struct lead *lead = find_lead(first);
	if (!lead || lead->length > length)
		return 0;
	uint32_t point = first & (unsigned char)~lead->mask;
	for (size_t i = 1; i < lead->length; i++) {
		unsigned char byte = (unsigned char)text[i];
		if ((byte & 0xC0) != 0x80)
			return 0;
		point = point << 6 | (byte & 0x3F);
	}
	if (point < lead->min || point > 0x10FFFF || (point >= 0xD800 && point <= 0xDFFF))
		return 0;
	*code = point;
	return lead->length;
}

bool as_text_is_utf8(const char *text, size_t length)
{
	uint32_t code;
	for (size_t i = 0; i < length;) {
		size_t step = as_utf8_decode(text + i, length - i, &code);
		if (step == 0)
			return false;
		i += step;
	}
	return true;
}

int as_text_fit(const char *text, size_t max)
{
	const size_t length = strnlen(text, max + 1);

	if (length <= max)
		return (int)length;
	/* A character has at most three bytes after its first. */
	for (size_t back = 0; back <= 3 && back <= max; back++)
		if (((unsigned char)text[max - back] & 0xC0) != 0x80)
			return (int)(max - back);
	return (int)max;
}

bool as_text_ends(const char *text, const char *ending)
{
	size_t length = strlen(text), ending_length = strlen(ending);
	return length >= ending_length && strcmp(text + length - ending_length, ending) == 0;
}

size_t as_text_stem(const char *text, const char *ending)
{
	return as_text_ends(text, ending) ? strlen(text) - strlen(ending) : 0;
}

void as_text_unify_lines(char *text)
{
	char *to = text;

	for (const char *at = text; *at; at++) {
		if (*at == '\r' && at[1] == '\n')
			continue;
		*to++ = *at == '\r' ? '\n' : *at;
	}
	*to = '\0';
}

const char *as_text_last_part(const char *path)
{
	const char *slash = strrchr(path, '/');
	return slash ? slash + 1 : path;
}

/*
 * Controls (C0, DEL, C1), the line separators, and the marks that reorder text, which could make a
 * file name look like another one in a terminal.
 */
bool as_utf8_is_printable(uint32_t code)
{
	return code >= 0x20 && !(code >= 0x7F && code <= 0x9F) && code != 0x61C && code != 0x200E &&
	       code != 0x200F && !(code >= 0x2028 && code <= 0x202E) &&
	       !(code >= 0x2066 && code <= 0x2069);
}

/* Writes the printable form of the character at `text`, and returns the number of its bytes. */
static size_t escape(const char *text, size_t length, char piece[20])
{
	uint32_t code;
	size_t step = as_utf8_decode(text, length, &code);
	if (step != 0 && as_utf8_is_printable(code)) {
		memcpy(piece, text, step);
		piece[step] = '\0';
		return step;
	}
	size_t taken = step ? step : 1;
	for (size_t i = 0; i < taken; i++)
		snprintf(piece + 4 * i, 5, "\\x%02X", (unsigned char)text[i]);
	return taken;
}

char *as_text_printable(const char *text, size_t length, char *buffer, size_t size)
{
	if (size == 0)
		return buffer;
	size_t used = 0;
	size_t cut = 0; /* the last boundary after which "..." still fits */
	for (size_t i = 0; i < length;) {
		char piece[20];
		i += escape(text + i, length - i, piece);
		size_t piece_length = strlen(piece);
		if (used + piece_length >= size) {
			snprintf(buffer + cut, size - cut, "...");
			return buffer;
		}
		memcpy(buffer + used, piece, piece_length);
		used += piece_length;
		if (used + 3 < size)
			cut = used;
	}
	buffer[used] = '\0';
	return buffer;
}

void as_bytes_clear(struct as_bytes *bytes)
{
	if (!bytes)
		return;
	free(bytes->data);
	*bytes = (struct as_bytes){0};
}

const char *as_text_line(const char *text, unsigned line)
{
	for (; line > 1 && text; line--) {
		text = strchr(text, '\n');
		text = text ? text + 1 : NULL;
	}
	return text;
}

bool as_text_has_control(const char *text)
{
	for (; *text; text++)
		if ((unsigned char)*text < ' ' || *text == '\x7f')
			return true;
	return false;
}
