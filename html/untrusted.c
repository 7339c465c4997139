/* SPDX-License-Identifier: MIT */
/* Writes untrusted texts: every character is visible, and none is interpreted. */
#include <assay/html.h>

#include <string.h>

/* ---- characters ---- */

struct range {
	uint32_t first, last;
};

/*
 * Characters that are invisible, or that change the order or the position of others: controls, soft
 * hyphen, grapheme joiner, fillers, bidirectional controls, separators, tags, noncharacters below
 * U+10000. Joiners and variation selectors are not among them: names and emoji need them.
 */
static const struct range unseen[] = {{0x00, 0x1F}, {0x7F, 0x9F}, {0xAD, 0xAD}, {0x34F, 0x34F},
	{0x61C, 0x61C}, {0x115F, 0x1160}, {0x17B4, 0x17B5}, {0x180B, 0x180F}, {0x200B, 0x200B},
	{0x200E, 0x200F}, {0x2028, 0x202E}, {0x2060, 0x206F}, {0x3164, 0x3164}, {0xFDD0, 0xFDEF},
	{0xFEFF, 0xFEFF}, {0xFFA0, 0xFFA0}, {0xFFF0, 0xFFFB}, {0xFFFE, 0xFFFF}, {0x1D173, 0x1D17A},
	{0xE0000, 0xE0FFF}};

/* In addition, characters by which two outputs can differ and look the same: no-break spaces,
 * joiners, variation selectors. */
static const struct range alike[] = {{0xA0, 0xA0}, {0x2000, 0x200D}, {0x202F, 0x202F},
	{0x205F, 0x205F}, {0x3000, 0x3000}, {0xFE00, 0xFE0F}};

static bool is_in(uint32_t point, const struct range *ranges, size_t count)
{
	for (size_t i = 0; i < count; i++)
		if (point >= ranges[i].first && point <= ranges[i].last)
			return true;
	return false;
}
#define IS_IN(point, ranges) is_in(point, ranges, sizeof(ranges) / sizeof(*(ranges)))

/* The length of the first character of the text; 0: its first byte is not UTF-8. */
static size_t character_length(const char *text, size_t size)
{
	const unsigned char first = (unsigned char)*text;
	const size_t length = first < 0x80 ? 1 : first < 0xE0 ? 2 : first < 0xF0 ? 3 : 4;

	return length <= size && as_text_is_utf8(text, length) ? length : 0;
}

static uint32_t code_point(const char *text, size_t length)
{
	uint32_t point = (unsigned char)*text;

	if (length > 1)
		point &= 0x7FU >> length;
	for (size_t i = 1; i < length; i++)
		point = point << 6 | ((unsigned char)text[i] & 0x3F);
	return point;
}

static bool is_written_out(uint32_t point, enum as_html_kind kind)
{
	if (kind == AS_HTML_BLOCK && (point == '\n' || point == '\t'))
		return false;
	return IS_IN(point, unseen) || (kind == AS_HTML_BLOCK && IS_IN(point, alike));
}

/* ---- writing ---- */

struct writer {
	FILE *out;
	enum as_html_kind kind;
	bool is_raw; /* inside a span of characters that are written out */
};

/* Adjacent characters share a span, so that a text of control characters does not become as many
 * elements. */
static void set_raw(struct writer *writer, bool is_raw)
{
	if (writer->is_raw != is_raw && writer->kind != AS_HTML_ATTRIBUTE)
		fputs(is_raw ? "<span class=\"raw\">" : "</span>", writer->out);
	writer->is_raw = is_raw;
}

static void write_out(struct writer *writer, uint32_t point, bool is_byte)
{
	set_raw(writer, true);
	fprintf(writer->out, is_byte ? "\\x%02X" : "\\u{%X}", point);
}

static void write_character(struct writer *writer, const char *text, size_t length)
{
	FILE *out = writer->out;

	set_raw(writer, false);
	switch (*text) {
	case '&':
		fputs("&amp;", out);
		break;
	case '<':
		fputs("&lt;", out);
		break;
	case '>':
		fputs("&gt;", out);
		break;
	case '"':
		fputs("&quot;", out);
		break;
	case '\'':
		fputs("&#39;", out);
		break;
	default:
		fwrite(text, 1, length, out);
	}
}

size_t as_html_untrusted(
	FILE *out, const char *text, size_t size, size_t max, enum as_html_kind kind)
{
	struct writer writer = {.out = out, .kind = kind};
	size_t at = 0;

	while (at < size) {
		const size_t length = character_length(text + at, size - at);
		if (at + (length ? length : 1) > max)
			break;
		const uint32_t point = code_point(text + at, length ? length : 1);
		if (length == 0)
			write_out(&writer, (unsigned char)text[at], true);
		else if (is_written_out(point, kind))
			write_out(&writer, point, point < 0x80);
		else
			write_character(&writer, text + at, length);
		at += length ? length : 1;
	}
	set_raw(&writer, false);
	if (at < size && kind != AS_HTML_BLOCK)
		fputs("\xe2\x80\xa6", out);
	return at;
}

void as_html_name(FILE *out, const char *text)
{
	if (!text)
		return;
	fputs("<bdi>", out);
	as_html_untrusted(out, text, strlen(text), AS_HTML_MAX_NAME, AS_HTML_LINE);
	fputs("</bdi>", out);
}

void as_html_address(FILE *out, const char *file)
{
	for (; *file; file++) {
		const unsigned char byte = (unsigned char)*file;
		if ((byte >= 'a' && byte <= 'z') || (byte >= 'A' && byte <= 'Z') ||
			(byte >= '0' && byte <= '9') || strchr("._-~", byte))
			fputc(byte, out);
		else
			fprintf(out, "%%%02X", byte);
	}
}
