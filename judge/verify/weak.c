/* SPDX-License-Identifier: MIT */
/* Submissions that fail as expected, but only on samples: the secret tests do not catch them. */
#include "verify.h"

#include <string.h>

/* True if it fails a sample, was run on secret tests, and passes all of them. */
static bool passes_secret(const struct as_result *result)
{
	bool fails_sample = false, has_secret = false;

	for (size_t i = 0; i < result->test_count; i++) {
		const struct as_result_test *test = &result->tests[i];
		const bool is_sample = strncmp(test->name, "sample/", strlen("sample/")) == 0;
		if (!is_sample && test->verdict != AS_VERDICT_AC)
			return false;
		has_secret |= !is_sample;
		fails_sample |= is_sample && test->verdict != AS_VERDICT_AC;
	}
	return fails_sample && has_secret;
}

int as_weak_check(struct as_verify *verify, struct as_error *error)
{
	for (size_t i = 0; i < verify->count; i++) {
		const struct as_candidate *candidate = &verify->candidates[i];
		if (!candidate->judged || !passes_secret(&candidate->result))
			continue;
		if (as_findings_add(&verify->findings, AS_FINDING_WARNING, candidate->path, error,
			    "the submission fails only on samples, and passes all secret tests; "
			    "add a secret test on which it fails, for example by `assay stress "
			    "--add`"))
			return -1;
	}
	return 0;
}
