/* SPDX-License-Identifier: MIT */
/* Finds the cause of a judging error: a test, a static validation, or the sum of a group's points.
 */
#include <assay/engine/cause.h>

static const struct as_result_test *find_failed(const struct as_result_test *tests, size_t count)
{
	for (size_t i = 0; i < count; i++)
		if (tests[i].verdict == AS_VERDICT_JE)
			return &tests[i];
	return NULL;
}

static char *cause_of_test(
	const struct as_result_test *test, const char *noun, struct as_error *error)
{
	const char *reason = test->reason ? test->reason : "";
	const char *feedback = as_result_feedback(test, AS_AUDIENCE_SETTER);

	return as_text_format(error, "%s %s%s%s%s%s%s", noun, test->name, *reason ? " (" : "",
		reason, *reason ? ")" : "", *feedback ? ": " : "", feedback);
}

char *as_result_cause(const struct as_result *result, struct as_error *error)
{
	const struct as_result_test *test = find_failed(result->tests, result->test_count);

	if (test)
		return cause_of_test(test, "test", error);
	for (size_t i = 0; i < result->group_count; i++)
		if (result->groups[i].verdict == AS_VERDICT_JE && result->groups[i].feedback)
			return as_text_format(error, "group %s: %s", result->groups[i].name,
				result->groups[i].feedback);
	test = find_failed(result->statics, result->static_count);
	return test ? cause_of_test(test, "static validation of", error)
		    : as_text_format(error, "%s", "");
}
