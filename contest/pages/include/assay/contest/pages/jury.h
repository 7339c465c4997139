/* SPDX-License-Identifier: MIT */
/**
 * Pages of the jury: for accounts of the roles admin, judge and analyst. An analyst sees no forms;
 * those of the clock are the admin's. Included by pages.h.
 *
 * Addresses; forms as in pages.h:
 *
 *	GET /jury                as_contest_page_board, of the jury; /jury/board/fragment and
 *	                         /jury/board/events as for the public
 *	GET /jury/submissions    as_contest_page_jury_submissions: ?problem=ID &team=ID
 *	                         &language=ID &verdict=WORD &before=N, each "" or missing for all
 *	GET /jury/submissions/N  as_contest_page_jury_submission
 *	POST /jury/submissions/N/rejudge
 *	POST /jury/submissions/N/ignore   ignored: "1", or "0": no longer
 *	GET /jury/clarifications          as_contest_page_jury_clarifications
 *	POST /jury/clarifications         reply_to (its index + 1; "": an announcement), to ("all",
 *	                         or the id of a team), problem (an id; ""), text
 *	GET /jury/clock  POST /jury/clock       as_contest_page_jury_clock; action:
 *	    start                now
 *	    schedule             start: a TIME of the Contest API, or that without seconds and
 *offset (UTC) pause, resume        the countdown before the start, else the contest (a removed
 *interval) duration             minutes: the whole contest's freeze, unfreeze     now; unfreeze: no
 *freeze any more freeze-at            minutes: before the end, 0 for no freeze thaw, finalise now
 *	GET /jury/teams          as_contest_page_jury_teams
 */
#ifndef ASSAY_CONTEST_PAGES_JURY_H
#define ASSAY_CONTEST_PAGES_JURY_H

#include <assay/contest/pages.h>

/** Which submissions are listed. */
struct as_contest_filter {
	size_t problem, team; /**< or AS_CONTEST_NONE: of all */
	const char *language; /**< an id; NULL: all */
	/** NULL: all; "AC" and the like: the verdict that counts; "none": not judged yet;
	 * "ignored"; "practice". */
	const char *verdict;
	uint64_t before; /**< those that arrived before this one; 0: from the newest */
};
#define AS_CONTEST_FILTER_ALL                                                                      \
	((struct as_contest_filter){.problem = AS_CONTEST_NONE, .team = AS_CONTEST_NONE})
/** The submissions of a page of the list. */
#define AS_CONTEST_PAGE_SUBMISSIONS 100
void as_contest_page_jury_submissions(FILE *out, const struct as_contest_visit *visit,
	const struct as_contest_filter *filter) AS_NONNULL(1, 2, 3);

/** A submission with its source, all judgements, and the tests of the one that counts. */
void as_contest_page_jury_submission(FILE *out, const struct as_contest_visit *visit,
	size_t submission, const struct as_contest_evidence *evidence) AS_NONNULL(1, 2, 4);

/** A text that was refused. */
struct as_contest_typed_answer {
	size_t reply_to; /**< AS_CONTEST_NONE: an announcement */
	const char *text;
};
/** Requests that wait for an answer, all others, and the form of announcements. `typed` may be
 * NULL. */
void as_contest_page_jury_clarifications(FILE *out, const struct as_contest_visit *visit,
	const struct as_contest_typed_answer *typed) AS_NONNULL(1, 2);

/** The clock, what can be done with it now, and what stands against finalising. */
void as_contest_page_jury_clock(FILE *out, const struct as_contest_visit *visit) AS_NONNULL(1, 2);

/** All teams and accounts. */
void as_contest_page_jury_teams(FILE *out, const struct as_contest_visit *visit) AS_NONNULL(1, 2);

#endif
