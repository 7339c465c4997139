/* SPDX-License-Identifier: MIT */
/* Text of LaTeX: characters, inline commands, formulas. */
#include "latex.h"

#include "tex.h"

#include <ctype.h>
#include <strings.h>

/* Search limits of a formula and of an address. */
#define MAX_FORMULA 20000
#define MAX_RAW 4000

/* ---- reading ---- */

bool latex_take(struct latex *reader, const char *text)
{
	const size_t size = strlen(text);

	if ((size_t)(reader->end - reader->at) < size || memcmp(reader->at, text, size) != 0)
		return false;
	reader->at += size;
	return true;
}

size_t latex_find(const struct latex *reader, const char *text, size_t max)
{
	size_t reach = (size_t)(reader->end - reader->at);

	if (reach > max)
		reach = max;
	if (reach > *reader->searches)
		reach = *reader->searches;
	const char *found = memmem(reader->at, reach, text, strlen(text));
	*reader->searches -= found ? (size_t)(found - reader->at) : reach;
	return found ? (size_t)(found - reader->at) : SIZE_MAX;
}

size_t latex_command(const struct latex *reader)
{
	size_t size = 1;

	if (reader->at == reader->end || *reader->at != '\\')
		return 0;
	while (reader->at + size < reader->end && isalpha((unsigned char)reader->at[size]))
		size++;
	if (size == 1 && reader->at + 1 < reader->end)
		size = 2;
	return size;
}

static void skip_blanks(struct latex *reader)
{
	while (reader->at < reader->end && (*reader->at == ' ' || *reader->at == '\t'))
		reader->at++;
}

void latex_skip_option(struct latex *reader)
{
	if (reader->at == reader->end || *reader->at != '[')
		return;
	const size_t size = latex_find(reader, "]", MAX_RAW);
	if (size != SIZE_MAX)
		reader->at += size + 1;
}

bool latex_raw_argument(struct latex *reader, struct latex_raw *raw)
{
	size_t depth = 0, size = 0;

	skip_blanks(reader);
	if (reader->at == reader->end || *reader->at != '{')
		return false;
	size_t reach = (size_t)(reader->end - reader->at);
	if (reach > MAX_RAW)
		reach = MAX_RAW;
	if (reach > *reader->searches)
		reach = *reader->searches;
	for (; size < reach; size++) {
		depth += reader->at[size] == '{';
		if (reader->at[size] == '}' && --depth == 0)
			break;
	}
	*reader->searches -= size;
	if (size == reach)
		return false;
	*raw = (struct latex_raw){reader->at + 1, size - 1};
	reader->at += size + 1;
	while (raw->size > 0 && isspace((unsigned char)*raw->text)) {
		raw->text++;
		raw->size--;
	}
	while (raw->size > 0 && isspace((unsigned char)raw->text[raw->size - 1]))
		raw->size--;
	return true;
}

/* ---- writing ---- */

static void latex_write(struct latex *reader, const char *text, size_t size)
{
	as_html_untrusted(reader->out, text, size, SIZE_MAX, AS_HTML_LINE);
}

static void write_group(struct latex *reader)
{
	reader->at++;
	if (reader->depth == MAX_LATEX_DEPTH)
		return;
	reader->depth++;
	while (reader->at < reader->end && *reader->at != '}')
		latex_step(reader);
	if (reader->at < reader->end)
		reader->at++;
	reader->depth--;
}

void latex_argument(struct latex *reader)
{
	skip_blanks(reader);
	if (reader->at < reader->end && *reader->at == '{')
		write_group(reader);
}

/* ---- formulas ---- */

static void write_formula(struct latex *reader, const char *end, bool is_display)
{
	const size_t size = latex_find(reader, end, MAX_FORMULA);

	if (size == SIZE_MAX) {
		/* No end found: the opening is shown as text. */
		latex_write(reader, reader->at - strlen(end), strlen(end));
		return;
	}
	statement_formula(reader->out, reader->at, size, is_display);
	reader->at += size + strlen(end);
}

/* "\$" does not end a formula. */
static void write_dollars(struct latex *reader)
{
	size_t size = 0;

	reader->at++;
	if (latex_take(reader, "$")) {
		write_formula(reader, "$$", true);
		return;
	}
	const size_t left = (size_t)(reader->end - reader->at);
	while (size < left && size < MAX_FORMULA && reader->at[size] != '$')
		size += reader->at[size] == '\\' && size + 1 < left ? 2 : 1;
	if (size >= left || size >= MAX_FORMULA) {
		fputc('$', reader->out);
		return;
	}
	statement_formula(reader->out, reader->at, size, false);
	reader->at += size + 1;
}

/* ---- links and pictures ---- */

static bool has_scheme(const struct latex_raw *raw)
{
	static const char *const schemes[] = {"http://", "https://", "mailto:"};

	for (size_t i = 0; i < sizeof schemes / sizeof *schemes; i++)
		if (raw->size > strlen(schemes[i]) &&
			strncasecmp(raw->text, schemes[i], strlen(schemes[i])) == 0)
			return true;
	return false;
}

static bool enter_link(struct latex *reader, const struct latex_raw *raw)
{
	if (!has_scheme(raw))
		return false;
	fputs("<a href=\"", reader->out);
	as_html_untrusted(reader->out, raw->text, raw->size, 2000, AS_HTML_ATTRIBUTE);
	fputs("\" rel=\"noopener noreferrer nofollow\">", reader->out);
	return true;
}

static void write_url(struct latex *reader)
{
	struct latex_raw raw;

	if (!latex_raw_argument(reader, &raw))
		return;
	const bool is_link = enter_link(reader, &raw);
	latex_write(reader, raw.text, raw.size);
	fputs(is_link ? "</a>" : "", reader->out);
}

static void write_href(struct latex *reader)
{
	struct latex_raw raw, text;

	if (!latex_raw_argument(reader, &raw))
		return;
	const bool is_link = enter_link(reader, &raw);
	/* Links cannot be nested, so the text is written without links. */
	if (latex_raw_argument(reader, &text))
		latex_write(reader, text.text, text.size);
	fputs(is_link ? "</a>" : "", reader->out);
}

static bool write_image(struct latex *reader, const struct latex_raw *raw, const char *ending)
{
	AS_AUTO_FREE char *name = as_text_format(NULL, "%.*s%s", (int)raw->size, raw->text, ending);

	const char *address =
		name ? reader->links->address(name, strlen(name), reader->links->context) : NULL;
	if (!address)
		return false;
	fputs("<img src=\"", reader->out);
	as_html_text(reader->out, address);
	fputs("\" alt=\"\">", reader->out);
	return true;
}

void latex_picture(struct latex *reader)
{
	static const char *const endings[] = {"", ".png", ".jpg", ".jpeg", ".svg", ".gif"};
	struct latex_raw raw;

	latex_skip_option(reader);
	if (!latex_raw_argument(reader, &raw) || raw.size > 255)
		return;
	for (size_t i = 0; i < sizeof endings / sizeof *endings; i++)
		if (write_image(reader, &raw, endings[i]))
			return;
	statement_missing(reader->out, reader->links, raw.text, raw.size);
}

/* ---- commands ---- */

static void write_verb(struct latex *reader)
{
	char mark[2] = "";

	if (reader->at < reader->end && *reader->at == '*')
		reader->at++;
	if (reader->at == reader->end || !(*mark = *reader->at))
		return;
	reader->at++;
	const size_t size = latex_find(reader, mark, MAX_RAW);
	if (size == SIZE_MAX)
		return;
	fputs("<code>", reader->out);
	latex_write(reader, reader->at, size);
	fputs("</code>", reader->out);
	reader->at += size + 1;
}

static void write_note(struct latex *reader)
{
	fputs(" <small>(", reader->out);
	latex_argument(reader);
	fputs(")</small>", reader->out);
}

static void write_inline_formula(struct latex *reader)
{
	write_formula(reader, "\\)", false);
}

static void write_display_formula(struct latex *reader)
{
	write_formula(reader, "\\]", true);
}

static void break_line(struct latex *reader)
{
	if (reader->at < reader->end && *reader->at == '*')
		reader->at++;
	latex_skip_option(reader);
	fputc(' ', reader->out);
}

static const struct {
	const char *name, *tag;
} formats[] = {{"textbf", "strong"}, {"emph", "em"}, {"textit", "em"}, {"texttt", "code"},
	{"textsl", "em"}, {"underline", "em"}, {"sout", "del"}, {"textsuperscript", "sup"},
	{"textsubscript", "sub"}};

/* Commands without output. Their arguments: 'a' in braces, 'o' in brackets. */
static const struct {
	const char *name, *arguments;
} silent[] = {{"noindent", ""}, {"medskip", ""}, {"bigskip", ""}, {"smallskip", ""},
	{"newpage", ""}, {"clearpage", ""}, {"pagebreak", "o"}, {"centering", ""},
	{"raggedright", ""}, {"vspace", "a"}, {"hspace", "a"}, {"vfill", ""}, {"hfill", ""},
	{"label", "a"}, {"tiny", ""}, {"scriptsize", ""}, {"footnotesize", ""}, {"small", ""},
	{"normalsize", ""}, {"large", ""}, {"Large", ""}, {"LARGE", ""}, {"huge", ""}, {"bf", ""},
	{"it", ""}, {"tt", ""}, {"rm", ""}, {"hline", ""}, {"cline", "a"}, {"toprule", ""},
	{"midrule", ""}, {"bottomrule", ""}, {"nextsample", ""}, {"remainingsamples", ""},
	{"documentclass", "oa"}, {"usepackage", "oa"}, {"setlength", "aa"}, {"problemname", "a"},
	{"problemlanguage", "a"}, {"pagestyle", "a"}, {"thispagestyle", "a"}, {"maketitle", ""},
	{"/", ""}, {"-", ""}, {"@", ""}, {"!", ""}, {"protect", ""}, {"relax", ""}};

static const struct {
	const char *name, *text;
} symbols[] = {{"ldots", "\xe2\x80\xa6"}, {"dots", "\xe2\x80\xa6"},
	{"textellipsis", "\xe2\x80\xa6"}, {"textbackslash", "\\"}, {"textasciitilde", "~"},
	{"textasciicircum", "^"}, {"textendash", "\xe2\x80\x93"}, {"textemdash", "\xe2\x80\x94"},
	{"textquotedbl", "&quot;"}, {"textless", "&lt;"}, {"textgreater", "&gt;"}, {"textbar", "|"},
	{"texteuro", "\xe2\x82\xac"}, {"copyright", "\xc2\xa9"}, {"degree", "\xc2\xb0"},
	{"S", "\xc2\xa7"}, {"%", "%"}, {"#", "#"}, {"&", "&amp;"}, {"_", "_"}, {"$", "$"},
	{"{", "{"}, {"}", "}"}, {" ", " "}, {",", " "}, {";", " "}, {":", " "}, {"quad", " "},
	{"qquad", " "}, {"newline", " "}, {"linebreak", " "}, {"o", "\xc3\xb8"}, {"O", "\xc3\x98"},
	{"l", "\xc5\x82"}, {"L", "\xc5\x81"}, {"aa", "\xc3\xa5"}, {"AA", "\xc3\x85"},
	{"ae", "\xc3\xa6"}, {"AE", "\xc3\x86"}, {"oe", "\xc5\x93"}, {"ss", "\xc3\x9f"},
	{"i", "\xc4\xb1"}, {"LaTeX", "LaTeX"}, {"TeX", "TeX"}, {"\n", " "}};

/* Combining characters, which follow their letter. */
static const struct {
	const char *name, *mark;
} accents[] = {{"'", "\xcc\x81"}, {"`", "\xcc\x80"}, {"^", "\xcc\x82"}, {"\"", "\xcc\x88"},
	{"~", "\xcc\x83"}, {"=", "\xcc\x84"}, {".", "\xcc\x87"}, {"c", "\xcc\xa7"},
	{"v", "\xcc\x8c"}, {"H", "\xcc\x8b"}, {"u", "\xcc\x86"}, {"r", "\xcc\x8a"}};

static const struct {
	const char *name;
	void (*write)(struct latex *reader);
} others[] = {{"url", write_url}, {"href", write_href}, {"verb", write_verb},
	{"lstinline", write_verb}, {"footnote", write_note}, {"includegraphics", latex_picture},
	{"(", write_inline_formula}, {"[", write_display_formula}, {"\\", break_line},
	{"textrm", latex_argument}, {"textsf", latex_argument}, {"textsc", latex_argument},
	{"textnormal", latex_argument}, {"text", latex_argument}, {"mbox", latex_argument},
	{"hbox", latex_argument}, {"centerline", latex_argument}};

/* The row of a name in a table whose rows begin with a name; SIZE_MAX: none. */
static size_t find_row(
	const void *table, size_t count, size_t row_size, const char *name, size_t size)
{
	for (size_t i = 0; i < count; i++) {
		const char *one = *(const char *const *)((const char *)table + i * row_size);
		if (strlen(one) == size && memcmp(one, name, size) == 0)
			return i;
	}
	return SIZE_MAX;
}
#define FIND(table, name, size)                                                                    \
	find_row(table, sizeof(table) / sizeof *(table), sizeof *(table), name, size)

bool latex_is_silent(const struct latex *reader)
{
	const size_t size = latex_command(reader);

	return size > 1 && FIND(silent, reader->at + 1, size - 1) != SIZE_MAX;
}

static void skip_arguments(struct latex *reader, const char *arguments)
{
	struct latex_raw raw;

	if (reader->at < reader->end && *reader->at == '*')
		reader->at++;
	for (; *arguments; arguments++) {
		if (*arguments == 'o')
			latex_skip_option(reader);
		else if (!latex_raw_argument(reader, &raw))
			return;
	}
	skip_blanks(reader);
}

static void write_accent(struct latex *reader, const char *mark)
{
	struct latex_raw raw;

	skip_blanks(reader);
	if (latex_raw_argument(reader, &raw))
		latex_write(reader, raw.text, raw.size);
	else if (latex_take(reader, "\\i"))
		fputc('i', reader->out);
	else if (reader->at < reader->end && isalpha((unsigned char)*reader->at))
		fputc(*reader->at++, reader->out);
	else
		return;
	fputs(mark, reader->out);
}

static bool write_known(struct latex *reader, const char *name, size_t size)
{
	size_t row;

	if ((row = FIND(formats, name, size)) != SIZE_MAX) {
		fprintf(reader->out, "<%s>", formats[row].tag);
		latex_argument(reader);
		fprintf(reader->out, "</%s>", formats[row].tag);
	} else if ((row = FIND(symbols, name, size)) != SIZE_MAX) {
		fputs(symbols[row].text, reader->out);
		if (latex_take(reader, "{}"))
			return true;
		/* Blanks after a command's name only end the name. */
		if (isalpha((unsigned char)*name))
			skip_blanks(reader);
	} else if ((row = FIND(silent, name, size)) != SIZE_MAX) {
		skip_arguments(reader, silent[row].arguments);
	} else if ((row = FIND(others, name, size)) != SIZE_MAX) {
		others[row].write(reader);
	} else if ((row = FIND(accents, name, size)) != SIZE_MAX) {
		write_accent(reader, accents[row].mark);
	} else {
		return false;
	}
	return true;
}

static void write_command(struct latex *reader)
{
	const char *begin = reader->at;
	const size_t size = latex_command(reader);

	reader->at += size;
	if (size > 1 && write_known(reader, begin + 1, size - 1))
		return;
	latex_write(reader, begin, size);
	while (reader->at < reader->end && *reader->at == '{') {
		fputc('{', reader->out);
		write_group(reader);
		fputc('}', reader->out);
	}
}

/* ---- characters ---- */

static void skip_comment(struct latex *reader)
{
	while (reader->at < reader->end && *reader->at != '\n')
		reader->at++;
	if (reader->at < reader->end)
		reader->at++;
	skip_blanks(reader);
}

static bool write_ligature(struct latex *reader)
{
	static const char *const ligatures[][2] = {{"---", "\xe2\x80\x94"}, {"--", "\xe2\x80\x93"},
		{"``", "\xe2\x80\x9c"}, {"''", "\xe2\x80\x9d"}, {"`", "\xe2\x80\x98"},
		{"'", "\xe2\x80\x99"}, {"~", "\xc2\xa0"}};

	for (size_t i = 0; i < sizeof ligatures / sizeof *ligatures; i++)
		if (latex_take(reader, ligatures[i][0])) {
			fputs(ligatures[i][1], reader->out);
			return true;
		}
	return false;
}

static bool is_plain(char character)
{
	return !strchr("\\{}%$&~-`'\n\t \r", character) || !character;
}

static void write_plain(struct latex *reader)
{
	size_t size = 0;

	while (reader->at + size < reader->end && is_plain(reader->at[size]))
		size++;
	if (size > 0) {
		latex_write(reader, reader->at, size);
		reader->at += size;
		return;
	}
	const char character = *reader->at++;
	if (character == '&')
		fputs("&amp;", reader->out);
	else if (character == '-')
		fputc('-', reader->out);
	else if (character != '}')
		fputc(' ', reader->out);
}

void latex_step(struct latex *reader)
{
	if (*reader->at == '\\')
		write_command(reader);
	else if (*reader->at == '{')
		write_group(reader);
	else if (*reader->at == '%')
		skip_comment(reader);
	else if (*reader->at == '$')
		write_dollars(reader);
	else if (!write_ligature(reader))
		write_plain(reader);
}
