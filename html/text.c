/* SPDX-License-Identifier: MIT */
#include <assay/html.h>

void as_html_text(FILE *out, const char *text)
{
	for (; text && *text; text++) {
		switch (*text) {
		case '&':
			fputs("&amp;", out);
			break;
		case '<':
			fputs("&lt;", out);
			break;
		case '>':
			fputs("&gt;", out);
			break;
		case '"':
			fputs("&quot;", out);
			break;
		case '\'':
			fputs("&#39;", out);
			break;
		default:
			/* What a browser would take for something else than text. */
			if ((unsigned char)*text < 0x20 && *text != '\n' && *text != '\t')
				fprintf(out, "\\x%02X", (unsigned char)*text);
			else
				fputc(*text, out);
		}
	}
}

void as_html_time(FILE *out, int64_t time_ns)
{
	if (time_ns < 1000000000)
		fprintf(out, "%.0f ms", (double)time_ns / 1e6);
	else if (time_ns < INT64_C(10000000000))
		fprintf(out, "%.2f s", (double)time_ns / 1e9);
	else
		fprintf(out, "%.1f s", (double)time_ns / 1e9);
}
