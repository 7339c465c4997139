/* SPDX-License-Identifier: MIT */
/*
 * Renders a subset of TeX formulas as HTML: names, numbers, relations, subscripts and superscripts.
 * That covers most statements, and needs no script. Other formulas stay as the author wrote them.
 */
#include "tex.h"

#include <ctype.h>
#include <string.h>

struct reader {
	FILE *out;
	const char *at, *end;
	unsigned depth;
	bool upright;    /* in \text{...} */
	bool is_operand; /* the last output was an operand: a minus after it is binary */
};

/* Maximum nesting. */
#define MAX_DEPTH 20

/* ---- commands ---- */

/* The output in UTF-8; relations and operators with blanks. */
static const char *const symbols[][2] = {
	{"le", " \xe2\x89\xa4 "},
	{"leq", " \xe2\x89\xa4 "},
	{"ge", " \xe2\x89\xa5 "},
	{"geq", " \xe2\x89\xa5 "},
	{"ne", " \xe2\x89\xa0 "},
	{"neq", " \xe2\x89\xa0 "},
	{"lt", " &lt; "},
	{"gt", " &gt; "},
	{"equiv", " \xe2\x89\xa1 "},
	{"approx", " \xe2\x89\x88 "},
	{"in", " \xe2\x88\x88 "},
	{"to", " \xe2\x86\x92 "},
	{"rightarrow", " \xe2\x86\x92 "},
	{"times", " \xc3\x97 "},
	{"cdot", " \xc2\xb7 "},
	{"pm", " \xc2\xb1 "},
	{"bmod", " mod "},
	{"ldots", "\xe2\x80\xa6"},
	{"dots", "\xe2\x80\xa6"},
	{"cdots", "\xe2\x8b\xaf"},
	{"infty", "\xe2\x88\x9e"},
	{"lvert", "|"},
	{"rvert", "|"},
	{"vert", "|"},
	{"lfloor", "\xe2\x8c\x8a"},
	{"rfloor", "\xe2\x8c\x8b"},
	{"lceil", "\xe2\x8c\x88"},
	{"rceil", "\xe2\x8c\x89"},
	{"log", "log\xe2\x80\xaf"},
	{"min", "min"},
	{"max", "max"},
	{"gcd", "gcd"},
	{"left", ""},
	{"right", ""},
	{"alpha", "<i>\xce\xb1</i>"},
	{"beta", "<i>\xce\xb2</i>"},
	{"gamma", "<i>\xce\xb3</i>"},
	{"delta", "<i>\xce\xb4</i>"},
	{"varepsilon", "<i>\xce\xb5</i>"},
	{"epsilon", "<i>\xcf\xb5</i>"},
	{"lambda", "<i>\xce\xbb</i>"},
	{"mu", "<i>\xce\xbc</i>"},
	{"pi", "<i>\xcf\x80</i>"},
	{"sigma", "<i>\xcf\x83</i>"},
	{",", "\xe2\x80\xaf"},
	{";", " "},
	{":", " "},
	{"!", ""},
	{" ", " "},
	{"quad", "\xe2\x80\x83"},
	{"{", "{"},
	{"}", "}"},
	{"%", "%"},
	{"_", "_"},
	{"$", "$"},
	{"#", "#"},
	{"&", "&amp;"},
};

static bool write_part(struct reader *reader);

/* Writes the rest of a group and consumes its closing brace. */
static bool write_group(struct reader *reader)
{
	while (reader->at < reader->end && *reader->at != '}')
		if (!write_part(reader))
			return false;
	return reader->at < reader->end && reader->at++;
}

/* Blanks are significant in \text{...}; ends at the brace. */
static bool write_upright(struct reader *reader)
{
	const bool before = reader->upright;

	if (reader->at == reader->end || *reader->at != '{')
		return false;
	reader->at++;
	reader->upright = true;
	const bool done = write_group(reader);
	reader->upright = before;
	return done;
}

static bool write_symbol(struct reader *reader, const char *symbol)
{
	fputs(symbol, reader->out);
	/* Relations and operators have blanks around them. */
	reader->is_operand = *symbol && *symbol != ' ';
	return true;
}

static bool write_command(struct reader *reader)
{
	static const char *const upright[] = {
		"text", "mathrm", "textrm", "operatorname", "mathtt", "texttt", "mathit", "textit"};
	size_t size = 0;

	while (reader->at + size < reader->end && isalpha((unsigned char)reader->at[size]))
		size++;
	if (size == 0 && reader->at < reader->end)
		size = 1;
	const char *name = reader->at;
	reader->at += size;
	reader->is_operand = false;
	for (size_t i = 0; i < sizeof upright / sizeof *upright; i++)
		if (strlen(upright[i]) == size && memcmp(upright[i], name, size) == 0)
			return write_upright(reader);
	for (size_t i = 0; i < sizeof symbols / sizeof *symbols; i++)
		if (strlen(symbols[i][0]) == size && memcmp(symbols[i][0], name, size) == 0)
			return write_symbol(reader, symbols[i][1]);
	return false;
}

/* ---- characters ---- */

static bool write_raised(struct reader *reader, const char *tag)
{
	while (reader->at < reader->end && *reader->at == ' ')
		reader->at++;
	if (reader->at == reader->end || *reader->at == '}')
		return false;
	fprintf(reader->out, "<%s>", tag);
	reader->is_operand = false;
	const bool done = write_part(reader);
	fprintf(reader->out, "</%s>", tag);
	reader->is_operand = true;
	return done;
}

static void write_character(struct reader *reader, char character)
{
	const bool after_operand = reader->is_operand;

	reader->is_operand = !strchr("=<>+-,(/|", character);
	if (isalpha((unsigned char)character) && !reader->upright)
		fprintf(reader->out, "<i>%c</i>", character);
	else if (character == '-' && !reader->upright)
		fputs(after_operand ? " \xe2\x88\x92 " : "\xe2\x88\x92", reader->out);
	else if (strchr("=<>+", character) && !reader->upright)
		fprintf(reader->out, character == '<'   ? " &lt; "
				     : character == '>' ? " &gt; "
				     : character == '+' ? " + "
							: " = ");
	else if (character == ',' && !reader->upright)
		fputs(", ", reader->out);
	else
		as_html_untrusted(reader->out, &character, 1, 1, AS_HTML_LINE);
}

static bool write_simple(struct reader *reader)
{
	const char character = *reader->at++;

	switch (character) {
	case '\\':
		return write_command(reader);
	case '{':
		return write_group(reader);
	case '^':
		return write_raised(reader, "sup");
	case '_':
		return write_raised(reader, "sub");
	case '\'':
		fputs("\xe2\x80\xb2", reader->out);
		return true;
	case '~':
		fputs(" ", reader->out);
		return true;
	case ' ':
	case '\n':
	case '\t':
		fputs(reader->upright ? " " : "", reader->out);
		return true;
	case '}':
	case '&':
	case '#':
	case '%':
	case '$':
		return false;
	default:
		/* Only ASCII: other characters have several bytes. */
		if ((unsigned char)character < 0x20 || (unsigned char)character >= 0x7F)
			return false;
		write_character(reader, character);
		return true;
	}
}

static bool write_part(struct reader *reader)
{
	if (reader->depth == MAX_DEPTH)
		return false;
	reader->depth++;
	const bool done = write_simple(reader);
	reader->depth--;
	return done;
}

/* ---- rendering ---- */

char *statement_tex(const char *text, size_t size)
{
	char *html = NULL;
	size_t html_size = 0;
	FILE *memory = open_memstream(&html, &html_size);
	struct reader reader = {.out = memory, .at = text, .end = text + size};
	bool done = true;

	if (!memory)
		return NULL;
	while (done && reader.at < reader.end)
		done = write_part(&reader);
	char *closed = as_text_close(memory, &html, NULL);
	if (done)
		return closed;
	free(closed);
	return NULL;
}

/* Line feeds and tabs become blanks. */
static char *one_line(const char *text, size_t size)
{
	char *line = strndup(text, size);

	for (char *at = line; at && *at; at++)
		if (*at == '\n' || *at == '\r' || *at == '\t')
			*at = ' ';
	return line;
}

void statement_formula(FILE *out, const char *text, size_t size, bool is_display)
{
	AS_AUTO_FREE char *source = one_line(text, size);

	if (!source)
		return;
	const size_t length = strlen(source);
	AS_AUTO_FREE char *html = statement_tex(source, length);
	fprintf(out, "<span class=\"tex%s%s\" data-tex=\"", is_display ? " display" : "",
		html ? "" : " source");
	as_html_untrusted(out, source, length, SIZE_MAX, AS_HTML_ATTRIBUTE);
	fputs("\">", out);
	if (html)
		fputs(html, out);
	else
		as_html_untrusted(out, source, length, SIZE_MAX, AS_HTML_LINE);
	fputs("</span>", out);
}

size_t statement_count_sources(const char *html)
{
	static const char mark[] = " source\" data-tex=\"";
	size_t count = 0;

	for (const char *at = html; (at = strstr(at, mark)); at += strlen(mark))
		count++;
	return count;
}
