/* SPDX-License-Identifier: MIT */
/* Texts and times, as all parts of the page write them. */
#include "page.h"

#include <string.h>

void as_page_text(FILE *out, const char *text)
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

void as_page_time(FILE *out, int64_t time_ns)
{
	if (time_ns < 1000000000)
		fprintf(out, "%.0f ms", (double)time_ns / 1e6);
	else if (time_ns < INT64_C(10000000000))
		fprintf(out, "%.2f s", (double)time_ns / 1e9);
	else
		fprintf(out, "%.1f s", (double)time_ns / 1e9);
}

bool as_page_has_waited(const struct as_result_test *test)
{
	return test->verdict == AS_VERDICT_TLE && test->reason && strcmp(test->reason, "cpu") != 0;
}

int64_t as_page_counted_ns(const struct as_result_test *test)
{
	if (as_page_has_waited(test))
		return test->usage.wall_time_ns;
	return test->usage.known ? test->usage.cpu_time_ns : -1;
}

void as_page_time_of(FILE *out, const struct as_result_test *test)
{
	const int64_t time_ns = as_page_counted_ns(test);

	if (time_ns < 0) {
		fputs("time unknown", out);
		return;
	}
	as_page_time(out, time_ns);
	if (!as_page_has_waited(test))
		return;
	fputs(" of wall time", out);
	if (test->usage.known) {
		fputs(", ", out);
		as_page_time(out, test->usage.cpu_time_ns);
		fputs(" of CPU time", out);
	}
}

const char *as_page_verdict(const struct as_verified *verified)
{
	return verified->judged ? as_verdict_name(verified->result.verdict) : "";
}
