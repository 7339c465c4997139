/* SPDX-License-Identifier: MIT */
/* copies: copies of a source in a submission. For content.c. */
#ifndef ASSAY_GRADE_COPIES_H
#define ASSAY_GRADE_COPIES_H

#include "draft.h"

/* True if the file is a copy of another file that stays. */
bool copies_has_original(const struct work *work, const struct draft *draft, size_t copy);

#endif
