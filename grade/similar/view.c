/* SPDX-License-Identifier: MIT */
/* Two submissions side by side, as HTML. What they wrote is hostile: all of it goes through
 * write_text. */
#include <assay/grade/similar.h>
#include <string.h>

#define COLOURS 6

const char as_similar_style[] =
	".similar{color-scheme:light "
	"dark;--s-line:#c8ced8;--s-dim:#5c6675;--s0:#dbe9fa;--s1:#fdeecb;"
	"--s2:#dcf3e6;--s3:#f0e2f9;--s4:#fbe0de;--s5:#d9f1f4;display:grid;"
	"grid-template-columns:1fr 1fr;gap:12px}"
	"@media(prefers-color-scheme:dark){.similar{--s-line:#2d3643;--s-dim:#97a2b3;--s0:#17304f;"
	"--s1:#3f3011;--s2:#163626;--s3:#371f48;--s4:#471d1b;--s5:#123a40}}"
	".similar section{min-width:0}.similar h3{margin:0;font-size:1rem;overflow-wrap:anywhere}"
	".similar p{margin:2px 0 8px;color:var(--s-dim)}"
	".similar-scroll{max-height:80vh;overflow:auto;border:1px solid var(--s-line)}"
	".similar-scroll:focus-visible,.similar a:focus-visible{outline:2px "
	"solid;outline-offset:1px}"
	".similar table{border-collapse:collapse;width:100%;font-size:.85rem}"
	".similar caption{text-align:left;padding:4px 8px;font-weight:600;overflow-wrap:anywhere}"
	".similar th{color:var(--s-dim);font-weight:400;text-align:right;padding:0 8px;"
	"vertical-align:top;user-select:none}"
	".similar td{padding:0 4px;vertical-align:top}"
	".similar code{white-space:pre;tab-size:4;unicode-bidi:isolate;direction:ltr;"
	"font-family:ui-monospace,'DejaVu Sans Mono',Menlo,Consolas,monospace}"
	".similar a{color:inherit;font-weight:600;padding:0 3px}"
	".similar .s0{background:var(--s0)}.similar .s1{background:var(--s1)}"
	".similar .s2{background:var(--s2)}.similar .s3{background:var(--s3)}"
	".similar .s4{background:var(--s4)}.similar .s5{background:var(--s5)}"
	".similar tr:has(:target){outline:2px solid}"
	"@media(max-width:700px){.similar{grid-template-columns:1fr}}"
	"@media print{.similar-scroll{max-height:none;overflow:visible}}";

/* ---- texts ---- */

/* Printable text as nothing but text. */
static void write_printable(FILE *out, const char *text)
{
	for (; *text; text++)
		if (strchr("&<>\"'", *text))
			fprintf(out, "&#%d;", *text);
		else
			putc(*text, out);
}

static void write_text(FILE *out, const char *text, size_t length)
{
	/* An escaped byte has four. */
	char printable[4 * AS_SIMILAR_VIEW_BYTES + 8];
	size_t shown = length < AS_SIMILAR_VIEW_BYTES ? length : AS_SIMILAR_VIEW_BYTES;

	/* Not in the middle of a character. */
	for (int i = 0; i < 3 && shown < length && (text[shown] & 0xc0) == 0x80; i++)
		shown--;
	for (size_t i = 0; i < shown;) {
		const char *tab = memchr(text + i, '\t', shown - i);
		size_t end = tab ? (size_t)(tab - text) : shown;
		write_printable(
			out, as_text_printable(text + i, end - i, printable, sizeof printable));
		if (tab)
			putc('\t', out);
		i = end + (tab != NULL);
	}
	if (shown < length)
		fprintf(out, " ... (%zu more bytes)", length - shown);
}

/* ---- lines ---- */

struct view {
	FILE *out;
	const char *anchor;
	const struct as_similar_pair *pair;
	int side;
	size_t left; /* lines that may still be shown */
};

/* The length of the first line, without its end; `whole` is with it. */
static size_t line_length(const char *text, size_t size, size_t *whole)
{
	size_t length = 0;

	while (length < size && text[length] != '\n' && text[length] != '\r')
		length++;
	*whole = length + (length < size);
	if (length + 1 < size && text[length] == '\r' && text[length + 1] == '\n')
		*whole = length + 2;
	return length;
}

static const struct as_similar_lines *lines_of(const struct view *view, size_t region)
{
	return &view->pair->regions[region].lines[view->side];
}

/* The first region that has the line, or the number of all. */
static size_t find_region(const struct view *view, size_t file, unsigned line)
{
	size_t i = 0;

	for (; i < view->pair->region_count; i++) {
		const struct as_similar_lines *lines = lines_of(view, i);
		if (lines->file == file && lines->first <= line && line <= lines->last)
			break;
	}
	return i;
}

/* The regions that begin on a line. */
static void write_anchors(const struct view *view, size_t file, unsigned line)
{
	for (size_t i = 0; i < view->pair->region_count; i++) {
		const struct as_similar_lines *lines = lines_of(view, i);
		if (lines->file == file && lines->first == line)
			fprintf(view->out,
				"<a id=\"%s-%d-%zu\" href=\"#%s-%d-%zu\" "
				"title=\"Passage %zu on the other side\">%zu</a>",
				view->anchor, view->side, i + 1, view->anchor, 1 - view->side,
				i + 1, i + 1, i + 1);
	}
}

static void write_line(
	const struct view *view, size_t file, unsigned line, const char *text, size_t length)
{
	size_t region = find_region(view, file, line);

	if (region < view->pair->region_count) {
		fprintf(view->out, "<tr class=\"s%zu\"><td>", region % COLOURS);
		write_anchors(view, file, line);
	} else {
		fputs("<tr><td>", view->out);
	}
	fprintf(view->out, "</td><th scope=\"row\">%u</th><td><code>", line);
	write_text(view->out, text, length);
	fputs("</code></td></tr>\n", view->out);
}

static void write_file(struct view *view, const struct as_similar_file *file, size_t index)
{
	size_t size = file->size < AS_SIMILAR_FILE_BYTES ? file->size : AS_SIMILAR_FILE_BYTES;
	size_t at = 0;

	fputs("<table><caption>", view->out);
	write_text(view->out, file->name, strlen(file->name));
	fputs("</caption><tbody>\n", view->out);
	for (unsigned line = 1; at < size && view->left; line++, view->left--) {
		size_t whole;
		size_t length = line_length(file->text + at, size - at, &whole);
		write_line(view, index, line, file->text + at, length);
		at += whole;
	}
	fputs("</tbody></table>\n", view->out);
	if (at < file->size)
		fprintf(view->out, "<p>%zu more bytes of this file are not shown.</p>\n",
			file->size - at);
}

static bool has_regions(const struct view *view, size_t file)
{
	for (size_t i = 0; i < view->pair->region_count; i++)
		if (lines_of(view, i)->file == file)
			return true;
	return false;
}

static void write_side(struct view *view, const struct as_similar_source *source)
{
	const struct as_similar_side *side = &view->pair->sides[view->side];

	fputs("<section><h3>", view->out);
	write_text(view->out, source->title, strlen(source->title));
	fprintf(view->out,
		"</h3><p>%u.%02u %%: %zu of %zu counted tokens are similar</p>"
		"<div class=\"similar-scroll\" tabindex=\"0\" role=\"region\" "
		"aria-label=\"Source %d\">\n",
		side->share / 100, side->share % 100, side->matched, side->counted, view->side + 1);
	view->left = AS_SIMILAR_VIEW_LINES;
	for (size_t i = 0; i < source->file_count; i++)
		if (has_regions(view, i))
			write_file(view, &source->files[i], i);
	fputs("</div></section>\n", view->out);
}

void as_similar_view(FILE *out, const char *anchor, const struct as_similar_pair *pair,
	const struct as_similar_source sources[2])
{
	struct view view = {.out = out, .anchor = anchor, .pair = pair};

	fputs("<div class=\"similar\">\n", out);
	for (view.side = 0; view.side < 2; view.side++)
		write_side(&view, &sources[view.side]);
	fputs("</div>\n", out);
}
