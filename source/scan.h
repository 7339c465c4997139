/* SPDX-License-Identifier: MIT */
/* scan: how the lexer moves over lines, comments and texts; private to lexer.c and scan.c. */
#ifndef ASSAY_SOURCE_SCAN_H
#define ASSAY_SOURCE_SCAN_H

#include "grammar.h"

#include <string.h>

#define LEXER_MAX_INDENTS 100

struct lexer {
	const struct as_grammar *grammar;
	const char *text, *at, *end;
	const char *token; /* the first byte of the token that is read */
	uint32_t line;
	uint32_t open_line;
	struct as_tokens *tokens;
	size_t max;
	size_t statement;   /* index of the first token of the current statement */
	bool is_line_start; /* no token was found on this line so far */
	bool is_directive;  /* on this line */
	bool was_std;       /* the last token is the name std */
	unsigned depth;     /* of parentheses, if the language uses indentation */
	uint32_t indents[LEXER_MAX_INDENTS];
	size_t indent_count;
	bool is_cut; /* a token had no place */
	bool has_failed;
	struct as_error *error;
};

/* The byte at an offset; NUL beyond the end. */
static inline char scan_peek(const struct lexer *lexer, size_t offset)
{
	return (size_t)(lexer->end - lexer->at) > offset ? lexer->at[offset] : '\0';
}

static inline bool scan_starts_with(const struct lexer *lexer, const char *text)
{
	size_t length = strlen(text);

	return (size_t)(lexer->end - lexer->at) >= length && memcmp(lexer->at, text, length) == 0;
}

/* ---- scan.c: no token is emitted ---- */

/* \n, \r\n or \r; false if there is none. */
bool scan_line_end(struct lexer *lexer);
/* To the end of `ending`, or of the source. */
void scan_until(struct lexer *lexer, const char *ending, bool has_escapes);
/* A backslash that joins two lines; false if there is none. */
bool scan_splice(struct lexer *lexer);
/* To the end of the line, or of the joined lines, whose line end is not read. */
void scan_rest_of_line(struct lexer *lexer);
/* A comment; false if there is none. */
bool scan_comment(struct lexer *lexer);
/* From the quote to the closing quote, or to the end of the line. */
void scan_plain_text(struct lexer *lexer);
/* R"delimiter( ... )delimiter"; false if there is none. */
bool scan_raw_text(struct lexer *lexer);

#endif
