/* SPDX-License-Identifier: MIT */
/* The names of the values of marks, in a file of their own: a program that only forgets a student
 * needs nothing else of this library. */
#include <assay/grade/marks.h>

static const char *const state_names[] = {
	[AS_MARK_JUDGED] = "judged",
	[AS_MARK_GIVEN] = "given",
	[AS_MARK_NOT_JUDGED] = "not_judged",
	[AS_MARK_NEEDS_PERSON] = "needs_person",
	[AS_MARK_NOT_SUBMITTED] = "not_submitted",
	[AS_MARK_AWAITED] = "awaited",
	[AS_MARK_EXCUSED] = "excused",
};

const char *as_mark_state_name(enum as_mark_state state)
{
	return state_names[state];
}

bool as_mark_state_is_open(enum as_mark_state state)
{
	return state == AS_MARK_NOT_JUDGED || state == AS_MARK_NEEDS_PERSON ||
	       state == AS_MARK_AWAITED || state == AS_MARK_EXCUSED;
}

static const char *const late_names[] = {
	[AS_LATE_NO] = "no",
	[AS_LATE_YES] = "yes",
	[AS_LATE_TOO_LATE] = "too_late",
	[AS_LATE_UNKNOWN] = "unknown",
};

const char *as_late_state_name(enum as_late_state state)
{
	return late_names[state];
}
