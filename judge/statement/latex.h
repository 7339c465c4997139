/* SPDX-License-Identifier: MIT */
/*
 * latex: renders statements in the subset of LaTeX that packages use as inert HTML. There are no
 * macros, so the HTML is not much longer than the text.
 */
#ifndef ASSAY_JUDGE_STATEMENT_LATEX_H
#define ASSAY_JUDGE_STATEMENT_LATEX_H

#include "statement.h"

/* Writes the HTML. Unknown commands are shown as text. */
void statement_latex(FILE *out, const char *text, size_t size, const struct statement_links *links);

/* ---- between latex.c (paragraphs, lists, tables) and latex_text.c ---- */

struct latex {
	FILE *out;
	const char *at, *end;
	unsigned depth;
	bool in_paragraph;
	const struct statement_links *links;
	size_t *searches; /* bytes that may still be searched; shared by copies of the reader */
};
/* Maximum nesting. */
#define MAX_LATEX_DEPTH 30
/* Limit of all searches for ends of formulas, arguments and environments together. Searches that
 * find nothing would otherwise take quadratic time in hostile texts. */
#define LATEX_SEARCH_MAX_BYTES ((size_t)64 << 20)

/* Writes the next piece of text: a word, a command with its arguments, a formula, a group. */
void latex_step(struct latex *reader);
/* Writes an argument in braces as text, if there is one. */
void latex_argument(struct latex *reader);
/* An argument in braces, unprocessed, without surrounding blanks. False: there is none. */
struct latex_raw {
	const char *text;
	size_t size;
};
bool latex_raw_argument(struct latex *reader, struct latex_raw *raw);
/* Skips an argument in brackets, if there is one. */
void latex_skip_option(struct latex *reader);
/* The name of the command at the current position, including the backslash; 0: no command. */
size_t latex_command(const struct latex *reader);
/* True if the next command produces no output. */
bool latex_is_silent(const struct latex *reader);
/* Consumes the text if it comes next. */
bool latex_take(struct latex *reader, const char *text);
/* Writes a picture of the problem, or its name. */
void latex_picture(struct latex *reader);
/* The number of bytes before the text, at most `max`; SIZE_MAX: not found, or the search limit is
 * reached. */
size_t latex_find(const struct latex *reader, const char *text, size_t max);

#endif
