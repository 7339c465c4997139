/* SPDX-License-Identifier: MIT */
/* match: the persons of a draft. The functions of platforms return 1 if they found the persons, and
 * 0 if the draft is to be matched as in any other layout. */
#ifndef ASSAY_GRADE_MATCH_H
#define ASSAY_GRADE_MATCH_H

#include "draft.h"

struct match;

/* match_members.c: adds the person and the other members of the group. */
int match_put_members(struct work *work, struct as_received *received, size_t person) AS_MUST_USE;
/* Gives the person the number. If the person has one only because of the name, that is remembered.
 */
int match_set_number(struct work *work, size_t person, struct claim *claim) AS_MUST_USE;
/* The text by which the export names the owner. */
const char *match_text_of(const struct claim *claim);
/* Several persons fit the claim: the draft belongs to an unknown one of them. */
int match_report_ambiguous(struct work *work, struct draft *draft, const struct claim *claim,
	const struct match *match) AS_MUST_USE;

int match_moodle(struct work *work, struct draft *draft, struct claim *claim) AS_MUST_USE;
int match_canvas(struct work *work, struct draft *draft, struct claim *claim) AS_MUST_USE;
/* match_ilias.c */
int match_ilias_draft(
	struct work *work, struct draft *draft, const struct claim *claim) AS_MUST_USE;

#endif
