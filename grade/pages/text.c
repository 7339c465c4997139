/* SPDX-License-Identifier: MIT */
#include "state.h"

#include <assay/base/line.h>

/* Maximum number of bytes of a text that are shown, so that pages stay small. */
#define MAX_BYTES 8192
#define MAX_LINES 120

/* The size of the first lines. */
static size_t lines_size(const char *text, size_t size)
{
	struct as_text_line rest = {text, size}, line;

	for (size_t i = 0; i < MAX_LINES && as_text_take_line(&rest, &line); i++)
		;
	return size - rest.size;
}

void as_page_write_text(FILE *out, const char *text, size_t size, uint64_t whole_bytes)
{
	if (whole_bytes == 0) {
		fputs("<p class=\"none-found\">empty</p>", out);
		return;
	}
	fputs("<pre tabindex=\"0\">", out);
	const size_t shown =
		as_html_untrusted(out, text, lines_size(text, size), MAX_BYTES, AS_HTML_BLOCK);
	fputs("</pre>", out);
	if (shown >= whole_bytes)
		return;
	fputs("<p class=\"cut\">Cut: the first ", out);
	as_html_bytes(out, shown);
	fputs(" of ", out);
	as_html_bytes(out, whole_bytes);
	fputs(" are shown.</p>", out);
}
