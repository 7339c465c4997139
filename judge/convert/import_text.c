/* SPDX-License-Identifier: MIT */
/*
 * Examines the characters of a test's lines. Invisible characters that most programs treat neither
 * as spaces nor as line ends come from text copied from a web page or an old computer.
 */
#include "import.h"
#include <assay/base/line.h>
#include <string.h>

static bool is_plain(unsigned char c)
{
	return (c >= ' ' && c <= '~') || c == '\t';
}

/* NULL: there is no control character here. C2 80 to C2 9F are U+0080 to U+009F. */
static const char *control_at(const unsigned char *at, size_t left)
{
	if (at[0] == '\r')
		return "a carriage return without a line feed";
	if (at[0] == '\0')
		return "a NUL byte";
	if ((at[0] < 0x80 && !is_plain(at[0])) || (left > 1 && at[0] == 0xc2 && at[1] < 0xa0))
		return "a control character";
	return NULL;
}

/* NULL: there is no character here that looks like a space, or is invisible. */
static const char *invisible_at(const unsigned char *at, size_t left)
{
	static const struct {
		const char *bytes, *what;
	} all[] = {
		{"\xc2\xa0", "a no-break space (U+00A0)"},
		{"\xc2\xad", "a soft hyphen (U+00AD)"},
		{"\xe2\x80\x8b", "a space without width (U+200B)"},
		{"\xe2\x80\xa8", "a line separator (U+2028)"},
		{"\xe2\x80\xa9", "a paragraph separator (U+2029)"},
		{"\xe2\x80\xaf", "a narrow no-break space (U+202F)"},
		{"\xe3\x80\x80", "an ideographic space (U+3000)"},
		{"\xef\xbb\xbf", "a byte-order mark (U+FEFF)"},
	};
	for (size_t i = 0; i < sizeof all / sizeof *all; i++) {
		const size_t size = strlen(all[i].bytes);
		if (left >= size && memcmp(at, all[i].bytes, size) == 0)
			return all[i].what;
	}
	return NULL;
}

/* `what` stays NULL if every character of the line is usual. */
static enum import_text look_at_line(const char *line, size_t size, const char **what)
{
	const unsigned char *bytes = (const unsigned char *)line;
	size_t plain = 0;
	while (plain < size && is_plain(bytes[plain]))
		plain++;
	if (plain == size)
		return IMPORT_ASCII;
	if (!as_text_is_utf8(line, size)) {
		*what = "bytes that are not UTF-8";
		return IMPORT_BYTES;
	}
	enum import_text text = IMPORT_UTF8;
	for (size_t i = plain; i < size; i++) {
		const char *control = control_at(bytes + i, size - i);
		const char *odd = control ? control : invisible_at(bytes + i, size - i);
		if (control)
			text = IMPORT_BYTES;
		if (!*what)
			*what = odd;
	}
	return text;
}

enum import_text import_text_look(const struct as_bytes *bytes, struct import_odd *odd)
{
	enum import_text text = IMPORT_ASCII;
	struct as_text_line rest = {bytes->data, bytes->size}, next;
	for (unsigned line = 1; as_text_take_line(&rest, &next); line++) {
		const char *what = NULL;
		const enum import_text of_line = look_at_line(next.text, next.size, &what);
		if (of_line > text)
			text = of_line;
		if (what && !odd->what) {
			odd->what = what;
			odd->line = line;
		}
	}
	return text;
}
