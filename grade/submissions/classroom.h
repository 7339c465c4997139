/* SPDX-License-Identifier: MIT */
/* classroom: folders that GitHub Classroom names ASSIGNMENT-LOGIN, "blatt1-ada1". */
#ifndef ASSAY_GRADE_CLASSROOM_H
#define ASSAY_GRADE_CLASSROOM_H

#include "draft.h"

/* Finds the beginning of the names of all folders, in the paths after `skip` bytes, after which
 * most names are logins or ids of students, and at least half of them: 1, with its length. 0: there
 * is none, or it is not clear. */
int classroom_find(const struct work *work, size_t skip, size_t *bytes) AS_MUST_USE;
/* Sets work->prefix_bytes, and reports the beginning. */
int classroom_take(struct work *work) AS_MUST_USE;
/* Drops the beginning from the claim of a folder. */
int classroom_claim(const struct work *work, struct claim *claim) AS_MUST_USE;

#endif
