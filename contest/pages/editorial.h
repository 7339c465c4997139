/* SPDX-License-Identifier: MIT */
/* Private header of pages: editorials (editorial.c). */
#ifndef ASSAY_CONTEST_PAGES_EDITORIAL_H
#define ASSAY_CONTEST_PAGES_EDITORIAL_H

#include "page.h"

/* Whether editorials are open, and the form that changes that. */
void page_editorials_form(FILE *out, const struct as_contest_visit *visit);

#endif
