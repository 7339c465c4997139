/* SPDX-License-Identifier: MIT */
/**
 * The ceremony: a page of the jury that resolves the frozen board step by step. Included by
 * pages.h.
 *
 *	GET /jury/resolve        as_contest_page_ceremony; before that, unless ?sure=1,
 *	                         as_contest_page_ceremony_question. ?notes: the same page, which
 *	                         shows the notes of the presenter
 *	GET /jury/resolve/steps  the document of as_contest_api_ceremony, which the script
 *	                         (assets/resolve.js) reads
 */
#ifndef ASSAY_CONTEST_PAGES_CEREMONY_H
#define ASSAY_CONTEST_PAGES_CEREMONY_H

#include <assay/contest/pages.h>

/** The page, which the script fills. */
void as_contest_page_ceremony(FILE *out, const struct as_contest_visit *visit) AS_NONNULL(1, 2);
/** True if the jury should be asked first: the contest is not over, the results are not final or
 * are public already, or there was no freeze. */
bool as_contest_ceremony_asks(const struct as_contest_visit *visit) AS_NONNULL(1);
/** The question; or, with `refusal` (not NULL), why there is no ceremony yet. */
void as_contest_page_ceremony_question(
	FILE *out, const struct as_contest_visit *visit, const char *refusal) AS_NONNULL(1, 2);

/** The page in one file, which needs no server. `document` is that of as_contest_export_ceremony.
 * Needs no lock. */
void as_contest_ceremony_file(FILE *out, const char *title, const char *document)
	AS_NONNULL(1, 2, 3);

#endif
