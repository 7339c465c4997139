/* SPDX-License-Identifier: MIT */
/** Statistics of submissions: by problem, by language, and over time. Included by pages.h. */
#ifndef ASSAY_CONTEST_PAGES_STATISTICS_H
#define ASSAY_CONTEST_PAGES_STATISTICS_H

#include <assay/contest/pages.h>

/** True if the visitor may see the statistics: the contest is over, or the visitor is the jury. */
bool as_contest_visit_sees_statistics(const struct as_contest_visit *visit) AS_NONNULL(1);
/** Submissions by problem, language and time, as a fragment of the page. A visitor who may not see
 * them gets a note that it is too early. */
void as_contest_page_statistics_fragment(FILE *out, const struct as_contest_visit *visit)
	AS_NONNULL(1, 2);
/** The page. `fragment`: the statistics that the visitor may see; NULL: they are made here. */
void as_contest_page_statistics(
	FILE *out, const struct as_contest_visit *visit, const char *fragment) AS_NONNULL(1, 2);

#endif
