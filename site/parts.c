/* SPDX-License-Identifier: MIT */
/* Parts of pages. */
#include <assay/site/parts.h>

#include <assay/html.h>
#include <inttypes.h>
#include <string.h>
#include <time.h>

void as_site_write_address(FILE *out, const char *base, const char *path, const char *part)
{
	as_html_text(out, base);
	as_html_text(out, path);
	if (part)
		as_html_address(out, part);
}

void as_site_write_attribute(FILE *out, const char *text)
{
	if (text)
		as_html_untrusted(out, text, strlen(text), AS_HTML_MAX_NAME, AS_HTML_ATTRIBUTE);
}

/* Invisible characters stay as they are, because the text goes back to its author. */
void as_site_write_value(FILE *out, const char *text)
{
	for (; text && *text; text++) {
		if (*text == '&')
			fputs("&amp;", out);
		else if (*text == '<')
			fputs("&lt;", out);
		else if (*text == '>')
			fputs("&gt;", out);
		else if (*text == '"')
			fputs("&quot;", out);
		else if (*text == '\n' || *text == '\t' || (unsigned char)*text >= 0x20)
			fputc(*text, out);
	}
}

void as_site_write_block(FILE *out, const char *text, size_t size, size_t max)
{
	const size_t written = as_html_untrusted(out, text, size, max, AS_HTML_BLOCK);

	if (written < size) {
		fputs("\n<span class=\"cut\">", out);
		as_html_bytes(out, size - written);
		fputs(" more</span>", out);
	}
}

void as_site_write_cause(FILE *out, const char *cause)
{
	if (cause && *cause)
		as_html_untrusted(out, cause, strlen(cause), 2000, AS_HTML_LINE);
	else
		fputs("\xe2\x80\x93", out);
}

void as_site_write_sentence(FILE *out, const char *text)
{
	const size_t word = strspn(text, "abcdefghijklmnopqrstuvwxyz'-");

	/* A name, such as main.py, stays as it is. */
	if (*text >= 'a' && *text <= 'z' && (!text[word] || strchr(" ,:;", text[word])))
		putc(*text++ - 'a' + 'A', out);
	const size_t length = strlen(text);
	as_html_untrusted(out, text, length, 2000, AS_HTML_LINE);
	if (length > 0 && !strchr(".!?", text[length - 1]))
		putc('.', out);
}

void as_site_write_moment(FILE *out, int64_t wall_ms)
{
	const time_t seconds = (time_t)(wall_ms / 1000 - (wall_ms % 1000 < 0));
	struct tm utc;
	char text[40];

	if (!gmtime_r(&seconds, &utc))
		return;
	strftime(text, sizeof(text), "%Y-%m-%dT%H:%M:%S", &utc);
	fprintf(out, "<time datetime=\"%s.%03u+00:00\">%.10s %s UTC</time>", text,
		(unsigned)(wall_ms - 1000 * (int64_t)seconds), text, text + 11);
}

void as_site_write_span(FILE *out, int64_t span_ms)
{
	const uint64_t seconds = (uint64_t)(span_ms < 0 ? -span_ms : span_ms) / 1000;

	fprintf(out, "%s%" PRIu64 ":%02u:%02u", span_ms < 0 ? "-" : "", seconds / 3600,
		(unsigned)(seconds / 60 % 60), (unsigned)(seconds % 60));
}

void as_site_write_span_up(FILE *out, int64_t span_ms)
{
	as_site_write_span(out, span_ms > 0 ? (span_ms + 999) / 1000 * 1000 : span_ms);
}

void as_site_write_live_begin(FILE *out, const char *id, int every_s)
{
	fprintf(out, "<div id=\"%s\" data-live=\"%s\" data-page data-every=\"%d\">\n", id, id,
		every_s);
}

void as_site_write_live_end(FILE *out)
{
	fputs("</div>", out);
}

void as_site_write_verdict(FILE *out, const char *name, const char *title)
{
	fprintf(out, "<span class=\"verdict %s\">%s</span>", *name ? name : "pending", title);
}

void as_site_write_option(FILE *out, const char *value, const char *text, bool is_selected)
{
	fputs("<option value=\"", out);
	as_site_write_attribute(out, value);
	fprintf(out, "\"%s>", is_selected ? " selected" : "");
	/* An <option> can only contain text. */
	as_site_write_attribute(out, text);
	fputs("</option>", out);
}

void as_site_write_form(
	FILE *out, const char *base, const char *path, const char *csrf, const char *kind)
{
	fputs("<form method=\"post\" action=\"", out);
	as_site_write_address(out, base, path, NULL);
	fprintf(out, "\"%s>", kind);
	if (!csrf)
		return;
	fputs("<input type=\"hidden\" name=\"csrf\" value=\"", out);
	as_site_write_attribute(out, csrf);
	fputs("\">", out);
}
