/* SPDX-License-Identifier: MIT */
/*
 * latex: statements in the part of LaTeX that packages use, as HTML in which nothing acts. There
 * are no macros, so that the HTML is not much longer than the text.
 */
#ifndef ASSAY_CONTEST_PAGES_LATEX_H
#define ASSAY_CONTEST_PAGES_LATEX_H

#include "page.h"

/* Writes it. Commands that are not known are shown as they are. */
void page_latex(FILE *out, const char *text, size_t size, const struct page_markdown *options);

/* ---- between latex.c (paragraphs, lists, tables) and latex_text.c ---- */

struct latex {
	FILE *out;
	const char *at, *end;
	unsigned depth;
	bool in_paragraph;
	const struct page_markdown *options;
	size_t *searches; /* bytes that may still be searched, shared by copies of the reader */
};
/* Deeper than anybody's statement. */
#define MAX_LATEX_DEPTH 30
/* Of the searches for ends of all formulas, arguments and environments together: those that find
 * nothing would cost the product of their number and reach. No statement comes near. */
#define LATEX_SEARCH_MAX_BYTES ((size_t)64 << 20)

/* Writes the next piece of text: a word, a command with its arguments, a formula, a group. */
void latex_step(struct latex *reader);
/* An argument in braces, as text. Nothing if there is none. */
void latex_argument(struct latex *reader);
/* An argument in braces as it is, without the blanks around it. False: there is none. */
struct latex_raw {
	const char *text;
	size_t size;
};
bool latex_raw_argument(struct latex *reader, struct latex_raw *raw);
/* Skips an argument in brackets, if there is one. */
void latex_skip_option(struct latex *reader);
/* The name of the command at the place, with its backslash; 0: there is no command. */
size_t latex_command(const struct latex *reader);
/* True if a command is there that shows nothing. */
bool latex_is_silent(const struct latex *reader);
/* True if the place has the text; goes after it. */
bool latex_take(struct latex *reader, const char *text);
/* A picture of the problem, or its name. */
void latex_picture(struct latex *reader);
/* What is before the text, at most `max` bytes from here; SIZE_MAX: it does not come, or too much
 * was searched already. */
size_t latex_find(const struct latex *reader, const char *text, size_t max);
void latex_write(struct latex *reader, const char *text, size_t size);

#endif
