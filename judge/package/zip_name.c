/* SPDX-License-Identifier: MIT */
/* Lenient reading of names: a single odd name must not make a class's archive unusable. */
#include "zip.h"

#include <iconv.h>
#include <limits.h>
#include <stdio.h>
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

/* ---- code pages ---- */

/*
 * A name without the flag for UTF-8 is in the code page of DOS by the format's specification: 437,
 * or 850 in Western Europe. Windows' own folders and 7-Zip still write these. Other programs write
 * Windows-1252. The reading with more letters is the right one: in each of them, letters of the
 * other one are signs. 850 has the letters of 437 at the same places, and further ones at places
 * where 437 has signs that names do not have.
 */

/* How probable a byte is in a name of code page 850. */
static int weigh_dos(unsigned char byte)
{
	if (byte < 0x80)
		return 0;
	if (byte == 0xE1) /* sharp s */
		return 2;
	if (byte <= 0xA5)
		return byte == 0x9C || byte == 0x9E || byte == 0x9F ? -1 : 2;
	return (byte >= 0xB5 && byte <= 0xB7) || byte == 0xC6 || byte == 0xC7 ||
			       (byte >= 0xD0 && byte <= 0xED)
		       ? 1
		       : -1;
}

/* The same for Windows-1252. */
static int weigh_windows(unsigned char byte)
{
	static const unsigned char undefined[] = {0x81, 0x8D, 0x8F, 0x90, 0x9D};
	static const unsigned char letters[] = {0x8A, 0x8C, 0x8E, 0x9A, 0x9C, 0x9E, 0x9F};

	if (byte < 0x80)
		return 0;
	if (memchr(undefined, byte, sizeof undefined))
		return -4;
	if (memchr(letters, byte, sizeof letters))
		return 1;
	return byte >= 0xC0 && byte != 0xD7 && byte != 0xF7 ? 2 : -1;
}

static bool is_dos(const char *name)
{
	int balance = 0;

	for (; *name; name++)
		balance += weigh_dos((unsigned char)*name) - weigh_windows((unsigned char)*name);
	return balance >= 0;
}

/* A byte of 850 is at most three bytes of UTF-8. */
static bool read_dos(const char *name, size_t length, struct as_bytes *own)
{
	iconv_t converter = iconv_open("UTF-8", "CP850");
	char *from = (char *)name, *to = malloc(3 * length + 1);
	size_t left = length, room = 3 * length;

	own->data = to;
	const bool done = converter != (iconv_t)-1 && to &&
			  iconv(converter, &from, &left, &to, &room) != (size_t)-1;
	if (converter != (iconv_t)-1)
		iconv_close(converter);
	if (!done) {
		as_bytes_clear(own);
		return false;
	}
	*to = '\0';
	own->size = (size_t)(to - own->data);
	return true;
}

bool zip_name_read(const char *name, char *buffer, size_t size)
{
	AS_AUTO_BYTES struct as_bytes own = {0};
	const size_t length = strlen(name);

	if (as_text_is_utf8(name, length))
		own = (struct as_bytes){strdup(name), length};
	else if (!(is_dos(name) && read_dos(name, length, &own)) &&
		 as_text_from_windows_1252(name, length, &own, NULL))
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

/* The ending of a name: from its last dot, which is not its first character. */
static const char *find_ending(const char *name)
{
	const char *dot = strrchr(name, '.');

	return dot && dot > name && strlen(dot) <= KEPT_END ? dot : name + strlen(name);
}

void zip_name_twin(const char *name, uint64_t number, char twin[NAME_MAX + 1])
{
	const char *ending = find_ending(name);
	size_t stem = (size_t)(ending - name);

	if (stem > KEPT_BEGIN)
		for (stem = KEPT_BEGIN; stem > 0 && is_inner_byte(name[stem]);)
			stem--;
	snprintf(twin, NAME_MAX + 1, "%.*s-%ju%s", (int)stem, name, (uintmax_t)number, ending);
}
