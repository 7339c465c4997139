/* SPDX-License-Identifier: MIT */
/* judge: the parts of the verb `assay judge`. */
#ifndef ASSAY_CLI_JUDGE_H
#define ASSAY_CLI_JUDGE_H

#include <assay/engine.h>

/* ---- judge_table.c ---- */

void judge_print_heading(bool scoring);
/** Prints the row of a submission. A single test has no score. */
void judge_print_row(const struct as_result *result, enum as_audience audience, bool one_test)
	AS_NONNULL(1);

#endif
