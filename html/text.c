/* SPDX-License-Identifier: MIT */
#include <assay/html.h>

#include <inttypes.h>

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
	/* What is rounded to 1000 ms is 1 s. */
	if (time_ns < 999500000)
		fprintf(out, "%.0f ms", (double)time_ns / 1e6);
	else if (time_ns < INT64_C(10000000000))
		fprintf(out, "%.2f s", (double)time_ns / 1e9);
	else
		fprintf(out, "%.1f s", (double)time_ns / 1e9);
}

void as_html_bytes(FILE *out, uint64_t bytes)
{
	static const char *const units[] = {"KiB", "MiB", "GiB", "TiB"};
	double value = (double)bytes / 1024;
	size_t unit = 0;

	if (bytes < 1024) {
		fprintf(out, "%" PRIu64 " B", bytes);
		return;
	}
	for (; value >= 1000 && unit + 1 < sizeof(units) / sizeof(*units); unit++)
		value /= 1024;
	fprintf(out, value < 10 ? "%.1f %s" : "%.0f %s", value, units[unit]);
}
