/* SPDX-License-Identifier: MIT */
/* copies: copies of a source in a submission. For content.c. */
#ifndef ASSAY_GRADE_COPIES_H
#define ASSAY_GRADE_COPIES_H

#include "draft.h"

/* Sets are_copies[i] of each file to whether the file is a copy of another file that stays. */
int copies_find(const struct work *work, const struct draft *draft, bool *are_copies) AS_MUST_USE;

#endif
