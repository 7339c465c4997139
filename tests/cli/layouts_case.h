/* SPDX-License-Identifier: MIT */
/* layouts_case: judges a folder with files as a submission. */
#ifndef ASSAY_LAYOUTS_CASE_H
#define ASSAY_LAYOUTS_CASE_H

#include "support/packages.h"
#include "support/verdicts.h"

static inline json_t *judge_folder(const char *path)
{
	put_sum_package(1);
	AUTO_OUTCOME outcome = ASSAY("judge", "--json", "-j1", "sum", path);
	EXPECT_STATUS(outcome, 0);
	return document_of(&outcome);
}

static inline void expect_fate(const char *path, const char *fate)
{
	AS_AUTO_JSON json_t *document = judge_folder(path);

	EXPECT_FATE(document, fate);
}

static inline void expect_message(const char *path, const char *fate, const char *message)
{
	AS_AUTO_JSON json_t *document = judge_folder(path);
	const char *output = text_below(document, "compile", "output");

	EXPECT_FATE(document, fate);
	cr_expect_not_null(strstr(output, message), "%s", output);
}

#endif
