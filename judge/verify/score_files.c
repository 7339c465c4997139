/* SPDX-License-Identifier: MIT */
/*
 * "If a validator ever creates a score.txt, then it must never create a score_multiplier.txt, and
 * vice versa" (2025-09, "Reporting additional feedback"). Of one test that is a judging error; of
 * two it is only seen by who knows what was said of all.
 */
#include "verify.h"

#include <string.h>

/* The first test for which a validator wrote a file; both borrowed. */
struct use {
	const struct as_candidate *candidate;
	const char *test;
};

static void note(struct use uses[2], const struct as_candidate *candidate, const char *list)
{
	size_t index;
	json_t *item;

	json_array_foreach(json_object_get(candidate->document, list), index, item)
	{
		const char *file = json_string_value(json_object_get(item, "score_file"));
		const char *name = json_string_value(json_object_get(item, "name"));
		struct use *use = file ? &uses[strcmp(file, "score.txt") == 0] : NULL;
		if (use && !use->candidate)
			*use = (struct use){candidate,
				name ? name : json_string_value(json_object_get(item, "group"))};
	}
}

static int check_validator(
	struct as_verify *verify, const char *list, const char *where, struct as_error *error)
{
	struct use uses[2] = {0};

	for (size_t i = 0; i < verify->count; i++)
		note(uses, &verify->candidates[i], list);
	if (!uses[0].candidate || !uses[1].candidate)
		return 0;
	return as_findings_add(&verify->findings, AS_FINDING_ERROR, where, error,
		"it wrote a score.txt for %s (%.200s) and a score_multiplier.txt for %s (%.200s): "
		"it may write one of them only, over all tests",
		uses[1].test, uses[1].candidate->name, uses[0].test, uses[0].candidate->name);
}

int as_score_files_check(struct as_verify *verify, struct as_error *error)
{
	const struct as_package *package = verify->package;

	if (package->output_validators &&
		check_validator(verify, "tests", package->output_validators[0], error))
		return -1;
	return package->static_validator
		       ? check_validator(verify, "statics", package->static_validator, error)
		       : 0;
}
