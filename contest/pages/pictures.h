/* SPDX-License-Identifier: MIT */
/* pictures: private header of pages: pictures of the folder, and colours of problems (pictures.c).
 */
#ifndef ASSAY_CONTEST_PAGES_PICTURES_H
#define ASSAY_CONTEST_PAGES_PICTURES_H

#include "page.h"

/* True if the logo of an organization is in the folder. */
bool page_has_logos(const struct as_contest *contest);
bool page_has_banner(const struct as_contest *contest);
/* Each writes an <img>, if the folder has the picture: the logo of the team's organization; a
 * flag; a team's photo; the banner of the contest, or its logo. `base` NULL: in a file, which has
 * the rules of page_picture_styles. */
void page_logo(FILE *out, const char *base, const struct as_contest *contest,
	const struct as_contest_team *team);
void page_flag(FILE *out, const char *base, const struct as_contest *contest,
	const struct as_contest_organization *organization);
void page_photo(FILE *out, const char *base, const struct as_contest_team *team);
void page_banner(FILE *out, const struct as_contest_visit *visit);
/* The rules of a style sheet in a file: classes of logos and flags, by the index of the
 * organization, and `banner0`, each with its picture. `notes` lists pictures that are left out. */
int page_picture_styles(FILE *out, const struct as_contest *contest, struct as_findings *notes,
	struct as_error *error) AS_MUST_USE;
/* Ends the start tag of a cell, after an open class attribute: the cell has the problem's colour,
 * and a class that says if the colour is light or dark. */
void page_color(FILE *out, const struct as_contest_problem *problem);

#endif
