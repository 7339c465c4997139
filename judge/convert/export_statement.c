/* SPDX-License-Identifier: MIT */
/*
 * Converts statements in Markdown to LaTeX, the only format beside PDF that legacy packages have.
 * It converts paragraphs, headings, lists, tables, code, emphasis, pictures, links and formulas.
 * The rest stays as text, so that nothing that an author wrote is lost; a note asks the user to
 * review the result.
 */
#include "export.h"
#include <ctype.h>
#include <string.h>

#define BEGINNING "statement/problem."
#define ENDING ".md"

enum block { BLOCK_NONE, BLOCK_PARAGRAPH, BLOCK_ITEMS, BLOCK_NUMBERS, BLOCK_TABLE, BLOCK_CODE };

struct writing {
	FILE *out;
	enum block block;
	bool blank;    /* the previous line was empty */
	bool failed;   /* out of memory */
	FILE *pending; /* text of the paragraph or item so far */
	char *text;
	size_t size;
};

/* ---- inside a paragraph ---- */

static void put_plain(FILE *out, char c)
{
	switch (c) {
	case '\\':
		fputs("\\textbackslash{}", out);
		break;
	case '~':
		fputs("\\textasciitilde{}", out);
		break;
	case '^':
		fputs("\\textasciicircum{}", out);
		break;
	case '<':
		fputs("\\textless{}", out);
		break;
	case '>':
		fputs("\\textgreater{}", out);
		break;
	default:
		if (strchr("#$%&_{}", c))
			putc('\\', out);
		putc(c, out);
	}
}

static void put_plain_text(FILE *out, const char *text, size_t size)
{
	for (size_t i = 0; i < size; i++)
		put_plain(out, text[i]);
}

/* The length of the text between two marks; SIZE_MAX if it is empty or the second mark is missing.
 */
static size_t length_until(const char *text, const char *mark)
{
	const char *end = strstr(text, mark);
	return end && end > text ? (size_t)(end - text) : SIZE_MAX;
}

/* Cuts the text temporarily. */
static void put_inline(FILE *out, char *text, size_t size);

/* The text between `mark` and `mark`. Each of these functions returns the length that it has
 * processed, 0 for none. */
static size_t take_formula(FILE *out, const char *text)
{
	if (*text != '$')
		return 0;
	const bool display = text[1] == '$';
	const char *mark = display ? "$$" : "$";
	const size_t length = length_until(text + strlen(mark), mark);
	if (length == SIZE_MAX)
		return 0;
	fprintf(out, "%s%.*s%s", display ? "\\[" : "$", (int)length, text + strlen(mark),
		display ? "\\]" : "$");
	return length + 2 * strlen(mark);
}

static size_t take_code(FILE *out, const char *text)
{
	const size_t length = *text == '`' ? length_until(text + 1, "`") : SIZE_MAX;
	if (length == SIZE_MAX)
		return 0;
	fputs("\\texttt{", out);
	put_plain_text(out, text + 1, length);
	putc('}', out);
	return length + 2;
}

static size_t take_emphasis(FILE *out, char *text, bool after_word)
{
	const char *mark = strncmp(text, "**", 2) == 0 ? "**" : *text == '*' ? "*" : "_";
	const size_t width = strlen(mark);
	if (strncmp(text, mark, width) != 0 || isspace((unsigned char)text[width]) ||
		(*mark == '_' && after_word))
		return 0;
	const size_t length = length_until(text + width, mark);
	if (length == SIZE_MAX || isspace((unsigned char)text[width + length - 1]))
		return 0;
	fputs(width == 2 ? "\\textbf{" : "\\emph{", out);
	put_inline(out, text + width, length);
	putc('}', out);
	return length + 2 * width;
}

/* [words](address), and ![words](picture) */
static size_t take_link(FILE *out, char *text)
{
	const bool picture = *text == '!';
	char *words = text + picture;
	const char *middle = *words == '[' ? strstr(words, "](") : NULL;
	const char *end = middle ? strchr(middle, ')') : NULL;
	if (!end)
		return 0;
	const char *address = middle + 2;
	const int length = (int)strcspn(address, " )");
	if (picture) {
		fprintf(out, "\\includegraphics[width=0.8\\textwidth]{%.*s}", length, address);
	} else {
		put_inline(out, words + 1, (size_t)(middle - words) - 1);
		fputs(" (\\texttt{", out);
		put_plain_text(out, address, (size_t)length);
		fputs("})", out);
	}
	return (size_t)(end - text) + 1;
}

static size_t take_escape(FILE *out, const char *text)
{
	if (text[0] != '\\' || !ispunct((unsigned char)text[1]))
		return 0;
	put_plain(out, text[1]);
	return 2;
}

static void put_inline_text(FILE *out, char *text)
{
	for (char *at = text; *at;) {
		const bool after_word = at > text && isalnum((unsigned char)at[-1]);
		size_t taken = take_escape(out, at);
		taken = taken ? taken : take_formula(out, at);
		taken = taken ? taken : take_code(out, at);
		taken = taken ? taken : take_link(out, at);
		taken = taken ? taken : take_emphasis(out, at, after_word);
		if (!taken)
			put_plain(out, *at);
		at += taken ? taken : 1;
	}
}

static void put_inline(FILE *out, char *text, size_t size)
{
	const char after = text[size];
	text[size] = '\0';
	put_inline_text(out, text);
	text[size] = after;
}

/* ---- lines ---- */

static const char *const begins[] = {[BLOCK_ITEMS] = "\\begin{itemize}\n",
	[BLOCK_NUMBERS] = "\\begin{enumerate}\n",
	[BLOCK_CODE] = "\\begin{verbatim}\n"};
static const char *const ends[] = {[BLOCK_NONE] = "",
	[BLOCK_PARAGRAPH] = "\n",
	[BLOCK_ITEMS] = "\\end{itemize}\n\n",
	[BLOCK_NUMBERS] = "\\end{enumerate}\n\n",
	[BLOCK_TABLE] = "\\end{tabular}\n\n",
	[BLOCK_CODE] = "\\end{verbatim}\n\n"};

/* Formulas and emphasis may span lines, so a paragraph or item is written when it is complete. */
static void flush_text(struct writing *writing)
{
	if (!writing->pending)
		return;
	writing->failed |= fclose(writing->pending) != 0;
	writing->pending = NULL;
	if (writing->text)
		put_inline_text(writing->out, writing->text);
	putc('\n', writing->out);
	free(writing->text);
	writing->text = NULL;
}

static void add_text(struct writing *writing, const char *text)
{
	if (writing->pending)
		putc('\n', writing->pending);
	else
		writing->pending = open_memstream(&writing->text, &writing->size);
	if (writing->pending)
		fputs(text, writing->pending);
	else
		writing->failed = true;
}

static void enter(struct writing *writing, enum block block)
{
	if (writing->block == block)
		return;
	flush_text(writing);
	fputs(ends[writing->block], writing->out);
	if (block < BLOCK_TABLE && block >= BLOCK_ITEMS)
		fputs(begins[block], writing->out);
	if (block == BLOCK_CODE)
		fputs(begins[block], writing->out);
	writing->block = block;
}

/* "# Input" */
static bool take_heading(struct writing *writing, char *line)
{
	const size_t level = strspn(line, "#");
	if (level == 0 || level > 6 || line[level] != ' ')
		return false;
	enter(writing, BLOCK_NONE);
	fputs(level <= 2 ? "\\section*{" : "\\subsection*{", writing->out);
	put_inline_text(writing->out, line + level + strspn(line + level, " "));
	fputs("}\n\n", writing->out);
	return true;
}

/* "* item", "12. item" */
static bool take_item(struct writing *writing, const char *line)
{
	const size_t digits = strspn(line, "0123456789");
	const bool number = digits > 0 && digits < 4 && strncmp(line + digits, ". ", 2) == 0;
	const bool item = strchr("*-+", *line) && line[1] == ' ';
	if (!*line || (!number && !item))
		return false;
	enter(writing, number ? BLOCK_NUMBERS : BLOCK_ITEMS);
	flush_text(writing);
	fputs("\\item ", writing->out);
	add_text(writing, line + (number ? digits + 2 : 2));
	return true;
}

/* The end of the cell that begins here: a bar outside of formulas and code. */
static size_t cell_length(const char *text)
{
	char inside = '\0';
	size_t i = 0;
	for (; text[i] && (inside || text[i] != '|'); i++)
		if (inside ? text[i] == inside : text[i] == '$' || text[i] == '`')
			inside = inside ? '\0' : text[i];
	return i;
}

static void put_row(struct writing *writing, char *line)
{
	for (size_t cell = 0; *line; cell++) {
		line += strspn(line, " ");
		size_t length = cell_length(line), next = length + (line[length] == '|');
		while (length > 0 && line[length - 1] == ' ')
			length--;
		if (cell > 0)
			fputs(" & ", writing->out);
		put_inline(writing->out, line, length);
		line += next;
		line += strspn(line, " ");
	}
	fputs(" \\\\\n", writing->out);
}

/* "| a | b |", and "|---|---|" below the first of them */
static bool take_row(struct writing *writing, char *line)
{
	size_t columns = 0;
	if (*line != '|')
		return false;
	if (writing->block == BLOCK_TABLE && line[strspn(line, "|-: ")] == '\0') {
		fputs("\\hline\n", writing->out);
		return true;
	}
	for (const char *at = line + 1; *at; columns++) {
		const size_t length = cell_length(at);
		at += length + (at[length] == '|');
		at += strspn(at, " ");
	}
	if (writing->block != BLOCK_TABLE) {
		enter(writing, BLOCK_TABLE);
		fputs("\\begin{tabular}{", writing->out);
		for (size_t i = 0; i < columns; i++)
			putc('l', writing->out);
		fputs("}\n", writing->out);
	}
	put_row(writing, line + 1);
	return true;
}

/* Between lines of ``` */
static bool take_code_line(struct writing *writing, const char *line)
{
	if (strncmp(line, "```", 3) == 0)
		enter(writing, writing->block == BLOCK_CODE ? BLOCK_NONE : BLOCK_CODE);
	else if (writing->block == BLOCK_CODE)
		fprintf(writing->out, "%s\n", line);
	else
		return false;
	return true;
}

static void take_text(struct writing *writing, const char *line)
{
	const bool in_item = writing->block == BLOCK_ITEMS || writing->block == BLOCK_NUMBERS;
	const char *text = line + strspn(line, " \t");
	/* A line directly after an item, or an indented line, belongs to it. */
	if (in_item && (!writing->blank || text > line)) {
		if (writing->blank)
			add_text(writing, "");
		add_text(writing, text);
		return;
	}
	enter(writing, BLOCK_PARAGRAPH);
	add_text(writing, text);
}

static void take_line(struct writing *writing, char *line)
{
	char *text = line + strspn(line, " ");
	if (take_code_line(writing, writing->block == BLOCK_CODE ? line : text))
		return;
	if (*text == '\0') {
		if (writing->block == BLOCK_PARAGRAPH || writing->block == BLOCK_TABLE)
			enter(writing, BLOCK_NONE);
		writing->blank = true;
		return;
	}
	if (!take_heading(writing, text) && !take_row(writing, text) && !take_item(writing, text))
		take_text(writing, line);
	writing->blank = false;
}

/* ---- whole statements ---- */

static void put_title(FILE *out, char *title)
{
	if (strpbrk(title, "\\#$%&_{}~^<>"))
		fprintf(out, "%%%% plainproblemname: %s\n", title);
	fputs("\\problemname{", out);
	put_inline_text(out, title);
	fputs("}\n\n", out);
}

/* Modifies `markdown`: cuts its lines. False: out of memory. */
static bool put_statement(FILE *out, char *title, char *markdown)
{
	struct writing writing = {.out = out};
	put_title(out, title);
	for (char *rest = markdown, *line; (line = strsep(&rest, "\n"));) {
		line[strcspn(line, "\r")] = '\0';
		if (rest || *line)
			take_line(&writing, line);
	}
	enter(&writing, BLOCK_NONE);
	return !writing.failed;
}

/* The problem's name in the language of "statement/problem.en.md", "en". */
static char *title_of(
	const struct export *export, const json_t *names, const char *name, struct as_error *error)
{
	const char *language = name + strlen(BEGINNING);
	const int length = (int)(strlen(language) - strlen(ENDING));
	AS_AUTO_FREE char *code = as_text_format(error, "%.*s", length, language);
	const char *title = code ? json_string_value(json_object_get(names, code)) : NULL;
	if (!code)
		return NULL;
	return as_text_format(error, "%s", title ? title : export->package->title);
}

static int convert(struct export *export, const struct export_file *file, const json_t *names,
	struct as_error *error)
{
	AS_AUTO_BYTES struct as_bytes text = {0};
	AS_AUTO_FREE char *name = as_text_format(
		error, "%.*s.tex", (int)(strlen(file->name) - strlen(ENDING)), file->name);
	AS_AUTO_FREE char *title = name ? title_of(export, names, file->name, error) : NULL;
	AS_AUTO_FREE char *latex = NULL;
	size_t size;
	if (!title || export_read(export, file, &text, error) < 0)
		return -1;
	if (export_find(export, name))
		return 0;
	FILE *out = open_memstream(&latex, &size);
	if (!out)
		return as_error_no_memory(error);
	bool done = put_statement(out, title, text.data);
	if (fclose(out) != 0 || !done)
		return as_error_no_memory(error);
	return export_note(export, error,
		       "problem_%s is converted from Markdown, which the legacy format does not "
		       "have; review it",
		       name) < 0
		       ? -1
		       : export_add_text(export, name, latex, error);
}

static bool is_markdown(const char *name)
{
	return strncmp(name, BEGINNING, strlen(BEGINNING)) == 0 &&
	       as_text_stem(name + strlen(BEGINNING), ENDING) > 0;
}

int export_statements_to_latex(struct export *export, struct as_error *error)
{
	/* Added files move the list, but not its names. */
	const size_t count = export->file_count;
	AS_AUTO_JSON json_t *metadata = export_document(export, "problem.yaml", error);
	if (!metadata)
		return -1;
	for (size_t i = 0; i < count; i++) {
		const struct export_file file = export->files[i];
		if (file.name && is_markdown(file.name) &&
			convert(export, &file, json_object_get(metadata, "name"), error) < 0)
			return -1;
	}
	return 0;
}
