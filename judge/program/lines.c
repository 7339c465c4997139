/* SPDX-License-Identifier: MIT */
/* The lines of a source file. */
#include "detect.h"

#include <string.h>

size_t as_bom_size(const struct as_bytes *text)
{
	return text->size >= 3 && memcmp(text->data, "\xef\xbb\xbf", 3) == 0 ? 3 : 0;
}

bool as_line_next(const struct as_bytes *text, size_t *at, struct as_line *line)
{
	if (*at >= text->size)
		return false;
	const char *begin = text->data + *at;
	const char *end = memchr(begin, '\n', text->size - *at);
	if (!end)
		end = text->data + text->size;
	*at = (size_t)(end - text->data) + 1;
	while (begin < end && (*begin == ' ' || *begin == '\t'))
		begin++;
	*line = (struct as_line){begin, end};
	return true;
}

bool as_line_begins(const struct as_line *line, const char *text)
{
	size_t length = strlen(text);

	return (size_t)(line->end - line->at) >= length && strncasecmp(line->at, text, length) == 0;
}

bool as_lines_begin(const struct as_bytes *text, const char *const *beginnings)
{
	struct as_line line;

	for (size_t at = 0; *beginnings && as_line_next(text, &at, &line);)
		for (const char *const *one = beginnings; *one; one++)
			if (as_line_begins(&line, *one))
				return true;
	return false;
}
