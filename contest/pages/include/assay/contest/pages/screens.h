/* SPDX-License-Identifier: MIT */
/**
 * Pages for large screens in a hall, which need no operator, and pictures of the contest's folder.
 * Included by pages.h.
 */
#ifndef ASSAY_CONTEST_PAGES_SCREENS_H
#define ASSAY_CONTEST_PAGES_SCREENS_H

#include <assay/contest/pages.h>

/** The public board, around a fragment that was rendered before. It scrolls automatically if it is
 * higher than the screen. */
void as_contest_page_screen_board(
	FILE *out, const struct as_contest_visit *visit, const char *fragment) AS_NONNULL(1, 2, 3);

/** The last submissions that the public sees, newest first, with their verdicts; submissions in the
 * freeze are pending. `fragment`: rendered before. */
void as_contest_page_screen_verdicts(
	FILE *out, const struct as_contest_visit *visit, const char *fragment) AS_NONNULL(1, 2, 3);
/** The live part: the same bytes for all viewers. It changes only if as_contest_log_board_version
 * of the public, the clock or the state does. */
void as_contest_page_verdicts_fragment(
	FILE *out, const struct as_contest_log *log, const char *base) AS_NONNULL(1, 2, 3);

/** The time to the start, then to the end. */
void as_contest_page_screen_countdown(FILE *out, const struct as_contest_visit *visit)
	AS_NONNULL(1, 2);

/** Finds a picture that the visitor may see: "banner" without an id (the contest's banner, or its
 * logo), "logo" or "flag" of an organization, "photo" of a team. NULL: there is none. */
const struct as_contest_file *as_contest_find_picture(const struct as_contest_visit *visit,
	const char *kind, const char *id) AS_MUST_USE AS_NONNULL(1, 2);

#endif
