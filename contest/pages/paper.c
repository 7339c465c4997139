/* SPDX-License-Identifier: MIT */
/* Texts for a printer. A printer acts on control characters, so none but line feeds are left. */
#include "page.h"

#include <unicode/uchar.h>

#define TAB_COLUMNS 8
#define MAX_UTF8_BYTES 4
#define REPLACEMENT "\xef\xbf\xbd" /* U+FFFD */
#define RULE                                                                                       \
	"------------------------------------------------------------------------"                 \
	"--------\n"

/* A text while it is written. */
struct sheet {
	FILE *out;
	size_t column;
	uint64_t lines;
};

/* ---- characters ---- */

/* The size of the character; 0: not UTF-8. */
static size_t character_size(const char *at, size_t left)
{
	for (size_t size = 1; size <= MAX_UTF8_BYTES && size <= left; size++)
		if (as_text_is_utf8(at, size))
			return size;
	return 0;
}

/* Control characters of ASCII, U+0080 to U+009F, separators of lines, marks of directions and
 * U+FEFF. */
static bool is_removed(const char *at, size_t size)
{
	const unsigned char *byte = (const unsigned char *)at;
	static const char *const removed[] = {"\xe2\x80\xa8", "\xe2\x80\xa9", "\xe2\x80\xaa",
		"\xe2\x80\xab", "\xe2\x80\xac", "\xe2\x80\xad", "\xe2\x80\xae", "\xe2\x80\x8e",
		"\xe2\x80\x8f", "\xe2\x81\xa6", "\xe2\x81\xa7", "\xe2\x81\xa8", "\xe2\x81\xa9",
		"\xef\xbb\xbf"};

	if (size == 1)
		return byte[0] < ' ' || byte[0] == 0x7f;
	if (size == 2)
		return byte[0] == 0xc2 && byte[1] < 0xa0;
	for (size_t i = 0; size == 3 && i < sizeof removed / sizeof *removed; i++)
		if (memcmp(at, removed[i], size) == 0)
			return true;
	return false;
}

static void end_line(struct sheet *sheet)
{
	fputc('\n', sheet->out);
	sheet->column = 0;
	sheet->lines++;
}

/* The columns of a character in a monospaced font: two for Chinese, Japanese, Korean and emoji,
 * none for marks that combine with the character before. */
static size_t width_of(const char *at, size_t size)
{
	static const unsigned char masks[MAX_UTF8_BYTES + 1] = {0, 0x7f, 0x1f, 0x0f, 0x07};
	UChar32 character = (unsigned char)*at & masks[size];

	for (size_t i = 1; i < size; i++)
		character = character << 6 | ((unsigned char)at[i] & 0x3f);
	const int type = u_charType(character);
	if (type == U_NON_SPACING_MARK || type == U_ENCLOSING_MARK || type == U_FORMAT_CHAR)
		return 0;
	const int width = u_getIntPropertyValue(character, UCHAR_EAST_ASIAN_WIDTH);
	return width == U_EA_WIDE || width == U_EA_FULLWIDTH ? 2 : 1;
}

static void put_character(struct sheet *sheet, const char *at, size_t size)
{
	const size_t width = width_of(at, size);

	if (sheet->column + width > AS_CONTEST_PAPER_COLUMNS)
		end_line(sheet);
	fwrite(at, 1, size, sheet->out);
	sheet->column += width;
}

static void put_tab(struct sheet *sheet)
{
	do
		put_character(sheet, " ", 1);
	while (sheet->column % TAB_COLUMNS);
}

/* Writes the next character, and returns its size. */
static size_t put_next(struct sheet *sheet, const char *at, size_t left)
{
	const size_t size = character_size(at, left);

	if (*at == '\r' && left > 1 && at[1] == '\n')
		return 1;
	if (*at == '\n' || *at == '\r')
		end_line(sheet);
	else if (*at == '\t')
		put_tab(sheet);
	else if (size == 0)
		put_character(sheet, REPLACEMENT, strlen(REPLACEMENT));
	else if (!is_removed(at, size))
		put_character(sheet, at, size);
	return size ? size : 1;
}

int as_contest_paper_clean(
	const char *data, size_t size, struct as_contest_paper *paper, struct as_error *error)
{
	*paper = (struct as_contest_paper){0};
	if (size > AS_CONTEST_PAPER_MAX_BYTES)
		return as_error_set(error, AS_ERROR_USAGE,
			"the text has more than %d bytes; print a part",
			AS_CONTEST_PAPER_MAX_BYTES);
	struct sheet sheet = {.out = open_memstream(&paper->text, &paper->size)};
	if (!sheet.out)
		return as_error_no_memory(error);
	for (size_t at = 0; at < size;)
		at += put_next(&sheet, data + at, size - at);
	if (sheet.column > 0)
		end_line(&sheet);
	paper->lines = sheet.lines;
	paper->pages = (sheet.lines + AS_CONTEST_PAPER_LINES - 1) / AS_CONTEST_PAPER_LINES;
	if (!as_text_close(sheet.out, &paper->text, error))
		return -1;
	if (strspn(paper->text, " \n") < paper->size)
		return 0;
	free(as_steal(paper->text));
	return as_error_set(error, AS_ERROR_USAGE, "the text is empty; choose a file with text");
}

/* ---- the banner ---- */

/* One line: a label, and a text of the folder or of a team. */
static void put_fact(struct sheet *sheet, const char *label, const char *text)
{
	const size_t size = text ? strlen(text) : 0;

	if (size == 0)
		return;
	fputs(label, sheet->out);
	sheet->column = strlen(label);
	for (size_t at = 0; at < size;)
		at += text[at] == '\n' ? 1 : put_next(sheet, text + at, size - at);
	end_line(sheet);
}

char *as_contest_paper_banner(const struct as_contest_log *log, size_t print, const char *paper)
{
	const struct as_contest_print *of = as_contest_log_print(log, print);
	const struct as_contest_team *team = as_contest_log_team(log, of->team);
	char time[AS_CONTEST_TIME_SIZE], *text = NULL;
	size_t size;
	struct sheet sheet = {.out = open_memstream(&text, &size)};

	if (!sheet.out)
		return NULL;
	as_contest_time_format(of->wall_ms, time);
	fputs(RULE, sheet.out);
	put_fact(&sheet, "Place  ", as_contest_log_place(log, of->team));
	put_fact(&sheet, "Team   ", team->label);
	put_fact(&sheet, "       ", as_contest_team_display_name(team));
	put_fact(&sheet, "File   ", of->name);
	fprintf(sheet.out, "Print  %zu at %.8s UTC, %" PRIu64 " lines\n" RULE, print + 1, time + 11,
		of->lines);
	fprintf(sheet.out, "%s" RULE "End of print %zu\n", paper, print + 1);
	return as_text_close(sheet.out, &text, NULL) ? text : NULL;
}
