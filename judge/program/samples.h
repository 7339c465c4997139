/* SPDX-License-Identifier: MIT */
/* samples: files of a submission that nobody wrote for the task. */
#ifndef ASSAY_JUDGE_SAMPLES_H
#define ASSAY_JUDGE_SAMPLES_H

#include <assay/program.h>

/* The development environment whose unchanged sample the file is; NULL: not a sample. */
const char *as_sample_of(const struct as_source *file) AS_NONNULL(1);
/* Drops such files, and test sources of a build system, with a note for each, unless no other
 * source is left. */
int as_samples_drop(const struct as_languages *languages, struct as_sources *sources,
	struct as_error *error) AS_MUST_USE AS_NONNULL(1, 2);

#endif
