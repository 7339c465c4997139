/* SPDX-License-Identifier: MIT */
/* Reads line ends, comments and texts: everything between tokens or inside a token. */
#include "scan.h"

#include <string.h>

#define RAW_DELIMITER_BYTES 16 /* C++ [lex.string] */

/* Reads \n, \r\n or \r; false if there is none. */
bool scan_line_end(struct lexer *lexer)
{
	if (lexer->at == lexer->end || (*lexer->at != '\n' && *lexer->at != '\r'))
		return false;
	lexer->at += lexer->at[0] == '\r' && scan_peek(lexer, 1) == '\n' ? 2 : 1;
	return true;
}

/* Reads one byte, or one line end, of a comment or text. */
static void scan_inside(struct lexer *lexer)
{
	if (scan_line_end(lexer))
		lexer->line++;
	else
		lexer->at++;
}

/* Reads to the end of `ending`, or of the source. */
void scan_until(struct lexer *lexer, const char *ending, bool has_escapes)
{
	uint32_t first_line = lexer->line;
	size_t length = strlen(ending);

	while (lexer->at < lexer->end) {
		if (*lexer->at == *ending && scan_starts_with(lexer, ending)) {
			lexer->at += length;
			return;
		}
		if (has_escapes && *lexer->at == '\\')
			lexer->at++;
		if (lexer->at < lexer->end)
			scan_inside(lexer);
	}
	lexer->open_line = first_line;
}

/* Reads a backslash that joins two lines. */
bool scan_splice(struct lexer *lexer)
{
	if (scan_peek(lexer, 0) != '\\' ||
		(scan_peek(lexer, 1) != '\n' && scan_peek(lexer, 1) != '\r'))
		return false;
	lexer->at++;
	scan_inside(lexer);
	return true;
}

/* Reads to the end of the line, or of the joined lines; the line end is not read. */
void scan_rest_of_line(struct lexer *lexer)
{
	while (lexer->at < lexer->end && *lexer->at != '\n' && *lexer->at != '\r')
		if (!lexer->grammar->has_directives || !scan_splice(lexer))
			lexer->at++;
}

bool scan_comment(struct lexer *lexer)
{
	if (scan_starts_with(lexer, lexer->grammar->line_comment)) {
		scan_rest_of_line(lexer);
		return true;
	}
	if (!lexer->grammar->has_block_comments || !scan_starts_with(lexer, "/*"))
		return false;
	lexer->at += 2;
	scan_until(lexer, "*/", false);
	return true;
}

/* Reads from the quote to the closing quote, or to the end of the line. */
void scan_plain_text(struct lexer *lexer)
{
	char quote = *lexer->at++;

	while (lexer->at < lexer->end && *lexer->at != '\n' && *lexer->at != '\r') {
		if (*lexer->at++ == quote)
			return;
		if (lexer->at[-1] == '\\' && lexer->at < lexer->end)
			scan_inside(lexer);
	}
}

/* Reads R"delimiter( ... )delimiter"; false if there is none. */
bool scan_raw_text(struct lexer *lexer)
{
	char ending[RAW_DELIMITER_BYTES + 3] = ")";
	size_t length = 1;
	size_t offset = 1;

	for (; scan_peek(lexer, offset) != '('; offset++) {
		char byte = scan_peek(lexer, offset);
		if (length > RAW_DELIMITER_BYTES || (unsigned char)byte <= ' ' || byte == ')' ||
			byte == '\\' || byte == '"')
			return false;
		ending[length++] = byte;
	}
	ending[length++] = '"';
	ending[length] = '\0';
	lexer->at += offset + 1;
	scan_until(lexer, ending, false);
	return true;
}
