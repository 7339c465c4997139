/* SPDX-License-Identifier: MIT */
/* Blocks of LaTeX: paragraphs, headings, lists, tables, listings, display formulas. */
#include "latex.h"

#include "tex.h"

#include <ctype.h>

/* A verbatim or formula environment must end within this many bytes. */
#define MAX_VERBATIM 200000
#define MAX_NAME 40

static void leave_paragraph(struct latex *reader)
{
	if (reader->in_paragraph)
		fputs("</p>\n", reader->out);
	reader->in_paragraph = false;
}

static void enter_paragraph(struct latex *reader)
{
	if (!reader->in_paragraph)
		fputs("<p>", reader->out);
	reader->in_paragraph = true;
}

static bool is_command(const struct latex *reader, const char *name)
{
	const size_t size = latex_command(reader);

	return size == strlen(name) && memcmp(reader->at, name, size) == 0;
}

static bool take_command(struct latex *reader, const char *name)
{
	if (!is_command(reader, name))
		return false;
	reader->at += strlen(name);
	return true;
}

/* Returns the size of "\begin{NAME}" or "\end{NAME}" at the current position and copies the name;
 * 0: none. */
static size_t peek_environment(const struct latex *reader, const char *command, char name[MAX_NAME])
{
	struct latex copy = *reader;
	struct latex_raw raw;

	if (!take_command(&copy, command) || !latex_raw_argument(&copy, &raw) ||
		raw.size >= MAX_NAME)
		return 0;
	memcpy(name, raw.text, raw.size);
	name[raw.size] = 0;
	return (size_t)(copy.at - reader->at);
}

/* Consumes the end of an environment; true if it comes next. */
static bool take_end(struct latex *reader, const char *environment)
{
	char name[MAX_NAME];
	const size_t size = peek_environment(reader, "\\end", name);

	if (size == 0 || strcmp(name, environment) != 0)
		return false;
	reader->at += size;
	return true;
}

static void write_blocks(struct latex *reader, const char *environment, bool ends_at_item);

/* ---- lists ---- */

static void skip_space(struct latex *reader)
{
	while (reader->at < reader->end && isspace((unsigned char)*reader->at))
		reader->at++;
}

static void write_item(struct latex *reader, const char *environment)
{
	struct latex label = *reader;

	fputs("<li>", reader->out);
	if (reader->at < reader->end && *reader->at == '[') {
		label.at++;
		latex_skip_option(reader);
		if (reader->at > label.at) {
			label.end = reader->at - 1;
			fputs("<strong>", reader->out);
			while (label.at < label.end)
				latex_step(&label);
			fputs("</strong> ", reader->out);
		}
	}
	write_blocks(reader, environment, true);
	fputs("</li>\n", reader->out);
}

static void write_list(struct latex *reader, const char *environment)
{
	const char *tag = strcmp(environment, "enumerate") == 0 ? "ol" : "ul";
	bool has_items = false;

	fprintf(reader->out, "<%s>\n", tag);
	while (reader->at < reader->end && !take_end(reader, environment)) {
		skip_space(reader);
		if (take_command(reader, "\\item")) {
			write_item(reader, environment);
			has_items = true;
		} else if (reader->at < reader->end && *reader->at == '%') {
			latex_step(reader);
		} else if (reader->at < reader->end && !is_command(reader, "\\end")) {
			/* Text before the first item. */
			fputs("<li>", reader->out);
			write_blocks(reader, environment, true);
			fputs("</li>\n", reader->out);
			has_items = true;
		} else if (reader->at < reader->end) {
			char name[MAX_NAME];
			const size_t size = peek_environment(reader, "\\end", name);
			if (size == 0 || strcmp(name, environment) != 0)
				reader->at += size > 0 ? size : latex_command(reader);
		}
	}
	fprintf(reader->out, has_items ? "</%s>\n" : "<li></li></%s>\n", tag);
}

/* ---- tables ---- */

static void write_cells(struct latex *reader, const char *environment)
{
	fputs("<tr><td>", reader->out);
	for (;;) {
		char name[MAX_NAME];
		if (reader->at == reader->end || latex_take(reader, "\\\\"))
			break;
		if (peek_environment(reader, "\\end", name) > 0 && strcmp(name, environment) == 0)
			break;
		if (*reader->at == '&') {
			reader->at++;
			fputs("</td><td>", reader->out);
		} else if (take_command(reader, "\\multicolumn") ||
			   take_command(reader, "\\multirow")) {
			struct latex_raw raw;
			if (latex_raw_argument(reader, &raw) && latex_raw_argument(reader, &raw))
				latex_argument(reader);
		} else {
			latex_step(reader);
		}
	}
	fputs("</td></tr>\n", reader->out);
}

/* Skips commands for rules between rows; the style sheet draws the lines. */
static void skip_rules(struct latex *reader)
{
	static const char *const rules[] = {
		"\\hline", "\\toprule", "\\midrule", "\\bottomrule", "\\cline"};

	for (bool goes_on = true; goes_on;) {
		skip_space(reader);
		goes_on = false;
		for (size_t i = 0; i < sizeof rules / sizeof *rules && !goes_on; i++)
			if (is_command(reader, rules[i])) {
				latex_step(reader);
				goes_on = true;
			}
	}
}

static void write_table(struct latex *reader, const char *environment)
{
	struct latex_raw raw;

	latex_skip_option(reader);
	latex_raw_argument(reader, &raw);
	fputs("<table><tbody>\n", reader->out);
	skip_rules(reader);
	while (reader->at < reader->end && !take_end(reader, environment)) {
		write_cells(reader, environment);
		skip_rules(reader);
	}
	fputs("</tbody></table>\n", reader->out);
}

/* ---- listings and formulas ---- */

/* The size of the contents, and with `after` that of the end. */
static size_t find_end(const struct latex *reader, const char *environment, size_t *after)
{
	char end[MAX_NAME + 8];

	snprintf(end, sizeof end, "\\end{%s}", environment);
	*after = strlen(end);
	return latex_find(reader, end, MAX_VERBATIM);
}

static bool write_listing(struct latex *reader, const char *environment)
{
	size_t after;
	const size_t size = find_end(reader, environment, &after);

	if (size == SIZE_MAX)
		return false;
	const char *begin = reader->at;
	reader->at += size + after;
	const char *end = begin + size;
	if (*begin == '[' && memchr(begin, ']', size))
		begin = (const char *)memchr(begin, ']', size) + 1;
	if (begin < end && *begin == '\n')
		begin++;
	fputs("<pre>", reader->out);
	as_html_untrusted(reader->out, begin, (size_t)(end - begin), SIZE_MAX, AS_HTML_BLOCK);
	fputs("</pre>\n", reader->out);
	return true;
}

/* KaTeX knows "align"; "equation" and similar environments are plain display formulas. */
static bool write_equation(struct latex *reader, const char *environment)
{
	size_t after;
	const size_t size = find_end(reader, environment, &after);
	const bool is_plain = strncmp(environment, "align", 5) != 0;

	if (size == SIZE_MAX)
		return false;
	AS_AUTO_FREE char *whole =
		is_plain ? as_text_format(NULL, "%.*s", (int)size, reader->at)
			 : as_text_format(NULL, "\\begin{aligned}%.*s\\end{aligned}", (int)size,
				   reader->at);
	enter_paragraph(reader);
	if (whole)
		statement_formula(reader->out, whole, strlen(whole), true);
	reader->at += size + after;
	return true;
}

/* ---- environments ---- */

static void write_quote(struct latex *reader, const char *environment)
{
	fputs("<blockquote>", reader->out);
	write_blocks(reader, environment, false);
	fputs("</blockquote>\n", reader->out);
}

/* Figures and similar environments: writes only the contents. */
static void write_contents(struct latex *reader, const char *environment)
{
	struct latex_raw raw;

	latex_skip_option(reader);
	if (strcmp(environment, "wrapfigure") == 0)
		latex_raw_argument(reader, &raw);
	if (strcmp(environment, "wrapfigure") == 0 || strcmp(environment, "minipage") == 0)
		latex_raw_argument(reader, &raw);
	write_blocks(reader, environment, false);
}

static const struct {
	const char *name;
	void (*write)(struct latex *reader, const char *environment);
	bool (*try)(struct latex *reader, const char *environment);
} environments[] = {
	{"itemize", write_list, NULL},
	{"enumerate", write_list, NULL},
	{"description", write_list, NULL},
	{"tabular", write_table, NULL},
	{"quote", write_quote, NULL},
	{"quotation", write_quote, NULL},
	{"center", write_contents, NULL},
	{"figure", write_contents, NULL},
	{"figure*", write_contents, NULL},
	{"table", write_contents, NULL},
	{"wrapfigure", write_contents, NULL},
	{"minipage", write_contents, NULL},
	{"flushleft", write_contents, NULL},
	{"document", write_contents, NULL},
	{"verbatim", NULL, write_listing},
	{"lstlisting", NULL, write_listing},
	{"equation", NULL, write_equation},
	{"equation*", NULL, write_equation},
	{"displaymath", NULL, write_equation},
	{"align", NULL, write_equation},
	{"align*", NULL, write_equation},
};

/* False: unknown environment, shown as text. */
static bool write_environment(struct latex *reader)
{
	char name[MAX_NAME];
	const size_t size = peek_environment(reader, "\\begin", name);
	const char *begin = reader->at;

	if (size == 0 || reader->depth == MAX_LATEX_DEPTH)
		return false;
	for (size_t i = 0; i < sizeof environments / sizeof *environments; i++) {
		if (strcmp(environments[i].name, name) != 0)
			continue;
		reader->at += size;
		if (environments[i].try) {
			if (environments[i].try == write_listing)
				leave_paragraph(reader);
			if (environments[i].try(reader, name))
				return true;
			reader->at = begin;
			return false;
		}
		leave_paragraph(reader);
		reader->depth++;
		environments[i].write(reader, name);
		leave_paragraph(reader);
		reader->depth--;
		return true;
	}
	return false;
}

/* ---- blocks ---- */

static bool write_heading(struct latex *reader)
{
	static const struct {
		const char *command, *tag;
	} headings[] = {{"\\section", "h2"}, {"\\subsection", "h3"}, {"\\subsubsection", "h3"},
		{"\\paragraph", "h3"}};

	for (size_t i = 0; i < sizeof headings / sizeof *headings; i++) {
		if (!take_command(reader, headings[i].command))
			continue;
		latex_take(reader, "*");
		leave_paragraph(reader);
		fprintf(reader->out, "<%s>", headings[i].tag);
		latex_argument(reader);
		fprintf(reader->out, "</%s>\n", headings[i].tag);
		return true;
	}
	return false;
}

/* \illustration{width}{file}{caption} */
static bool write_illustration(struct latex *reader)
{
	struct latex_raw raw;
	const bool is_caption = is_command(reader, "\\caption");

	if (!is_caption && !is_command(reader, "\\illustration"))
		return false;
	reader->at += latex_command(reader);
	leave_paragraph(reader);
	if (!is_caption && latex_raw_argument(reader, &raw)) {
		fputs("<p>", reader->out);
		latex_picture(reader);
		fputs("</p>\n", reader->out);
	}
	fputs("<p class=\"sub\">", reader->out);
	latex_argument(reader);
	fputs("</p>\n", reader->out);
	return true;
}

/* An empty line ends a paragraph. */
static bool take_break(struct latex *reader)
{
	const char *at = reader->at;
	unsigned feeds = 0;

	while (at < reader->end && isspace((unsigned char)*at))
		feeds += *at++ == '\n';
	if (feeds < 2)
		return take_command(reader, "\\par");
	reader->at = at;
	return true;
}

/* White space is consumed as a whole: take_break has looked at all of it. */
static void write_words(struct latex *reader)
{
	if (isspace((unsigned char)*reader->at)) {
		skip_space(reader);
		fputs(reader->in_paragraph ? " " : "", reader->out);
		return;
	}
	/* Commands without output do not begin a paragraph. */
	if (*reader->at != '%' && !latex_is_silent(reader))
		enter_paragraph(reader);
	latex_step(reader);
}

/* Writes blocks up to the end of the environment, which it consumes, or to the end of the text.
 * With `ends_at_item` it also stops before an item. */
static void write_blocks(struct latex *reader, const char *environment, bool ends_at_item)
{
	char name[MAX_NAME];

	while (reader->at < reader->end) {
		const size_t end = peek_environment(reader, "\\end", name);
		if (end > 0 && environment && strcmp(name, environment) == 0) {
			reader->at += ends_at_item ? 0 : end;
			break;
		}
		if (ends_at_item && is_command(reader, "\\item"))
			break;
		if (end > 0)
			reader->at += end;
		else if (take_break(reader))
			leave_paragraph(reader);
		else if (!write_heading(reader) && !write_illustration(reader) &&
			 !write_environment(reader))
			write_words(reader);
	}
	leave_paragraph(reader);
}

void statement_latex(FILE *out, const char *text, size_t size, const struct statement_links *links)
{
	size_t searches = LATEX_SEARCH_MAX_BYTES;
	struct latex reader = {
		.out = out, .at = text, .end = text + size, .links = links, .searches = &searches};

	/* The preamble is not shown. */
	const char *begin = memmem(text, size, "\\begin{document}", 16);
	if (begin)
		reader.at = begin;
	write_blocks(&reader, NULL, false);
}
