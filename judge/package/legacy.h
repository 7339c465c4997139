/* SPDX-License-Identifier: MIT */
/* The test data of the legacy format. */
#ifndef ASSAY_JUDGE_PACKAGE_LEGACY_H
#define ASSAY_JUDGE_PACKAGE_LEGACY_H

#include "tests.h"

/* ---- data/ of legacy (legacy_data.c, legacy_settings.c) ---- */

#define PACKAGE_LEGACY_SETTINGS_NAME "testdata.yaml"

/* The settings of a testdata.yaml; each key is inherited separately. */
struct package_testdata {
	struct as_grading grading; /* its grader_flags are unused */
	bool custom;               /* grading: custom */
	char **grader_flags;
	struct package_settings tests;
};
void package_testdata_clear(struct package_testdata *testdata);

/* Decides, when all groups are read, whether scores follow DOMjudge's rules (domjudge_scores.c). */
int package_domjudge_scores(struct package_loader *loader, struct as_error *error) AS_MUST_USE;
int package_legacy_tests_read(struct package_loader *loader, struct as_error *error) AS_MUST_USE;
/*
 * Reads <folder>/testdata.yaml, unless `real` is NULL, over the settings inherited from the folder
 * above (for data/ from problem.yaml), and sets the group's settings. Clear `testdata`.
 */
int package_testdata_read(struct package_loader *loader, size_t group, const char *path,
	const char *real, const struct package_testdata *above, struct package_testdata *testdata,
	struct as_error *error) AS_MUST_USE;
/* legacy_grading.c: sets the group's grading from complete settings; `path` is for messages. */
int package_grading_fill(const struct package_loader *loader,
	const struct package_testdata *testdata, size_t index, const char *path,
	struct as_error *error) AS_MUST_USE;
/* Checks the settings of the loader's first group in a recipe. */
int package_testdata_check(struct package_loader *loader, const struct as_node *node,
	struct as_error *error) AS_MUST_USE;

#endif
