/* SPDX-License-Identifier: MIT */
/*
 * A line is a command only if a statement can begin there: "%" in a string, in brackets or after a
 * backslash is Python. So strings and brackets are tracked across lines. A command becomes `pass`
 * with a comment, which is a valid statement wherever the command was one.
 */
#include "ipython.h"

#include <ctype.h>
#include <string.h>

struct scan {
	char quote;     /* in a string of this quote; 0: in none */
	bool is_triple; /* it ends with three */
	unsigned depth; /* of brackets */
	bool goes_on;   /* after a backslash at the end of a line */
};

static bool is_triple(const char *at, const char *end)
{
	return end - at >= 3 && at[1] == at[0] && at[2] == at[0];
}

/* Moves past one character of a string, or past its end. */
static const char *scan_string(struct scan *scan, const char *at, const char *end)
{
	if (*at == '\\')
		return end - at >= 2 ? at + 2 : end;
	if (*at != scan->quote || (scan->is_triple && !is_triple(at, end)))
		return at + 1;
	scan->quote = '\0';
	return at + (scan->is_triple ? 3 : 1);
}

static const char *scan_code(struct scan *scan, const char *at, const char *end)
{
	switch (*at) {
	case '#':
		return end;
	case '"':
	case '\'':
		scan->quote = *at;
		scan->is_triple = is_triple(at, end);
		return at + (scan->is_triple ? 3 : 1);
	case '(':
	case '[':
	case '{':
		scan->depth++;
		break;
	case ')':
	case ']':
	case '}':
		scan->depth -= scan->depth > 0;
		break;
	case '\\':
		scan->goes_on = at + 1 == end;
		break;
	default:
		break;
	}
	return at + 1;
}

/* A line without its end. */
static void scan_line(struct scan *scan, const char *at, const char *end)
{
	const bool escaped = at < end && end[-1] == '\\';

	scan->goes_on = false;
	while (at < end)
		at = scan->quote ? scan_string(scan, at, end) : scan_code(scan, at, end);
	/* A string with single quotes ends with its line, unless a backslash continues it. */
	if (scan->quote && !scan->is_triple && !escaped)
		scan->quote = '\0';
}

static bool is_of_name(char c)
{
	return isalnum((unsigned char)c) || (unsigned char)c >= 0x80 || (c && strchr("_.*", c));
}

/* "name?" or "name??". Other lines of Python end so only in a comment or a string. */
static bool asks_for_help(const char *at, const char *end)
{
	const char *name = at;

	while (at < end && is_of_name(*at))
		at++;
	if (at == name || at == end || *at != '?')
		return false;
	at += end - at > 1 && at[1] == '?' ? 2 : 1;
	while (at < end && (*at == ' ' || *at == '\t' || *at == '\r'))
		at++;
	return at == end;
}

/* "files = !ls", "x, y = %time f()": no expression of Python begins so. */
static bool is_value(const char *at, const char *end)
{
	const char *name = at;

	while (at < end && (is_of_name(*at) || strchr(" \t,", *at)))
		at++;
	if (at == name || at == end || *at++ != '=')
		return false;
	while (at < end && (*at == ' ' || *at == '\t'))
		at++;
	return at < end && (*at == '!' || *at == '%');
}

static bool is_command(const struct scan *scan, const char *at, const char *end)
{
	if (scan->quote || scan->depth || scan->goes_on)
		return false;
	while (at < end && (*at == ' ' || *at == '\t'))
		at++;
	return at < end && (*at == '%' || *at == '!' || (*at == '?' && at + 1 < end) ||
				   asks_for_help(at, end) || is_value(at, end));
}

/* True if the command continues on the next line. */
static bool goes_on(const char *at, const char *end)
{
	while (end > at && end[-1] == '\r')
		end--;
	return end > at && end[-1] == '\\';
}

static void write_command(const char *at, const char *end, FILE *file)
{
	const char *begin = at;

	while (*at == ' ' || *at == '\t')
		at++;
	fprintf(file, "%.*spass  # %.*s\n", (int)(at - begin), begin, (int)(end - at), at);
}

/* True for commands that apply to a whole cell of Python code, which remains part of the
 * program. */
static bool is_about_python(const char *at, size_t length)
{
	static const char *const names[] = {
		"%%time", "%%timeit", "%%capture", "%%prun", "%%python", "%%python3"};

	for (size_t i = 0; i < sizeof(names) / sizeof(*names); i++) {
		const size_t size = strlen(names[i]);
		if (length >= size && memcmp(at, names[i], size) == 0 &&
			(length == size || at[size] == ' ' || at[size] == '\r'))
			return true;
	}
	return false;
}

static size_t line_length(const char *at, const char *end)
{
	const char *newline = memchr(at, '\n', (size_t)(end - at));

	return (size_t)((newline ? newline : end) - at);
}

/* Comments out a cell for a shell, for HTML, or for a file. */
static size_t write_comments(const char *at, const char *end, FILE *file)
{
	while (at < end) {
		const size_t length = line_length(at, end);
		fprintf(file, "# %.*s\n", (int)length, at);
		at += length + 1;
	}
	return 1;
}

/* The command, if the first line that is not empty begins with "%%"; else NULL. */
static const char *find_cell_command(const char *at, const char *end)
{
	while (at < end && strchr(" \t\r\n", *at))
		at++;
	return end - at >= 2 && at[0] == '%' && at[1] == '%' ? at : NULL;
}

size_t ipython_write(const char *code, size_t size, FILE *file)
{
	const char *end = code + size, *command = find_cell_command(code, end);
	struct scan scan = {0};
	size_t count = 0;

	if (command && !is_about_python(command, line_length(command, end)))
		return write_comments(code, end, file);
	bool is_more = false; /* of the command of the line before */
	for (const char *at = code; at < end;) {
		const size_t length = line_length(at, end);
		if (is_more) {
			fprintf(file, "# %.*s\n", (int)length, at);
			is_more = goes_on(at, at + length);
		} else if (is_command(&scan, at, at + length)) {
			write_command(at, at + length, file);
			is_more = goes_on(at, at + length);
			count++;
		} else {
			scan_line(&scan, at, at + length);
			fprintf(file, "%.*s\n", (int)length, at);
		}
		at += length + 1;
	}
	return count;
}
