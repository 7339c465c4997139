/* SPDX-License-Identifier: MIT */
/* detect: the language of files by their endings and first lines. */
#ifndef ASSAY_JUDGE_DETECT_H
#define ASSAY_JUDGE_DETECT_H

#include <assay/program/language.h>
#include <string.h>

/* language.c: the ending determines the language; the ending is possible in the language. */
bool as_language_has_ending(const struct as_language *language, const char *name);
bool as_language_may_be(const struct as_language *language, const char *name);

/* lines.c: true if a line of the text begins with one of the texts (NULL-terminated), ignoring
 * blanks before it and upper or lower case. */
bool as_lines_begin(const struct as_bytes *text, const char *const *beginnings);

/* 3 if the text begins with a byte order mark, else 0. */
size_t as_bom_size(const struct as_bytes *text);
/* A part of a line. */
struct as_line {
	const char *at, *end;
};
/* Advances *at to after the next line, and sets the line without leading blanks; false: there is
 * none. */
bool as_line_next(const struct as_bytes *text, size_t *at, struct as_line *line);
bool as_line_begins(const struct as_line *line, const char *text);

#endif
