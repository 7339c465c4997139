/* SPDX-License-Identifier: MIT */
/* Submissions that fail as expected, but only on samples: the secret tests do not catch them. */
#include "verify.h"

#include <assay/verify/verification.h>

int as_weak_check(struct as_verify *verify, struct as_error *error)
{
	for (size_t i = 0; i < verify->count; i++) {
		const struct as_candidate *candidate = &verify->candidates[i];
		if (as_result_rejecters(&candidate->result, NULL) != AS_REJECTERS_SAMPLES)
			continue;
		if (as_findings_add(&verify->findings, AS_FINDING_WARNING, candidate->path, error,
			    "the submission fails only on samples, and passes all secret tests; "
			    "add a secret test on which it fails, for example by `assay stress "
			    "--add`"))
			return -1;
	}
	return 0;
}
