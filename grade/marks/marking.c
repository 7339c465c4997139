/* SPDX-License-Identifier: MIT */
/* What is known of a submission, and what the teacher has decided about it. */
#include "scope.h"
#include <assay/grade/marks.h>

#include <string.h>

bool marking_has_work(const struct as_marking *marking)
{
	for (size_t i = 0; i < marking->scheme->package_count; i++)
		if (marking->works[i].submitted)
			return true;
	return false;
}

bool marking_is_empty(const struct as_marking *marking)
{
	return !marking->submitted && !marking->undecided && !marking_has_work(marking);
}

const struct as_override *marking_override(const struct as_marking *marking, size_t item)
{
	const struct as_overrides *overrides = marking->overrides;

	for (size_t i = 0; overrides && i < overrides->count; i++)
		if (overrides->items[i].item == item &&
			strcmp(overrides->items[i].id, marking->id) == 0)
			return &overrides->items[i];
	return NULL;
}

/* Marks in manual.csv alone are not a decision about the submission. */
bool marking_is_undecided(const struct as_marking *marking, const struct as_marks *marks)
{
	bool decided = marking_override(marking, SIZE_MAX) != NULL;

	if (!marking->undecided || decided)
		return marking->undecided && !decided;
	for (size_t i = 0; i < marks->item_count; i++) {
		const struct as_item_mark *mark = &marks->items[i];
		if (!mark->overridden && as_mark_state_is_open(mark->state))
			return true;
		decided |= mark->overridden;
	}
	return !decided;
}
