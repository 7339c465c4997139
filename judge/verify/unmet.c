/* SPDX-License-Identifier: MIT */
/* Tests of groups that require one that was not accepted: verify runs them, and no other judge. */
#include "verify.h"

#include <string.h>

static bool is_in(const char *test, const char *group)
{
	const size_t length = strlen(group);

	return strncmp(test, group, length) == 0 && (test[length] == '/' || !test[length]);
}

const char *as_unmet_group(json_t *document, json_t *test)
{
	json_t *own = json_object_get(test, "name");
	/* A static test has no name but its group's. */
	const char *name = json_string_value(own ? own : json_object_get(test, "group"));
	size_t index;
	json_t *group;

	json_array_foreach(json_object_get(document, "groups"), index, group)
	{
		const char *unmet = json_string_value(json_object_get(group, "unmet"));
		if (unmet && is_in(name, json_string_value(json_object_get(group, "name"))))
			return unmet;
	}
	return NULL;
}
