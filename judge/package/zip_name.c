/* SPDX-License-Identifier: MIT */
/* Lenient reading of names: a single odd name must not make a class's archive unusable. */
#include "zip.h"

#include <limits.h>
#include <string.h>

/* Of a part that is too long, the beginning and the end are kept; the end has the ending. */
#define KEPT_BEGIN 200
#define KEPT_END 40

static bool is_inner_byte(char byte)
{
	return ((unsigned char)byte & 0xC0) == 0x80;
}

/* Cuts at the boundaries of characters. */
static size_t write_part(const char *part, size_t length, char *to)
{
	size_t begin = KEPT_BEGIN, end = length - KEPT_END;

	if (length <= NAME_MAX) {
		memcpy(to, part, length);
		return length;
	}
	while (begin > 0 && is_inner_byte(part[begin]))
		begin--;
	while (end < length && is_inner_byte(part[end]))
		end++;
	memcpy(to, part, begin);
	memcpy(to + begin, "...", 3);
	memcpy(to + begin + 3, part + end, length - end);
	return begin + 3 + length - end;
}

static void write_name(const char *name, char *to)
{
	for (;;) {
		const size_t length = strcspn(name, "/");
		to += write_part(name, length, to);
		if (!name[length])
			break;
		*to++ = '/';
		name += length + 1;
	}
	*to = '\0';
}

bool zip_name_read(const char *name, char *buffer, size_t size)
{
	AS_AUTO_BYTES struct as_bytes own = {0};
	const size_t length = strlen(name);

	if (as_text_is_utf8(name, length))
		own = (struct as_bytes){strdup(name), length};
	else if (as_text_from_windows_1252(name, length, &own, NULL))
		return false;
	if (!own.data || own.size >= size)
		return false;
	for (char *at = own.data; *at; at++) {
		if (*at == '\\')
			*at = '/';
		else if ((unsigned char)*at < ' ' || *at == '\x7f')
			*at = '_';
	}
	write_name(own.data, buffer);
	return true;
}
