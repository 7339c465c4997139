/* SPDX-License-Identifier: MIT */
/* Which marks and tests a person may see. */
#include <assay/grade/marks.h>

bool as_visibility_shows(enum as_visibility visibility, enum as_class_stage stage)
{
	switch (visibility) {
	case AS_VISIBILITY_VISIBLE:
		return true;
	case AS_VISIBILITY_AFTER_DUE_DATE:
		return stage != AS_STAGE_BEFORE_DUE;
	case AS_VISIBILITY_AFTER_PUBLISHED:
		return stage == AS_STAGE_PUBLISHED;
	case AS_VISIBILITY_HIDDEN:
	default:
		return false;
	}
}

/* If the total were shown, the mark of a hidden item could be derived from it. */
bool as_marks_total_is_shown(const struct as_scheme *scheme, enum as_class_stage stage)
{
	for (size_t i = 0; i < scheme->item_count; i++)
		if (scheme->items[i].points_e4 > 0 &&
			!as_visibility_shows(scheme->items[i].visibility, stage))
			return false;
	return true;
}

static bool is_first_failure(const struct as_item *item, const struct as_result *result,
	const struct as_result_test *test)
{
	for (size_t i = 0; test->verdict != AS_VERDICT_AC && i < result->test_count; i++) {
		const struct as_result_test *one = &result->tests[i];
		if (one->verdict != AS_VERDICT_AC && as_item_shows_test(item, one->name))
			return one == test;
	}
	return false;
}

bool as_feedback_shows(const struct as_item *item, const struct as_result *result,
	const struct as_result_test *test)
{
	switch (item->feedback) {
	case AS_FEEDBACK_ALL:
		return true;
	case AS_FEEDBACK_FIRST_FAILURE:
		if (is_first_failure(item, result, test))
			return true;
		return as_result_is_shown(test, AS_AUDIENCE_STUDENT);
	case AS_FEEDBACK_SAMPLES:
		return as_result_is_shown(test, AS_AUDIENCE_STUDENT);
	case AS_FEEDBACK_MARK:
	case AS_FEEDBACK_VERDICTS:
	default:
		return false;
	}
}
