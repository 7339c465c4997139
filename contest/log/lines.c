/* SPDX-License-Identifier: MIT */
/* Line ends of texts. */

#include <assay/contest/log.h>

void as_contest_text_lines(char *text)
{
	char *to = text;

	for (const char *at = text; *at; at++) {
		if (*at == '\r' && at[1] == '\n')
			continue;
		*to++ = *at == '\r' ? '\n' : *at;
	}
	*to = '\0';
}
