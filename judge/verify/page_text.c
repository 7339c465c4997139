/* SPDX-License-Identifier: MIT */
/* Texts and times, shared by all parts of the page. */
#include "page.h"

void as_page_time_of(FILE *out, const struct as_result_test *test)
{
	const int64_t time_ns = as_result_counted_ns(test);

	if (time_ns < 0) {
		fputs("time unknown", out);
		return;
	}
	as_html_time(out, time_ns);
	if (!as_result_has_waited(test))
		return;
	fputs(" of wall time", out);
	if (test->usage.known) {
		fputs(", ", out);
		as_html_time(out, test->usage.cpu_time_ns);
		fputs(" of CPU time", out);
	}
}

const char *as_page_verdict(const struct as_verified *verified)
{
	return verified->judged ? as_verdict_name(verified->result.verdict) : "";
}
