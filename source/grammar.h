/* SPDX-License-Identifier: MIT */
/* grammar: tables of the languages for the lexer; private to source. */
#ifndef ASSAY_SOURCE_GRAMMAR_H
#define ASSAY_SOURCE_GRAMMAR_H

#include <assay/source.h>

struct as_word {
	const char *text;   /* the first member: both tables are searched by it */
	unsigned languages; /* a bit for each */
	/* A statement that begins with this word imports libraries: it is left out. */
	bool is_import;
};

struct as_grammar {
	enum as_source_language language;
	unsigned family;
	const char *line_comment;
	bool has_block_comments;
	bool has_directives; /* a # at the beginning of a line is a directive, and a backslash joins
				lines */
	bool has_layout;     /* line ends and indentation are tokens */
	const char *text_prefixes; /* letters that may precede the quote of a text */
	const char *triple_quotes; /* quotes that may be tripled */
	char digit_separator;
	const char *const *operators; /* of two and more bytes, the longest first; ends with NULL */
	const struct as_word *words;  /* sorted by bytes */
	size_t word_count;
	const char *const *calls; /* at most 254 functions; equal programs call the same ones;
				     sorted by bytes */
	size_t call_count;
};

/* NULL for AS_SOURCE_OTHER. */
const struct as_grammar *as_grammar_of(enum as_source_language language);
/* The index of a keyword, or -1. */
int as_grammar_word(const struct as_grammar *grammar, const char *text, size_t length);
/* The index of a function in `calls`, or -1. */
int as_grammar_call(const struct as_grammar *grammar, const char *text, size_t length);

#endif
