/* SPDX-License-Identifier: MIT */
/*
 * The code of a source file: the text with blanks in place of comments, and of strings in languages
 * whose strings do not name files. The result is approximate, because languages have more forms of
 * comments and strings: here a string ends with its line at the latest.
 */
#include "whole.h"

#include <ctype.h>
#include <string.h>

struct scan {
	const struct as_bytes *text;
	char *code;
	size_t at;
	char hash;          /* what begins a comment of one line: '#', ';'; 0: neither */
	const char *dashes; /* "//" or "--"; NULL: neither */
	bool has_blocks;    /* the slash and star of C */
	bool blanks_strings;
	bool is_python;
};

static bool is_at(const struct scan *scan, size_t at, const char *word)
{
	return scan->text->size - at >= strlen(word) &&
	       memcmp(scan->text->data + at, word, strlen(word)) == 0;
}

static void blank(struct scan *scan, size_t end)
{
	for (; scan->at < end; scan->at++)
		if (scan->code[scan->at] != '\n')
			scan->code[scan->at] = ' ';
}

static size_t find_end(const struct scan *scan, size_t at, const char *word)
{
	while (at < scan->text->size && !is_at(scan, at, word))
		at++;
	return at < scan->text->size ? at + strlen(word) : at;
}

static size_t line_end(const struct scan *scan)
{
	const char *end = memchr(scan->text->data + scan->at, '\n', scan->text->size - scan->at);

	return end ? (size_t)(end - scan->text->data) : scan->text->size;
}

/* In shells and Perl, "$#" does not begin a comment. */
static bool is_hash(const struct scan *scan)
{
	const char before = scan->at ? scan->text->data[scan->at - 1] : '\n';

	return scan->hash && scan->text->data[scan->at] == scan->hash &&
	       (scan->is_python || isspace((unsigned char)before));
}

/* The end of a comment that begins here; 0: none begins. */
static size_t comment_end(const struct scan *scan)
{
	if (is_hash(scan) || (scan->dashes && is_at(scan, scan->at, scan->dashes)))
		return line_end(scan);
	return scan->has_blocks && is_at(scan, scan->at, "/*") ? find_end(scan, scan->at + 2, "*/")
							       : 0;
}

/* The end of a string that begins here; 0: none begins. */
static size_t string_end(const struct scan *scan)
{
	const char quote = scan->text->data[scan->at];
	const char triple[] = {quote, quote, quote, '\0'};
	size_t at = scan->at + 1;

	if (quote != '"' && quote != '\'')
		return 0;
	if (scan->blanks_strings && is_at(scan, scan->at, triple))
		return find_end(scan, scan->at + 3, triple);
	for (; at < scan->text->size && scan->text->data[at] != '\n'; at++) {
		if (scan->text->data[at] == quote)
			return at + 1;
		at += scan->text->data[at] == '\\' && at + 1 < scan->text->size &&
		      scan->text->data[at + 1] != '\n';
	}
	return at;
}

/* A string with a brace may contain code: "{input()}"; in Python only f"" and rf"". */
static bool may_have_code(const struct scan *scan, size_t end)
{
	const char *at = scan->text->data + scan->at;

	if (!memchr(at, '{', end - scan->at))
		return false;
	for (size_t i = 1; scan->is_python && i <= 2 && i <= scan->at; i++)
		if (at[-(ptrdiff_t)i] == 'f' || at[-(ptrdiff_t)i] == 'F')
			return true;
	return !scan->is_python;
}

static void pass_string(struct scan *scan, size_t end)
{
	if (scan->blanks_strings && !may_have_code(scan, end))
		blank(scan, end);
	scan->at = end;
}

static bool is_of(const struct as_language *language, const char *const *endings)
{
	for (; *endings; endings++)
		for (const char *const *own = language->head->files.extensions; *own; own++)
			if (strcmp(*own, *endings) == 0)
				return true;
	return false;
}

static void set_style(struct scan *scan, const struct as_language *language)
{
	static const char *const hashes[] = {
		".py", ".rb", ".pl", ".sh", ".r", ".awk", ".php", NULL};
	static const char *const dashes[] = {".hs", ".adb", ".lua", NULL};
	static const char *const slashes[] = {
		".c", ".cc", ".java", ".kt", ".scala", ".rs", ".go", ".js", ".cs", ".php", NULL};
	static const char *const python[] = {".py", ".py2", NULL};

	scan->has_blocks = is_of(language, slashes);
	scan->is_python = is_of(language, python);
	scan->hash = scan->is_python || is_of(language, hashes) ? '#' : '\0';
	scan->dashes = scan->has_blocks ? "//" : is_of(language, dashes) ? "--" : NULL;
	/* A class can be loaded by its name. */
	scan->blanks_strings = scan->is_python ||
			       (language->start.takes_class &&
				       !memmem(scan->text->data, scan->text->size, "forName", 7));
}

int as_code_of(const struct as_language *language, const struct as_bytes *text,
	struct as_bytes *code, struct as_error *error)
{
	struct scan scan = {.text = text, .code = malloc(text->size + 1)};

	if (!scan.code)
		return as_error_no_memory(error);
	*code = (struct as_bytes){.data = scan.code, .size = text->size};
	if (text->size)
		memcpy(scan.code, text->data, text->size);
	scan.code[text->size] = '\0';
	if (!text->size)
		return 0;
	set_style(&scan, language);
	while (scan.at < text->size) {
		const size_t comment = comment_end(&scan);
		const size_t string = comment ? 0 : string_end(&scan);
		if (comment)
			blank(&scan, comment);
		else if (string)
			pass_string(&scan, string);
		else
			scan.at++;
	}
	return 0;
}
