/* SPDX-License-Identifier: MIT */
/**
 * Pages of helpers in the hall, and of the jury. An analyst sees no forms. Included by pages.h.
 *
 * Addresses; forms as in pages.h:
 *
 *	GET /balloons            as_contest_page_balloons: for accounts of the type balloon
 *	POST /balloons           team, problem: ids; action: a name of as_contest_handing_name. 409:
 *	                         it does not fit the balloon's state any more
 */
#ifndef ASSAY_CONTEST_PAGES_HALL_H
#define ASSAY_CONTEST_PAGES_HALL_H

#include <assay/contest/pages.h>

/** Balloons to take back, to deliver, and delivered ones. */
void as_contest_page_balloons(FILE *out, const struct as_contest_visit *visit) AS_NONNULL(1, 2);

#endif
