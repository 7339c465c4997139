/* SPDX-License-Identifier: MIT */
/* Tests of groups that require a group that was not accepted: verify runs them, but no judge does.
 */
#include "verify.h"

#include <string.h>

static bool is_in(const char *test, const char *group)
{
	const size_t length = strlen(group);

	return strncmp(test, group, length) == 0 && (test[length] == '/' || !test[length]);
}

const char *as_unmet_group(const struct as_result *result, const struct as_result_test *test)
{
	for (size_t g = 0; g < result->group_count; g++) {
		const struct as_result_group *group = &result->groups[g];
		if (group->has_score && group->unmet < result->group_count &&
			is_in(test->name, group->name))
			return result->groups[group->unmet].name;
	}
	return NULL;
}
