/* SPDX-License-Identifier: MIT */
/* The test data of 2025-09. */
#ifndef ASSAY_JUDGE_PACKAGE_MODERN_H
#define ASSAY_JUDGE_PACKAGE_MODERN_H

#include "tests.h"

/* ---- data/ of 2025-09 (modern_data.c, modern_settings.c, case_settings.c, group_check.c) ---- */

#define PACKAGE_SETTINGS_NAME "test_group.yaml"

int package_modern_tests_read(struct package_loader *loader, struct as_error *error) AS_MUST_USE;
/* Reads <folder>/test_group.yaml, unless `real` is NULL, and sets the group's settings from it and
 * from its defaults. */
int package_group_read(struct package_loader *loader, size_t group, const char *path,
	const char *real, struct package_settings *settings, struct as_error *error) AS_MUST_USE;
/* A test_group.yaml outside of a group has the keys of a test. */
int package_plain_group_read(struct package_loader *loader, const char *path, const char *real,
	struct package_settings *settings, struct as_error *error) AS_MUST_USE;
/* Check such settings in a recipe, as far as each group can be checked alone. */
int package_group_check(struct package_loader *loader, size_t group, const struct as_node *node,
	struct as_error *error) AS_MUST_USE;
int package_plain_group_check(struct package_loader *loader, const struct as_node *node,
	struct as_error *error) AS_MUST_USE;
/* Checks that need all groups. */
int package_groups_check(const struct package_loader *loader, struct as_error *error) AS_MUST_USE;
/* Reads a test's own .yaml. */
int package_case_read(struct package_loader *loader, const char *path, const char *real,
	struct package_settings *settings, struct as_error *error) AS_MUST_USE;

#endif
