/* SPDX-License-Identifier: MIT */
/* strength: the common part of the files of `assay strength`. */
#ifndef ASSAY_CLI_STRENGTH_H
#define ASSAY_CLI_STRENGTH_H

#include <assay/strength.h>

/* strength_fix.c */
/** Checks early if strength_fix can add tests: AS_ERROR_USAGE for a scoring package, AS_ERROR_INPUT
 * without a recipe. */
int strength_fix_check(const struct as_package *package, struct as_error *error) AS_MUST_USE
	AS_NONNULL(1);
/** Adds at most `max` inputs of gaps to the recipe, makes the tests, and reports each as a note.
 * `added`: their number. -1: the recipe is as before, or a note says that it is not; if some tests
 * were replaced already, `assay gen` makes those of the recipe again. */
int strength_fix(const struct as_package *package, const struct as_strength_report *report,
	size_t max, size_t *added, struct as_error *error) AS_MUST_USE AS_NONNULL(1, 2, 4);

/* strength_tests.c */
/** Prints a text of the package after one of the program, with control characters as \xNN. */
void strength_print_text(const char *before, const char *text) AS_NONNULL(1, 2);
/** Prints what each test and each group kills. -1: out of memory. */
int strength_print_tests(const struct as_strength_report *report,
	const struct as_package *package) AS_MUST_USE AS_NONNULL(1, 2);

/* strength_table.c */
/** Prints the report for people. -1: out of memory. */
int strength_print(const struct as_strength_report *report,
	const struct as_package *package) AS_MUST_USE AS_NONNULL(1, 2);

#endif
