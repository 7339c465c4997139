/* SPDX-License-Identifier: MIT */
/* Private header: parts of pages about teams and accounts (jury_team.c). */
#ifndef CONTEST_PAGES_STANDING_H
#define CONTEST_PAGES_STANDING_H

#include "page.h"

/* A notice if the team is a guest or disqualified; the jury and the team see the reason
 *. */
void page_standing(FILE *out, const struct as_contest_visit *visit, size_t team);
/* For an admin, a link to the form that resets the password. */
void page_password_link(FILE *out, const struct as_contest_visit *visit, size_t account);

/* The notes on a submission, with a form (jury_notes.c); a mark if there are any. */
void page_notes(FILE *out, const struct as_contest_visit *visit, size_t submission);
void page_note_mark(FILE *out, const struct as_contest_visit *visit, size_t submission);

#endif
