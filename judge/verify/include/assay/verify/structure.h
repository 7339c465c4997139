/* SPDX-License-Identifier: MIT */
/** structure: the findings of verify that need no run, only the package's settings. */
#ifndef ASSAY_VERIFY_STRUCTURE_H
#define ASSAY_VERIFY_STRUCTURE_H

#include <assay/package.h>

/** Adds the package's warnings, and findings about the groups, their points, the order of the tests
 * and the validators' arguments. It reads no file, and runs nothing. -1: AS_ERROR_INTERNAL. */
int as_verify_settings(const struct as_package *package, struct as_findings *findings,
	struct as_error *error) AS_MUST_USE AS_NONNULL(1, 2);

#endif
