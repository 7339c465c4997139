/* SPDX-License-Identifier: MIT */
/**
 * Pages of helpers in the hall, and of the jury. An analyst sees no forms. Included by pages.h.
 *
 * Addresses; forms as in pages.h:
 *
 *	GET /balloons            as_contest_page_balloons: for accounts of the type balloon
 *	POST /balloons           team, problem: ids; action: a name of as_contest_handing_name. 409:
 *	                         it does not fit the balloon's state any more
 *	GET /pictures/map        the map of the room, for helpers and the jury
 *	GET /print  POST /print  as_contest_page_print, of a team: a file `file`, or `submission`
 *	                         (its number; "": none)
 *	GET /prints              as_contest_page_prints: for accounts of the type staff
 *	GET /prints/N            as_contest_page_print_text: N is the number + 1
 *	POST /prints             print: N; action: deliver, undo, or send (to the command). 409: as
 *	                         above
 *	GET /checkin             as_contest_page_checkin: ?name= (a part of a label, name, place or
 *	                         organization); for accounts of the type staff
 *	POST /checkin            team: an id; place ("": that of the folder); present: "1", "0"
 */
#ifndef ASSAY_CONTEST_PAGES_HALL_H
#define ASSAY_CONTEST_PAGES_HALL_H

#include <assay/contest/pages.h>

/** Balloons to take back, to deliver, and delivered ones. */
void as_contest_page_balloons(FILE *out, const struct as_contest_visit *visit) AS_NONNULL(1, 2);

/* ---- the map of the room ---- */

/** True if the folder has a map whose size is known. */
bool as_contest_has_map(const struct as_contest *contest) AS_NONNULL(1);
/** True if the map shows the place of the team: `location` with x and y. */
bool as_contest_is_on_map(const struct as_contest *contest, const struct as_contest_team *team)
	AS_NONNULL(1, 2);
/** Writes the map as an <svg> element of the class `map`, with the labels of teams at their places.
 * `address`: of the picture, or "#ID" of
 * an <image> of the same page, with its size. Returns the number of marks. */
size_t as_contest_write_map(FILE *out, const struct as_contest *contest, const char *address,
	const struct as_contest_team *const *teams, size_t count) AS_NONNULL(1, 2, 3);

/* ---- paper ---- */

#define AS_CONTEST_PAPER_COLUMNS 80
#define AS_CONTEST_PAPER_LINES 60 /**< of a page */
/** A larger text is not printed. */
#define AS_CONTEST_PAPER_MAX_BYTES 1048576

/** A text for a printer: UTF-8 in lines of at most AS_CONTEST_PAPER_COLUMNS characters. */
struct as_contest_paper {
	char *text; /**< owned */
	size_t size;
	uint64_t lines, pages;
};
/**
 * Makes a text printable: tabs become blanks, long lines are wrapped, line ends become line feeds,
 * and bytes that are not UTF-8 become U+FFFD. Control characters, page breaks among them, are
 * removed, as are characters that change the direction of a line. AS_ERROR_USAGE: the text is
 * empty or too large. Needs no lock.
 */
int as_contest_paper_clean(const char *data, size_t size, struct as_contest_paper *paper,
	struct as_error *error) AS_MUST_USE AS_NONNULL(3);
/** The text with a banner, which names the team and its place (free it); NULL: out of memory. Needs
 * the lock. `paper` is the text of the print. */
char *as_contest_paper_banner(const struct as_contest_log *log, size_t print,
	const char *paper) AS_MUST_USE AS_NONNULL(1, 3);

/** The form of a team, and its prints. */
void as_contest_page_print(FILE *out, const struct as_contest_visit *visit) AS_NONNULL(1, 2);
/** The queue of prints. */
void as_contest_page_prints(FILE *out, const struct as_contest_visit *visit) AS_NONNULL(1, 2);
/** A print with its text, to be printed by the browser. `text` NULL: the store does not have it. */
void as_contest_page_print_text(FILE *out, const struct as_contest_visit *visit, size_t print,
	const char *text) AS_NONNULL(1, 2);

/** The teams with their places, and those that are present. `name`: a filter, or NULL. */
void as_contest_page_checkin(FILE *out, const struct as_contest_visit *visit, const char *name)
	AS_NONNULL(1, 2);

#endif
