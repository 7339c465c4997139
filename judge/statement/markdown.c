/* SPDX-License-Identifier: MIT */
/*
 * Renders Markdown as HTML. md4c parses; all output is written here. HTML of the author is never
 * copied, and addresses must have an allowed scheme or name a file of the problem. (md4c's own
 * renderer lets `javascript:` through.)
 */
#include "statement.h"
#include "tex.h"

#include <md4c.h>
#include <strings.h>

struct writer {
	FILE *out;
	const struct statement_links *links;
	unsigned image_depth; /* nesting of images, whose text is the description */
	bool has_file;        /* the outermost image has an address */
	bool is_link[16];     /* for each open link: whether it has an address */
	unsigned link_depth;
	FILE *formula; /* the source of an open formula, else NULL */
	char *source;
	size_t source_size;
};

/* ---- texts ---- */

static void write_code(struct writer *writer, const char *text, size_t size)
{
	as_html_untrusted(writer->out, text, size, SIZE_MAX,
		writer->image_depth ? AS_HTML_ATTRIBUTE : AS_HTML_BLOCK);
}

/* Line feeds and tabs become blanks; no-break spaces stay. */
static void write_text(struct writer *writer, const char *text, size_t size)
{
	while (size > 0) {
		size_t span = 0;
		while (span < size && text[span] != '\t' && text[span] != '\r' &&
			text[span] != '\n')
			span++;
		as_html_untrusted(writer->out, text, span, SIZE_MAX,
			writer->image_depth ? AS_HTML_ATTRIBUTE : AS_HTML_LINE);
		if (span == size)
			return;
		fputc(' ', writer->out);
		text += span + 1;
		size -= span + 1;
	}
}

/* An entity such as "&amp;": letters, digits and '#' between '&' and ';'. */
static void write_entity(struct writer *writer, const char *text, size_t size)
{
	const size_t span = strspn(text + 1, "#0123456789abcdefghijklmnopqrstuvwxyz"
					     "ABCDEFGHIJKLMNOPQRSTUVWXYZ");

	/* Numeric entities are not copied: they could name an invisible character. */
	if (size > 2 && text[1] != '#' && span == size - 2)
		fwrite(text, 1, size, writer->out);
	else
		write_text(writer, text, size);
}

/* ---- addresses ---- */

/* The text of an attribute. Entities in addresses are not decoded, so that they cannot hide a
 * scheme. */
static bool has_scheme(const MD_ATTRIBUTE *address)
{
	static const char *const schemes[] = {"http://", "https://", "mailto:"};

	for (size_t i = 0; i < sizeof schemes / sizeof *schemes; i++) {
		const size_t size = strlen(schemes[i]);
		if (address->size > size && strncasecmp(address->text, schemes[i], size) == 0)
			return true;
	}
	return false;
}

/* The address of a file of the problem, or NULL. */
static const char *find_file(const struct writer *writer, const MD_ATTRIBUTE *name)
{
	return name->size > 0
		       ? writer->links->address(name->text, name->size, writer->links->context)
		       : NULL;
}

static void write_address(const struct writer *writer, const MD_ATTRIBUTE *address)
{
	as_html_untrusted(writer->out, address->text, address->size, 2000, AS_HTML_ATTRIBUTE);
}

static void enter_link(struct writer *writer, const MD_SPAN_A_DETAIL *link)
{
	const char *file = writer->image_depth ? NULL : find_file(writer, &link->href);
	const bool is_link = file || (!writer->image_depth && has_scheme(&link->href));

	if (is_link) {
		fputs("<a href=\"", writer->out);
		if (file)
			as_html_text(writer->out, file);
		else
			write_address(writer, &link->href);
		fputs(file ? "\">" : "\" rel=\"noopener noreferrer nofollow\">", writer->out);
	}
	/* Only links in images can be nested. */
	if (writer->link_depth < sizeof writer->is_link / sizeof *writer->is_link)
		writer->is_link[writer->link_depth] = is_link;
	writer->link_depth++;
}

static void leave_link(struct writer *writer)
{
	writer->link_depth--;
	if (writer->link_depth < sizeof writer->is_link / sizeof *writer->is_link &&
		writer->is_link[writer->link_depth])
		fputs("</a>", writer->out);
}

/* If the problem does not have the picture, a line follows its description. */
static void enter_image(struct writer *writer, const MD_SPAN_IMG_DETAIL *image)
{
	if (writer->image_depth == 0) {
		const char *file = find_file(writer, &image->src);
		writer->has_file = file != NULL;
		fputs("<img", writer->out);
		if (file) {
			fputs(" src=\"", writer->out);
			as_html_text(writer->out, file);
			fputs("\"", writer->out);
		}
		fputs(" alt=\"", writer->out);
	}
	writer->image_depth++;
}

static void leave_image(struct writer *writer, const MD_SPAN_IMG_DETAIL *image)
{
	if (--writer->image_depth > 0)
		return;
	fputs("\">", writer->out);
	if (!writer->has_file)
		statement_missing(writer->out, writer->links, image->src.text, image->src.size);
}

/* ---- formulas ---- */

/* md4c passes the source of a formula in pieces. */
static int enter_formula(struct writer *writer)
{
	writer->source = NULL;
	writer->formula = open_memstream(&writer->source, &writer->source_size);
	return writer->formula ? 0 : -1;
}

static void write_source(struct writer *writer, const char *text, size_t size)
{
	fwrite(text, 1, size, writer->formula);
}

/* Writes the HTML rendering, and the source for KaTeX. */
static int leave_formula(struct writer *writer, bool is_display)
{
	char *source = as_text_close(writer->formula, &writer->source, NULL);

	writer->formula = NULL;
	if (!source)
		return -1;
	statement_formula(writer->out, source, writer->source_size, is_display);
	free(source);
	return 0;
}

/* ---- spans ---- */

static const char *span_name(MD_SPANTYPE type)
{
	switch (type) {
	case MD_SPAN_EM:
		return "em";
	case MD_SPAN_STRONG:
		return "strong";
	case MD_SPAN_CODE:
		return "code";
	case MD_SPAN_DEL:
		return "del";
	case MD_SPAN_U:
		return "u";
	case MD_SPAN_A:
	case MD_SPAN_IMG:
	case MD_SPAN_LATEXMATH:
	case MD_SPAN_LATEXMATH_DISPLAY:
	case MD_SPAN_WIKILINK:
	default:
		return NULL;
	}
}

static bool is_formula(MD_SPANTYPE type)
{
	return type == MD_SPAN_LATEXMATH || type == MD_SPAN_LATEXMATH_DISPLAY;
}

static int enter_span(MD_SPANTYPE type, void *detail, void *context)
{
	struct writer *writer = context;

	if (type == MD_SPAN_IMG)
		enter_image(writer, detail);
	else if (type == MD_SPAN_A)
		enter_link(writer, detail);
	else if (writer->image_depth > 0)
		return 0;
	else if (is_formula(type))
		return enter_formula(writer);
	else if (span_name(type))
		fprintf(writer->out, "<%s>", span_name(type));
	return 0;
}

static int leave_span(MD_SPANTYPE type, void *detail, void *context)
{
	struct writer *writer = context;

	if (type == MD_SPAN_IMG)
		leave_image(writer, detail);
	else if (type == MD_SPAN_A)
		leave_link(writer);
	else if (writer->image_depth > 0)
		return 0;
	else if (is_formula(type))
		return leave_formula(writer, type == MD_SPAN_LATEXMATH_DISPLAY);
	else if (span_name(type))
		fprintf(writer->out, "</%s>", span_name(type));
	return 0;
}

/* ---- blocks ---- */

/* Tags of blocks without attributes. Headings are below the page's own heading. */
static const char *block_name(MD_BLOCKTYPE type)
{
	switch (type) {
	case MD_BLOCK_QUOTE:
		return "blockquote";
	case MD_BLOCK_UL:
		return "ul";
	case MD_BLOCK_OL:
		return "ol";
	case MD_BLOCK_LI:
		return "li";
	case MD_BLOCK_P:
		return "p";
	case MD_BLOCK_THEAD:
		return "thead";
	case MD_BLOCK_TBODY:
		return "tbody";
	case MD_BLOCK_TR:
		return "tr";
	case MD_BLOCK_TH:
		return "th";
	case MD_BLOCK_TD:
		return "td";
	case MD_BLOCK_DOC:
	case MD_BLOCK_HR:
	case MD_BLOCK_H:
	case MD_BLOCK_CODE:
	case MD_BLOCK_HTML:
	case MD_BLOCK_TABLE:
	default:
		return NULL;
	}
}

static void enter_cell(FILE *out, const char *name, const MD_BLOCK_TD_DETAIL *cell)
{
	fprintf(out, "<%s%s>", name,
		cell->align == MD_ALIGN_RIGHT    ? " class=\"right\""
		: cell->align == MD_ALIGN_CENTER ? " class=\"center\""
						 : "");
}

static unsigned heading_level(const MD_BLOCK_H_DETAIL *heading)
{
	return heading->level >= 5 ? 6 : heading->level + 1;
}

static int enter_block(MD_BLOCKTYPE type, void *detail, void *context)
{
	FILE *out = ((struct writer *)context)->out;

	if (type == MD_BLOCK_H)
		fprintf(out, "<h%u>", heading_level(detail));
	else if (type == MD_BLOCK_CODE)
		fputs("<pre><code>", out);
	else if (type == MD_BLOCK_HR)
		fputs("<hr>\n", out);
	else if (type == MD_BLOCK_TABLE)
		fputs("<div class=\"scroll\" tabindex=\"0\"><table>", out);
	else if (type == MD_BLOCK_TH || type == MD_BLOCK_TD)
		enter_cell(out, block_name(type), detail);
	else if (type == MD_BLOCK_OL && ((MD_BLOCK_OL_DETAIL *)detail)->start != 1)
		fprintf(out, "<ol start=\"%u\">", ((MD_BLOCK_OL_DETAIL *)detail)->start);
	else if (block_name(type))
		fprintf(out, "<%s>", block_name(type));
	return 0;
}

static int leave_block(MD_BLOCKTYPE type, void *detail, void *context)
{
	FILE *out = ((struct writer *)context)->out;

	if (type == MD_BLOCK_H)
		fprintf(out, "</h%u>\n", heading_level(detail));
	else if (type == MD_BLOCK_CODE)
		fputs("</code></pre>\n", out);
	else if (type == MD_BLOCK_TABLE)
		fputs("</table></div>\n", out);
	else if (block_name(type))
		fprintf(out, "</%s>\n", block_name(type));
	return 0;
}

/* ---- rendering ---- */

static int enter_text(MD_TEXTTYPE type, const MD_CHAR *text, MD_SIZE size, void *context)
{
	struct writer *writer = context;

	if (writer->formula && (type == MD_TEXT_BR || type == MD_TEXT_SOFTBR))
		fputc(' ', writer->formula);
	else if (writer->formula)
		write_source(writer, text, size);
	else if (type == MD_TEXT_BR)
		fputs(writer->image_depth ? " " : "<br>", writer->out);
	else if (type == MD_TEXT_SOFTBR)
		fputs(writer->image_depth ? " " : "\n", writer->out);
	else if (type == MD_TEXT_NULLCHAR)
		fputs("\xef\xbf\xbd", writer->out);
	else if (type == MD_TEXT_ENTITY)
		write_entity(writer, text, size);
	else if (type == MD_TEXT_CODE)
		write_code(writer, text, size);
	else
		write_text(writer, text, size);
	return 0;
}

int statement_markdown(FILE *out, const char *text, size_t size,
	const struct statement_links *links, struct as_error *error)
{
	struct writer writer = {.out = out, .links = links};
	const MD_PARSER parser = {
		.flags = MD_FLAG_NOHTML | MD_FLAG_LATEXMATHSPANS | MD_FLAG_TABLES |
			 MD_FLAG_STRIKETHROUGH,
		.enter_block = enter_block,
		.leave_block = leave_block,
		.enter_span = enter_span,
		.leave_span = leave_span,
		.text = enter_text,
	};

	const bool failed =
		size > INT32_MAX || md_parse(text, (MD_SIZE)size, &parser, &writer) != 0;
	if (writer.formula) {
		fclose(writer.formula);
		free(writer.source);
	}
	return failed ? as_error_no_memory(error) : 0;
}
