/* SPDX-License-Identifier: MIT */
/* decisions: private header: parts of pages about decisions of the jury. */
#ifndef ASSAY_CONTEST_PAGES_DECISIONS_H
#define ASSAY_CONTEST_PAGES_DECISIONS_H

#include "page.h"

/* The section about the standings and first teams that differ between the final board and another
 * one, which it takes (NULL: out of memory). `is_proposed`: the other board comes after, if the
 * jury decides so; else it was before (board_changes.c). */
void page_board_changes(
	FILE *out, const struct as_contest_visit *visit, struct as_board *other, bool is_proposed);

/* Tells the jury and the team that the jury decided the verdict shown, with the reason if the
 * visitor may see it. Writes nothing for a judged verdict (ruling.c). */
void page_ruling(FILE *out, const struct as_contest_visit *visit, size_t submission);

#endif
