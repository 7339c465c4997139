/* SPDX-License-Identifier: MIT */
/*
 * "If a validator ever creates a score.txt, then it must never create a score_multiplier.txt, and
 * vice versa" (2025-09, "Reporting additional feedback"). Within one test a violation is a judging
 * error; across tests only this check finds it.
 */
#include "verify.h"

/* The first test for which a validator wrote a file; both borrowed. */
struct use {
	const struct as_candidate *candidate;
	const char *test;
};

static void note(struct use uses[2], const struct as_candidate *candidate, bool of_statics)
{
	const struct as_result *result = &candidate->result;
	const struct as_result_test *tests = of_statics ? result->statics : result->tests;
	const size_t count = of_statics ? result->static_count : result->test_count;

	for (size_t i = 0; i < count; i++) {
		const enum as_score_file file = tests[i].score_file;
		struct use *use = file ? &uses[file == AS_SCORE_FILE_SCORE] : NULL;
		if (use && !use->candidate)
			*use = (struct use){candidate, tests[i].name};
	}
}

static int check_validator(
	struct as_verify *verify, bool of_statics, const char *where, struct as_error *error)
{
	struct use uses[2] = {0};

	for (size_t i = 0; i < verify->count; i++)
		note(uses, &verify->candidates[i], of_statics);
	if (!uses[0].candidate || !uses[1].candidate)
		return 0;
	return as_findings_add(&verify->findings, AS_FINDING_ERROR, where, error,
		"it wrote score.txt for %s (%.200s) and score_multiplier.txt for %s (%.200s); use "
		"only one of the two for all tests",
		uses[1].test, uses[1].candidate->name, uses[0].test, uses[0].candidate->name);
}

int as_score_files_check(struct as_verify *verify, struct as_error *error)
{
	const struct as_package *package = verify->package;

	if (package->output_validators &&
		check_validator(verify, false, package->output_validators[0], error))
		return -1;
	return package->static_validator
		       ? check_validator(verify, true, package->static_validator, error)
		       : 0;
}
