/* SPDX-License-Identifier: MIT */
#include <assay/package.h>
#include <string.h>

static const char *const names[] = {
	[AS_VERDICT_NONE] = "",
	[AS_VERDICT_AC] = "AC",
	[AS_VERDICT_WA] = "WA",
	[AS_VERDICT_RTE] = "RTE",
	[AS_VERDICT_TLE] = "TLE",
	[AS_VERDICT_OLE] = "OLE",
	[AS_VERDICT_MLE] = "MLE",
	[AS_VERDICT_SV] = "SV",
	[AS_VERDICT_JE] = "JE",
	[AS_VERDICT_CE] = "CE",
};
#define NAME_COUNT (sizeof names / sizeof *names)

const char *as_verdict_name(enum as_verdict verdict)
{
	return (size_t)verdict < NAME_COUNT ? names[verdict] : "";
}

bool as_verdict_rejects(enum as_verdict verdict)
{
	return verdict != AS_VERDICT_NONE && verdict != AS_VERDICT_AC && verdict != AS_VERDICT_JE;
}

int as_verdict_parse(const char *name, enum as_verdict *verdict)
{
	for (size_t i = AS_VERDICT_AC; i < NAME_COUNT; i++) {
		if (strcmp(names[i], name) == 0) {
			*verdict = (enum as_verdict)i;
			return 0;
		}
	}
	return -1;
}
