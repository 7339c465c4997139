/* SPDX-License-Identifier: MIT */
/* moodle: the owner of one of Moodle's folders, from its name and its number. */
#ifndef ASSAY_GRADE_MOODLE_H
#define ASSAY_GRADE_MOODLE_H

#include "draft.h"

enum moodle_kind {
	MOODLE_UNKNOWN, /* the folder fits nobody of the class */
	MOODLE_PERSON,
	MOODLE_TEAM_MEMBER, /* "Team Red-Ada Lovelace_101", of older versions */
	MOODLE_GROUP,       /* "Team Red_55": 55 is the group's number */
	MOODLE_SEVERAL,     /* several persons have the name */
	MOODLE_UNCLEAR,     /* the number is of a person with quite another name */
};
struct moodle_owner {
	enum moodle_kind kind;
	size_t person;   /* unless UNKNOWN or SEVERAL; of a group: a member */
	size_t numbered; /* the person with the folder's number, if it is another; else SIZE_MAX */
	char *team;      /* of a TEAM_MEMBER, on the heap */
};
int moodle_find(
	const struct work *work, const struct claim *claim, struct moodle_owner *owner) AS_MUST_USE;

#endif
