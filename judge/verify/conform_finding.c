/* SPDX-License-Identifier: MIT */
/* Findings about a submission. Expectations have only AC, WA, TLE and RTE: MLE and SV count as RTE,
 * OLE as RTE or WA. */
#include "conform.h"

#include <string.h>

unsigned as_conform_meanings(enum as_verdict verdict)
{
	const unsigned wa = AS_VERDICT_BIT(AS_VERDICT_WA), rte = AS_VERDICT_BIT(AS_VERDICT_RTE);

	switch (verdict) {
	case AS_VERDICT_MLE:
	case AS_VERDICT_SV:
		return rte;
	case AS_VERDICT_OLE:
		return rte | wa;
	case AS_VERDICT_NONE:
	case AS_VERDICT_AC:
	case AS_VERDICT_WA:
	case AS_VERDICT_RTE:
	case AS_VERDICT_TLE:
	case AS_VERDICT_JE:
	case AS_VERDICT_CE:
		break;
	}
	return AS_VERDICT_BIT(verdict);
}

int as_conform_fail(const struct as_conform *at, const char *format, ...)
{
	char text[AS_CONFORM_TEXT_SIZE];
	va_list arguments;

	at->candidate->failed = true;
	if (at->dry_run)
		return 0;
	va_start(arguments, format);
	vsnprintf(text, sizeof(text), format, arguments);
	va_end(arguments);
	return as_findings_add(&at->verify->findings, AS_FINDING_ERROR, at->candidate->path,
		at->error, "%s", text);
}

void as_conform_describe(const struct as_result_test *test, char text[AS_CONFORM_TEXT_SIZE])
{
	const char *feedback = test->feedback ? test->feedback : "";
	char quoted[120];

	as_text_printable(feedback, strlen(feedback), quoted, sizeof(quoted));
	snprintf(text, AS_CONFORM_TEXT_SIZE, "%s%s is %s%s%s%s%s%s",
		test->is_static ? "the static validation of " : "", test->name,
		as_verdict_name(test->verdict), test->reason ? " (" : "",
		test->reason ? test->reason : "", test->reason ? ")" : "", *quoted ? ": " : "",
		quoted);
}
