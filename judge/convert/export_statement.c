/* SPDX-License-Identifier: MIT */
/*
 * Converts statements in Markdown to LaTeX, the only format beside PDF that legacy packages have.
 * md4c parses. HTML and unknown entities stay as text, so that nothing that an author wrote is
 * lost; a note asks the user to review the result.
 */
#include "export.h"
#include <ctype.h>
#include <limits.h>
#include <md4c.h>
#include <string.h>

#define BEGINNING "statement/problem."
#define ENDING ".md"
/* Stands for a bar in a formula of a table: md4c would end the cell there. */
#define BAR '\1'

struct writing {
	FILE *out;
	unsigned lists;  /* nesting */
	unsigned images; /* nesting; their descriptions are left out */
	unsigned cells;  /* of the row so far */
	bool verbatim;
	bool open;       /* the line has text */
	bool first;      /* the text of the line is "\item " */
	bool autolinked; /* the last text is the address of the link, which is not repeated */
	const MD_ATTRIBUTE *address;
};

/* ---- texts ---- */

static void put_plain(FILE *out, const char *text, size_t size)
{
	static const char *const names[UCHAR_MAX + 1] = {['\\'] = "backslash",
		['~'] = "asciitilde",
		['^'] = "asciicircum",
		['<'] = "less",
		['>'] = "greater"};
	for (size_t i = 0; i < size; i++)
		if (names[(unsigned char)text[i]])
			fprintf(out, "\\text%s{}", names[(unsigned char)text[i]]);
		else
			fprintf(out, text[i] && strchr("#$%&_{}", text[i]) ? "\\%c" : "%c",
				text[i]);
}

static void put_entity(FILE *out, const char *text, size_t size)
{
	static const char *const known[][2] = {{"&amp;", "\\&"}, {"&lt;", "\\textless{}"},
		{"&gt;", "\\textgreater{}"}, {"&quot;", "\""}, {"&nbsp;", "~"}};
	for (size_t i = 0; i < sizeof known / sizeof *known; i++)
		if (strlen(known[i][0]) == size && memcmp(text, known[i][0], size) == 0) {
			fputs(known[i][1], out);
			return;
		}
	put_plain(out, text, size);
}

/* md4c passes the end of a line in a formula as a blank; a comment of LaTeX ends there. */
static void put_formula(FILE *out, const char *text, size_t size)
{
	for (size_t i = 0; i < size; i++)
		putc(size == 1 && *text == ' ' ? '\n' : text[i], out);
}

static int put_text(MD_TEXTTYPE type, const MD_CHAR *text, MD_SIZE size, void *context)
{
	struct writing *writing = context;
	if (writing->images > 0)
		return 0;
	if (type == MD_TEXT_NULLCHAR)
		fputs("\xef\xbf\xbd", writing->out);
	else if (type == MD_TEXT_BR)
		fputs("\\\\\n", writing->out);
	else if (type == MD_TEXT_SOFTBR)
		putc('\n', writing->out);
	else if (type == MD_TEXT_ENTITY)
		put_entity(writing->out, text, size);
	else if (type == MD_TEXT_LATEXMATH)
		put_formula(writing->out, text, size);
	else if (writing->verbatim)
		fwrite(text, 1, size, writing->out);
	else
		put_plain(writing->out, text, size);
	writing->open = true;
	writing->autolinked = writing->address && writing->address->size == size &&
			      memcmp(writing->address->text, text, size) == 0;
	return 0;
}

/* ---- spans ---- */

static const char *const spans[][2] = {[MD_SPAN_EM] = {"\\emph{", "}"},
	[MD_SPAN_STRONG] = {"\\textbf{", "}"},
	[MD_SPAN_CODE] = {"\\texttt{", "}"},
	[MD_SPAN_IMG] = {"\\includegraphics[width=0.8\\textwidth]{", "}"},
	[MD_SPAN_LATEXMATH] = {"$", "$"},
	[MD_SPAN_LATEXMATH_DISPLAY] = {"\\[", "\\]"}};

static int enter_span(MD_SPANTYPE type, void *detail, void *context)
{
	struct writing *writing = context;
	if (type == MD_SPAN_A)
		writing->address = &((const MD_SPAN_A_DETAIL *)detail)->href;
	else if (writing->images == 0)
		fputs(spans[type][0], writing->out);
	if (type == MD_SPAN_IMG && writing->images++ == 0) {
		const MD_ATTRIBUTE *file = &((const MD_SPAN_IMG_DETAIL *)detail)->src;
		if (file->size)
			fwrite(file->text, 1, file->size, writing->out);
	}
	writing->open = true;
	return 0;
}

static int leave_span(MD_SPANTYPE type, void *detail, void *context)
{
	struct writing *writing = context;
	if (type == MD_SPAN_IMG)
		writing->images--;
	if (writing->images > 0)
		return 0;
	if (type != MD_SPAN_A) {
		fputs(spans[type][1], writing->out);
		return 0;
	}
	const MD_ATTRIBUTE *address = &((const MD_SPAN_A_DETAIL *)detail)->href;
	if (!writing->autolinked) {
		fputs(" (\\texttt{", writing->out);
		put_plain(writing->out, address->text, address->size);
		fputs("})", writing->out);
	}
	writing->address = NULL;
	return 0;
}

/* ---- blocks ---- */

static const char *const blocks[][2] = {[MD_BLOCK_QUOTE] = {"\\begin{quote}\n", "\\end{quote}\n\n"},
	[MD_BLOCK_UL] = {"\\begin{itemize}\n", "\\end{itemize}\n\n"},
	[MD_BLOCK_OL] = {"\\begin{enumerate}\n", "\\end{enumerate}\n\n"},
	[MD_BLOCK_LI] = {"\\item ", ""},
	[MD_BLOCK_HR] = {"\\hrulefill\n\n", ""},
	[MD_BLOCK_H] = {"\\section*{", "}\n\n"},
	[MD_BLOCK_CODE] = {"\\begin{verbatim}\n", "\\end{verbatim}\n\n"},
	[MD_BLOCK_P] = {"", "\n\n"},
	[MD_BLOCK_TABLE] = {"\\begin{tabular}{", "\\end{tabular}\n\n"},
	[MD_BLOCK_THEAD] = {"", "\\hline\n"},
	[MD_BLOCK_TR] = {"", " \\\\\n"},
	[MD_BLOCK_TD] = {"", ""}};

static void begin_line(struct writing *writing)
{
	if (writing->open)
		putc('\n', writing->out);
	writing->open = false;
}

static int enter_block(MD_BLOCKTYPE type, void *detail, void *context)
{
	struct writing *writing = context;
	if (type == MD_BLOCK_P && writing->open && !writing->first)
		fputs("\n\n", writing->out);
	else if (type == MD_BLOCK_TH || type == MD_BLOCK_TD)
		fputs(writing->cells++ > 0 ? " & " : "", writing->out);
	else if (type != MD_BLOCK_P)
		begin_line(writing);
	writing->first = type == MD_BLOCK_LI;
	writing->lists += type == MD_BLOCK_UL || type == MD_BLOCK_OL;
	writing->verbatim = type == MD_BLOCK_CODE;
	if (type == MD_BLOCK_TR)
		writing->cells = 0;
	if (type == MD_BLOCK_H && ((const MD_BLOCK_H_DETAIL *)detail)->level > 2)
		fputs("\\subsection*{", writing->out);
	else if (blocks[type][0])
		fputs(blocks[type][0], writing->out);
	if (type == MD_BLOCK_TABLE) {
		for (unsigned i = ((const MD_BLOCK_TABLE_DETAIL *)detail)->col_count; i > 0; i--)
			putc('l', writing->out);
		fputs("}\n", writing->out);
	}
	writing->open = type == MD_BLOCK_LI;
	return 0;
}

static int leave_block(MD_BLOCKTYPE type, void *detail, void *context)
{
	struct writing *writing = context;
	(void)detail;
	/* In a list, what follows decides about the blank line. */
	if (type == MD_BLOCK_P && writing->lists > 0)
		return 0;
	if (type == MD_BLOCK_LI)
		begin_line(writing);
	writing->lists -= type == MD_BLOCK_UL || type == MD_BLOCK_OL;
	writing->verbatim = false;
	if (blocks[type][1])
		fputs(blocks[type][1], writing->out);
	writing->open = false;
	return 0;
}

/* ---- whole statements ---- */

/* Replaces the bars in formulas of a row. A formula or code begins at a sign that occurs again
 * later in the line. No letter or digit precedes a formula. A single dollar sign does not begin a
 * formula. */
static void hide_bars_of_row(char *row, size_t size)
{
	const char *dollar = memrchr(row, '$', size), *quote = memrchr(row, '`', size);
	char inside = '\0';

	for (size_t i = 0; i < size; i++) {
		if (inside == '$' && row[i] == '|')
			row[i] = BAR;
		else if (inside)
			inside = row[i] == inside ? '\0' : inside;
		else if ((row[i] == '`' && row + i != quote) ||
			 (row[i] == '$' && row + i != dollar &&
				 (i == 0 || !isalnum((unsigned char)row[i - 1]))))
			inside = row[i];
	}
}

/* A row is a line that begins with a bar. Each line is read a few times, however long it is. */
static void hide_bars(char *text, size_t size)
{
	for (size_t at = 0; at < size;) {
		char *line = text + at;
		const char *end = memchr(line, '\n', size - at);
		const size_t length = end ? (size_t)(end - line) : size - at;
		if (line[strspn(line, " ")] == '|')
			hide_bars_of_row(line, length);
		at += length + 1;
	}
}

/* Modifies the text. False: out of memory. */
static bool put_statement(FILE *out, const char *title, const struct as_bytes *text)
{
	static const MD_PARSER parser = {
		.flags = MD_FLAG_NOHTML | MD_FLAG_LATEXMATHSPANS | MD_FLAG_TABLES,
		.enter_block = enter_block,
		.leave_block = leave_block,
		.enter_span = enter_span,
		.leave_span = leave_span,
		.text = put_text,
	};
	struct writing writing = {.out = out};
	if (strpbrk(title, "\\#$%&_{}~^<>"))
		fprintf(out, "%%%% plainproblemname: %s\n", title);
	fputs("\\problemname{", out);
	put_plain(out, title, strlen(title));
	fputs("}\n\n", out);
	hide_bars(text->data, text->size);
	return md_parse(text->data, (MD_SIZE)text->size, &parser, &writing) == 0;
}

/* The problem's name in the language of "statement/problem.en.md", "en". */
static char *title_of(const struct as_export *export, const json_t *names, const char *name,
	struct as_error *error)
{
	const char *language = name + strlen(BEGINNING);
	const int length = (int)(strlen(language) - strlen(ENDING));
	AS_AUTO_FREE char *code = as_text_format(error, "%.*s", length, language);
	const char *title = code ? json_string_value(json_object_get(names, code)) : NULL;
	if (!code)
		return NULL;
	return as_text_format(error, "%s", title ? title : export->package->title);
}

static int convert(struct as_export *export, const struct as_export_file *file, const json_t *names,
	struct as_error *error)
{
	AS_AUTO_BYTES struct as_bytes text = {0};
	AS_AUTO_FREE char *name = as_text_format(
		error, "%.*s.tex", (int)(strlen(file->name) - strlen(ENDING)), file->name);
	AS_AUTO_FREE char *title = name ? title_of(export, names, file->name, error) : NULL;
	AS_AUTO_FREE char *latex = NULL;
	size_t size;
	if (!title || as_export_read(export, file, &text, error) < 0)
		return -1;
	if (as_export_find(export, name))
		return 0;
	FILE *out = open_memstream(&latex, &size);
	if (!out)
		return as_error_no_memory(error);
	bool done = put_statement(out, title, &text);
	if (fclose(out) != 0 || !done)
		return as_error_no_memory(error);
	for (char *bar = latex; (bar = strchr(bar, BAR));)
		*bar = '|';
	return as_export_note(export, error,
		       "problem_%s is converted from Markdown, which the legacy format does not "
		       "have; review it",
		       name) < 0
		       ? -1
		       : as_export_add_text(export, name, latex, error);
}

static bool is_markdown(const char *name)
{
	return strncmp(name, BEGINNING, strlen(BEGINNING)) == 0 &&
	       as_text_stem(name + strlen(BEGINNING), ENDING) > 0;
}

int export_statements_to_latex(struct as_export *export, struct as_error *error)
{
	/* Added files move the list, but not its names. */
	const size_t count = export->file_count;
	AS_AUTO_JSON json_t *metadata = as_export_document(export, "problem.yaml", error);
	if (!metadata)
		return -1;
	for (size_t i = 0; i < count; i++) {
		const struct as_export_file file = export->files[i];
		if (file.name && is_markdown(file.name) &&
			convert(export, &file, json_object_get(metadata, "name"), error) < 0)
			return -1;
	}
	return 0;
}
