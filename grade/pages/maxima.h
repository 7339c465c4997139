/* SPDX-License-Identifier: MIT */
/* maxima of the marks on the teacher's page. While a change of the scheme waits, marks of the old
 * and the new scheme have different maxima. */
#ifndef ASSAY_GRADE_PAGES_MAXIMA_H
#define ASSAY_GRADE_PAGES_MAXIMA_H

#include "state.h"

/* Sets pages->fulls_e4 for each item and, last, for the total: the maximum that all marks have, or
 * the maximum in the scheme if the marks have different ones. */
int as_page_find_fulls(struct as_pages *pages, struct as_error *error);
/* Scales a mark from the maximum `full_e4` to the maximum `to_e4`. */
int64_t as_page_scale(int64_t mark_e4, int64_t full_e4, int64_t to_e4);
/* The total, scaled to the maximum of totals that the page shows. */
int64_t as_page_total(const struct as_pages *pages, const struct as_entered *person);

#endif
