/* SPDX-License-Identifier: MIT */
/* strength: the common part of the files of `assay strength`. */
#ifndef ASSAY_CLI_STRENGTH_H
#define ASSAY_CLI_STRENGTH_H

#include <assay/base/progress.h>
#include <assay/strength.h>

/* strength_live.c */
struct strength_stage {
	const char *what;
	size_t done, total;
};
/** The line that shows the progress of a measurement. Free `progress` after it. */
struct strength_live {
	const struct as_strength_report *report; /**< which is being filled */
	unsigned workers;
	int64_t time_ns; /**< of the order */
	bool is_silent;  /**< no note says how many mutants there are */
	struct as_progress *progress;
	struct strength_stage stage; /**< that the line shows */
};
/** For `progress` of an order; the context is a struct strength_live. Before the first mutant it
 * notes the number of mutants of each language, and their expected time. */
void strength_show_progress(void *context, const struct as_strength_progress *now) AS_NONNULL(1, 2);

/* strength_fix.c */
/** Checks early if strength_fix can add tests. `can_add`: false, with a note, if no group takes
 * tests. -1, AS_ERROR_INPUT: the package has no recipe. */
int strength_fix_check(const struct as_package *package, bool *can_add,
	struct as_error *error) AS_MUST_USE AS_NONNULL(1, 2);
/** Adds at most `max` inputs of gaps to the recipe, makes the tests, and reports each added test as
 * a note. `added`: the number of added tests. -1: the recipe is as before, or a note says that the
 * recipe could not be restored; `assay gen` makes the tests of the recipe again. */
int strength_fix(const struct as_package *package, const struct as_engine_config *config,
	const struct as_strength_report *report, size_t max, size_t *added,
	struct as_error *error) AS_MUST_USE AS_NONNULL(1, 2, 3, 5);

/* strength_tests.c */
/** Prints `before`, then a text of the package with control characters as \xNN. */
void strength_print_text(const char *before, const char *text) AS_NONNULL(1, 2);
/** Prints what each test and each group kills. -1: out of memory. */
int strength_print_tests(const struct as_strength_report *report,
	const struct as_package *package) AS_MUST_USE AS_NONNULL(1, 2);

/* strength_validators.c */
/** Prints what the validators of the package accept, and bounds that no test reaches. */
void strength_print_validators(const struct as_strength_report *report) AS_NONNULL(1);

/* strength_table.c */
/** Prints the report for people. -1: out of memory. */
int strength_print(const struct as_strength_report *report,
	const struct as_package *package) AS_MUST_USE AS_NONNULL(1, 2);

#endif
