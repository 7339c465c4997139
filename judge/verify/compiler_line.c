/* SPDX-License-Identifier: MIT */
/*
 * Which line of what a compiler said is told of. Compilers begin with where they are, or with who
 * they are; the line that says what is wrong has the word in it. A heading ends in a colon, and may
 * hold the word in the name of a file.
 */
#include "verify.h"

#include <string.h>
#include <strings.h>

static bool names_error(const char *line, size_t size)
{
	if (size == 0 || line[size - 1] == ':')
		return false;
	for (size_t i = 0; i + strlen("error") <= size; i++)
		if (strncasecmp(line + i, "error", strlen("error")) == 0)
			return true;
	return false;
}

void as_compiler_quote(const char *output, char *line, size_t size)
{
	const char *best = output + (*output == '#' ? strcspn(output, "\n") : 0);

	best += strspn(best, "\n");
	for (const char *at = output; *at;) {
		size_t length = strcspn(at, "\n");
		if (names_error(at, length)) {
			best = at;
			break;
		}
		at += length + (at[length] == '\n');
	}
	as_text_printable(best, strcspn(best, "\n"), line, size);
}
