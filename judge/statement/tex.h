/* SPDX-License-Identifier: MIT */
/* tex: formulas of statements. */
#ifndef ASSAY_JUDGE_STATEMENT_TEX_H
#define ASSAY_JUDGE_STATEMENT_TEX_H

#include <assay/html.h>

/* The HTML of a formula, on the heap. NULL: it is not in the supported subset, or no memory is
 * left.
 */
char *statement_tex(const char *text, size_t size);
/* Writes the element of a formula: its source for KaTeX, and a rendering for readers without
 * scripts. */
void statement_formula(FILE *out, const char *text, size_t size, bool is_display);
/* The number of formulas in HTML of this library that are shown as their source. */
size_t statement_count_sources(const char *html);

#endif
