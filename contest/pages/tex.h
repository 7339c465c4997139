/* SPDX-License-Identifier: MIT */
/* tex: mathematics of statements. */
#ifndef ASSAY_CONTEST_PAGES_TEX_H
#define ASSAY_CONTEST_PAGES_TEX_H

#include <assay/html.h>

/* Writes a formula as HTML. False, and nothing is written: it has more than the simple part. */
bool page_tex(FILE *out, const char *text, size_t size);
/* The element of a formula: the source for a script, and what is possible without one. */
void page_formula(FILE *out, const char *text, size_t size, bool is_display);

#endif
