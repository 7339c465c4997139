/* SPDX-License-Identifier: MIT */
/* Private header of pages: parts of the list of packages (jury_candidates.c). */
#ifndef ASSAY_CONTEST_PAGES_PACKAGES_H
#define ASSAY_CONTEST_PAGES_PACKAGES_H

#include "page.h"

/* A paragraph about the version in use, if it was uploaded. */
void page_package_upload(FILE *out, const struct as_contest_visit *visit, size_t problem,
	const struct as_contest_package_view *view);
/* The packages that were uploaded, and wait for a decision. */
void page_candidates(FILE *out, const struct as_contest_visit *visit,
	const struct as_contest_package_view *views);
/* The form for another one. */
void page_upload_form(FILE *out, const struct as_contest_visit *visit);

#endif
