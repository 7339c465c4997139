/* SPDX-License-Identifier: MIT */
/* strength: the common part of the files of `assay strength`. */
#ifndef ASSAY_CLI_STRENGTH_H
#define ASSAY_CLI_STRENGTH_H

#include <assay/strength.h>

/* strength_tests.c */
/** Prints a text of the package after one of the program, with control characters as \xNN. */
void strength_print_text(const char *before, const char *text) AS_NONNULL(1, 2);
/** Prints what each test and each group kills. -1: out of memory. */
int strength_print_tests(const struct as_strength_report *report,
	const struct as_package *package) AS_MUST_USE AS_NONNULL(1, 2);

/* strength_table.c */
/** The number of wrong submissions of the package that pass all tests. */
size_t strength_count_passing(const struct as_strength_report *report) AS_NONNULL(1);
/** Prints the report for people. -1: out of memory. */
int strength_print(const struct as_strength_report *report,
	const struct as_package *package) AS_MUST_USE AS_NONNULL(1, 2);

#endif
