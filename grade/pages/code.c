/* SPDX-License-Identifier: MIT */
/* Lines of a source, with those marked that others have. */
#include "state.h"

#define MAX_LINE_BYTES 500

/* The size of the first line of a text; sets `next` to the start of the following one. */
static size_t line_size(const char *text, size_t size, size_t *next)
{
	size_t length = 0;

	while (length < size && text[length] != '\n' && text[length] != '\r')
		length++;
	*next = length < size ? length + 1 : length;
	if (*next < size && text[length] == '\r' && text[length + 1] == '\n')
		(*next)++;
	return length;
}

static void write_line(FILE *out, unsigned number, const char *text, size_t size, bool is_marked)
{
	fprintf(out, "<tr%s><td class=\"line\">%u</td>", is_marked ? " class=\"alike\"" : "",
		number);
	fputs("<td><code>", out);
	const size_t shown = as_html_untrusted(out, text, size, MAX_LINE_BYTES, AS_HTML_BLOCK);
	if (shown < size) {
		fputs("<span class=\"cut\">\xe2\x80\xa6 ", out);
		as_html_bytes(out, size - shown);
		fputs("</span>", out);
	}
	fputs("</code></td></tr>", out);
}

void as_page_write_code(FILE *out, const struct as_code *code)
{
	const struct as_page_source *source = code->source;
	size_t at = 0, next;
	unsigned number = 1, shown = 0;

	fputs("<table class=\"code\"><tbody>", out);
	for (; at < source->size && number <= code->last && shown < code->max;
		at += next, number++) {
		const char *text = source->text + at;
		const size_t size = line_size(text, source->size - at, &next);
		if (number < code->first)
			continue;
		write_line(out, number, text, size,
			code->is_marked && code->is_marked(code->context, number));
		shown++;
	}
	fputs("</tbody></table>", out);
	if (at < source->size && number <= code->last)
		fprintf(out, "<p class=\"cut\">Cut: the first %u lines are shown.</p>", shown);
}

unsigned as_page_count_lines(const struct as_page_source *source)
{
	unsigned count = 0;

	for (size_t at = 0, next; at < source->size; at += next, count++)
		line_size(source->text + at, source->size - at, &next);
	return count;
}
