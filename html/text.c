/* SPDX-License-Identifier: MIT */
#include <assay/html.h>

#include <inttypes.h>
#include <string.h>

void as_html_text(FILE *out, const char *text)
{
	while (text && *text) {
		const size_t length = strcspn(text, "\n\t");
		as_html_untrusted(out, text, length, SIZE_MAX, AS_HTML_ATTRIBUTE);
		text += length;
		if (*text)
			fputc(*text++, out);
	}
}

void as_html_time(FILE *out, int64_t time_ns)
{
	/* 999.5 ms or more would round to 1000 ms. */
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
