/* SPDX-License-Identifier: MIT */
/* content: the names that the files of a submission get. For content.c. */
#ifndef ASSAY_GRADE_CONTENT_H
#define ASSAY_GRADE_CONTENT_H

#include "draft.h"

/* Gives each file a name that the judge accepts and that no other file of the draft has. */
int content_tidy_names(struct work *work, struct draft *draft) AS_MUST_USE;
bool content_has_name(const struct draft *draft, const char *name, const struct part *except);
/* False for documents and the like, which the judge leaves out. */
bool content_is_for_judge(const struct as_languages *languages, const char *name);
/* True for two parts of different programs, so that both are needed. */
bool content_are_apart(const struct work *work, const struct part *a, const struct part *b);

#endif
