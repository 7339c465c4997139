/* SPDX-License-Identifier: MIT */
/* Describes expectations for findings. */
#include <assay/package/expectation.h>

#include <string.h>

char *as_verdict_set_text(unsigned set, char text[AS_VERDICT_SET_SIZE])
{
	char *at = text;
	unsigned left = set;

	*at = '\0';
	for (int v = AS_VERDICT_AC; v <= AS_VERDICT_CE; v++) {
		if (!(left & AS_VERDICT_BIT(v)))
			continue;
		left &= ~AS_VERDICT_BIT(v);
		const char *before = at == text ? "" : left ? ", " : " or ";
		at += sprintf(at, "%s%s", before, as_verdict_name((enum as_verdict)v));
	}
	return text;
}

const char *as_requirement_source(const struct as_expectation *item,
	const struct as_requirement *one, char text[AS_REQUIREMENT_TEXT_SIZE])
{
	char pattern[160], tests[160];

	as_text_printable(item->submissions, strlen(item->submissions), pattern, sizeof(pattern));
	as_text_printable(one->tests ? one->tests : "", one->tests ? strlen(one->tests) : 0, tests,
		sizeof(tests));
	snprintf(text, AS_REQUIREMENT_TEXT_SIZE, "\"%s\"%s%s%s", pattern,
		one->tests ? " on \"" : "", tests, one->tests ? "\"" : "");
	return text;
}
