/* SPDX-License-Identifier: MIT */
/* why: the comparison of two rows of a student, for the files that find causes. */
#ifndef ASSAY_GRADE_WHY_H
#define ASSAY_GRADE_WHY_H

#include "state.h"

/** A comparison of two rows; the causes are joined with "; ". */
struct why {
	const struct as_class *class;
	const struct as_class_row *before, *now;
	const struct as_class_change *change;
	char text[4096];
	size_t length;
	size_t found; /**< causes, including those already in `text` */
};

/** The marks of an item in both rows; each may be NULL. */
struct why_marks {
	const char *item;
	const struct as_class_mark *before, *now;
};

/** Adds a cause, unless it was added before. */
void why_add(struct why *why, const char *format, ...) AS_PRINTF(2, 3);
bool why_is_other(const char *before, const char *now); /**< NULL is like "" */
/** A fact of the run that made the old marks, and of this run; NULL: it was not recorded. */
const char *why_fact_before(const struct why *why, const char *name);
const char *why_fact_now(const struct why *why, const char *name);
/** True: both runs recorded the fact, and it has changed. */
bool why_is_other_fact(const struct why *why, const char *name);

/** The marks of an item of the change. */
struct why_marks why_marks_of(const struct why *why, size_t index);
bool why_has_state(const struct why_marks *marks, enum as_mark_state state);
/** True: overrides.csv contained the mark before, or contains it now. */
bool why_is_overridden(const struct why_marks *marks);
/** True: overrides.csv is the only cause of the change of the mark. */
bool why_is_only_overridden(const struct why_marks *marks);
/** True: the submission is, or was, in doubt, and the mark is, or was, open. */
bool why_is_in_doubt(const struct why *why, const struct why_marks *marks);
/** True: the change of the mark does not depend on tests or manual.csv. */
bool why_is_decided_apart(const struct why *why, const struct why_marks *marks);
/** The item of the present scheme; NULL: it has none. */
const struct as_item *why_item_of(const struct why *why, const char *id);
bool why_is_manual(const struct why *why, const struct why_marks *marks);
/** True: no item lost its mark, so that none of the numbers shows why the total is gone. */
bool why_needs_decision(const struct as_class_change *change);

/** why_work.c: the causes in the submission and its results. */
void why_explain_works(struct why *why);

#endif
