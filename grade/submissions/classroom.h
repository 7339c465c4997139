/* SPDX-License-Identifier: MIT */
/* classroom: folders that GitHub Classroom names ASSIGNMENT-LOGIN, "blatt1-ada1". */
#ifndef ASSAY_GRADE_CLASSROOM_H
#define ASSAY_GRADE_CLASSROOM_H

#include "draft.h"

/* Finds the prefix of all folder names (in the paths, after `skip` bytes) that comes before the
 * most logins or ids of students, in at least half of the names: 1, with the length of the prefix.
 * 0: there is no prefix, or it is unclear. */
int classroom_find(const struct work *work, size_t skip, size_t *bytes) AS_MUST_USE;
/* Sets work->prefix, and reports the prefix. */
int classroom_take(struct work *work) AS_MUST_USE;
/* Makes the login or the id of the name that a claim has. 0: a folder without the prefix. */
int classroom_claim(const struct work *work, bool is_folder, struct claim *claim) AS_MUST_USE;

#endif
