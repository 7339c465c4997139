/* SPDX-License-Identifier: MIT */
#include <assay/package.h>
#include <string.h>

static const struct row {
	const char *name, *title, *words;
} rows[] = {
	[AS_VERDICT_NONE] = {"", "Pending", ""},
	[AS_VERDICT_AC] = {"AC", "Accepted", "accepted"},
	[AS_VERDICT_WA] = {"WA", "Wrong answer", "wrong answer"},
	[AS_VERDICT_RTE] = {"RTE", "Run-time error", "run-time error"},
	[AS_VERDICT_TLE] = {"TLE", "Time limit exceeded", "time limit exceeded"},
	[AS_VERDICT_OLE] = {"OLE", "Output limit exceeded", "output limit exceeded"},
	[AS_VERDICT_MLE] = {"MLE", "Memory limit exceeded", "memory limit exceeded"},
	[AS_VERDICT_SV] = {"SV", "Forbidden operation", "forbidden operation"},
	[AS_VERDICT_JE] = {"JE", "Judging error", "judging error"},
	[AS_VERDICT_CE] = {"CE", "Compile error", "compile error"},
};
#define ROWS (sizeof rows / sizeof *rows)

static const struct row *find_row(enum as_verdict verdict)
{
	return &rows[(size_t)verdict < ROWS ? verdict : AS_VERDICT_NONE];
}

const char *as_verdict_name(enum as_verdict verdict)
{
	return find_row(verdict)->name;
}

const char *as_verdict_title(enum as_verdict verdict)
{
	return find_row(verdict)->title;
}

const char *as_verdict_words(enum as_verdict verdict)
{
	return find_row(verdict)->words;
}

bool as_verdict_rejects(enum as_verdict verdict)
{
	return verdict != AS_VERDICT_NONE && verdict != AS_VERDICT_AC && verdict != AS_VERDICT_JE;
}

int as_verdict_parse(const char *name, enum as_verdict *verdict)
{
	for (size_t i = AS_VERDICT_AC; i < ROWS; i++) {
		if (strcmp(rows[i].name, name) == 0) {
			*verdict = (enum as_verdict)i;
			return 0;
		}
	}
	return -1;
}
