/* SPDX-License-Identifier: MIT */
/* Source files with line numbers; the numbers are not selected with the text. */
#include <assay/site/parts.h>

#include <assay/base/line.h>
#include <assay/html.h>

/* Limit per file. */
#define SHOWN_MAX_BYTES 300000
/* Limit of the page for all files, which are several times as large as HTML. */
#define PAGE_MAX_BYTES 4000000

/* False: a part is left out. */
static bool write_lines(FILE *out, const char *text, size_t size, off_t page_end)
{
	struct as_text_line rest = {text, size > SHOWN_MAX_BYTES ? SHOWN_MAX_BYTES : size}, line;

	while (ftello(out) < page_end && as_text_take_line(&rest, &line)) {
		const bool has_feed = line.text + line.size < rest.text;
		/* Windows line ends. */
		line.size -= has_feed && line.size > 0 && line.text[line.size - 1] == '\r';
		fputs("<span class=\"l\">", out);
		as_html_untrusted(out, line.text, line.size, SIZE_MAX, AS_HTML_BLOCK);
		fputs("\n</span>", out);
	}
	return !rest.size && size <= SHOWN_MAX_BYTES;
}

static void write_file(FILE *out, const struct as_site_source *file, off_t page_end)
{
	fputs("<section class=\"file\"><h3>", out);
	as_html_name(out, file->name);
	fputs(" <small>", out);
	as_html_bytes(out, file->size);
	fputs("</small> <button type=\"button\" class=\"copy\" hidden>Copy</button></h3><pre "
	      "class=\"source\" tabindex=\"0\">",
		out);
	const bool is_whole = write_lines(out, file->text ? file->text : "", file->size, page_end);
	fputs("</pre>", out);
	if (!is_whole)
		fputs("<p class=\"cut\">The file is not shown whole, because it is large.</p>",
			out);
	fputs("</section>", out);
}

void as_site_write_sources(FILE *out, as_site_source_at *at, const void *context, size_t count)
{
	const off_t page_end = ftello(out) + PAGE_MAX_BYTES;
	size_t i = 0;

	for (; i < count && ftello(out) < page_end; i++) {
		const struct as_site_source file = at(context, i);
		write_file(out, &file, page_end);
	}
	if (i < count)
		fprintf(out, "<p class=\"cut\">%zu more file%s not shown.</p>", count - i,
			count - i == 1 ? " is" : "s are");
	if (count == 0)
		fputs("<p class=\"empty\">The submission has no files.</p>", out);
}
