/* SPDX-License-Identifier: MIT */
/**
 * Pages of teams that start when they like, during the contest or after it. Included by pages.h.
 *
 *	GET /start               as_contest_page_start
 *	GET /start/board         as_contest_page_own_board, polled every 15 s
 *	POST /start              sure: "1", or "short" if the time is; 409: the team cannot start
 */
#ifndef ASSAY_CONTEST_PAGES_START_H
#define ASSAY_CONTEST_PAGES_START_H

#include <assay/contest/pages.h>

/** The board of the contest as it was at a time (as_contest_log_board_at), without the row of the
 * team that looks at it: so it is shared. */
struct as_contest_ghosts {
	char *text; /**< the table */
	size_t size;
	struct as_board_row *rows;
	size_t *begins; /**< of each row in the text, and of the end of the last one */
	size_t count;   /**< of rows */
};
/** 0, or -1: out of memory. Clear `ghosts`. Needs the lock. */
int as_contest_ghosts_make(const struct as_contest_log *log, const char *base, int64_t time_ms,
	struct as_contest_ghosts *ghosts, struct as_error *error) AS_MUST_USE AS_NONNULL(1, 2, 4);
void as_contest_ghosts_clear(struct as_contest_ghosts *ghosts) AS_NONNULL(1);

/** The visitor is a team. `ghosts`: at the time of the team; NULL: it does not take part after the
 * contest. */
void as_contest_page_start(FILE *out, const struct as_contest_visit *visit,
	const struct as_contest_ghosts *ghosts) AS_NONNULL(1, 2);
/** The table of that page. */
void as_contest_page_own_board(FILE *out, const struct as_contest_visit *visit,
	const struct as_contest_ghosts *ghosts) AS_NONNULL(1, 2);

#endif
