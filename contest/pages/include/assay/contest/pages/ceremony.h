/* SPDX-License-Identifier: MIT */
/**
 * The ceremony: a page of the jury that resolves the frozen board step by step. Included by
 * pages.h.
 *
 *	GET /jury/resolve        as_contest_page_ceremony; before that, unless ?sure=1,
 *	                         as_contest_page_ceremony_question. ?notes: the same page, which
 *	                         shows the notes of the presenter
 *
 * The script (assets/resolve.js) reads the document of as_contest_api_ceremony from the page.
 */
#ifndef ASSAY_CONTEST_PAGES_CEREMONY_H
#define ASSAY_CONTEST_PAGES_CEREMONY_H

#include <assay/contest/pages.h>

/** `document` is JSON. */
void as_contest_page_ceremony(FILE *out, const struct as_contest_visit *visit, const char *document)
	AS_NONNULL(1, 2, 3);
/** True if the jury should be asked first: the contest is not over, the results are not final or
 * are public already, or there was no freeze. */
bool as_contest_ceremony_asks(const struct as_contest_visit *visit) AS_NONNULL(1);
/** The question; or, with `refusal` (not NULL), why there is no ceremony yet. */
void as_contest_page_ceremony_question(
	FILE *out, const struct as_contest_visit *visit, const char *refusal) AS_NONNULL(1, 2);

/** The page in one file, which needs no server. The pictures of `document` are `data:` URLs. Needs
 * no lock. */
void as_contest_ceremony_file(FILE *out, const char *title, const char *document)
	AS_NONNULL(1, 2, 3);

#endif
