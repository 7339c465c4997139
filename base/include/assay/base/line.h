/* SPDX-License-Identifier: MIT */
/** line: the lines of a text one after another. */
#ifndef ASSAY_BASE_LINE_H
#define ASSAY_BASE_LINE_H

#include <assay/base.h>
#include <string.h>

struct as_text_line {
	const char *text;
	size_t size;
};

/** Takes the first line, without its line feed, from the rest of a text. False: nothing is left. */
static inline bool as_text_take_line(struct as_text_line *rest, struct as_text_line *line)
{
	if (!rest->size)
		return false;
	const char *feed = memchr(rest->text, '\n', rest->size);
	*line = (struct as_text_line){rest->text, feed ? (size_t)(feed - rest->text) : rest->size};
	const size_t taken = line->size + (feed != NULL);
	*rest = (struct as_text_line){rest->text + taken, rest->size - taken};
	return true;
}

/** Replaces each line end of a text by one LF, in place: browsers send CR LF for a line end that a
 * user types. */
void as_text_unify_lines(char *text) AS_NONNULL(1);

#endif
