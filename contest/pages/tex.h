/* SPDX-License-Identifier: MIT */
/* tex: formulas of statements. */
#ifndef ASSAY_CONTEST_PAGES_TEX_H
#define ASSAY_CONTEST_PAGES_TEX_H

#include <assay/html.h>

/* Writes a formula as HTML. False, and nothing is written: it is not in the supported subset. */
bool page_tex(FILE *out, const char *text, size_t size);
/* Writes the element of a formula: its source for KaTeX, and a rendering for readers without
 * scripts. */
void page_formula(FILE *out, const char *text, size_t size, bool is_display);

#endif
