/* SPDX-License-Identifier: MIT */
/* A search that fails may say something about the package, or about the output of its program. */
#include "gaps.h"

/* After this many failed searches, the package is the reason. */
#define MAX_FAILED 3

void failures_clear(struct failures *failures)
{
	free(failures->reason);
}

/* A package without generators or without a correct solution cannot be searched. */
int failures_add(struct failures *failures, const struct as_error *why, struct as_error *error)
{
	char text[1024];

	if (why->kind != AS_ERROR_INPUT && why->kind != AS_ERROR_USAGE) {
		if (error)
			*error = *why;
		return -1;
	}
	free(failures->reason);
	failures->reason = as_text_format(error, "%s", as_error_format(why, text, sizeof(text)));
	failures->count++;
	return failures->reason ? 0 : -1;
}

bool failures_are_all(const struct failures *failures, size_t searched)
{
	return failures->count >= MAX_FAILED && !searched;
}
