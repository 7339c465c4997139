/* SPDX-License-Identifier: MIT */
/* complete: candidates for the last argument of the command line, for the scripts in completions/.
 *
 * With _ASSAY_COMPLETE=1 in its environment, the command does nothing but print them. The first
 * line is KIND SKIP: the paths that are candidates besides the lines that follow (none, files,
 * folders or archives: folders and zip archives), and the length of the part of the argument before
 * the value, such as 7 for "--html=a". Each further line is a candidate for the value; after a tab
 * its meaning may follow. Candidates need not begin with what was typed: the shell selects them. */
#ifndef ASSAY_CLI_COMPLETE_H
#define ASSAY_CLI_COMPLETE_H

#include "options.h"

bool complete_is_on(void);
/** If completion is on: silences messages, and makes bad usage end with status 0. */
void complete_begin(void);
/** Prints names as candidates, with their meanings (NULL: none), and ends the command. */
_Noreturn void complete_names(const char *const *names, const char *const *texts, size_t count)
	AS_NONNULL(1);
/** Prints the candidates for a value or argument of this name, "FILE" or "text|json", and ends the
 * command; returns if the name is unknown. */
void complete_named(const char *name);
/** Prints the candidates for the last word of the command line of a verb, and ends the command. */
_Noreturn void complete_line(const struct cli_verb *verb, int argc, char **argv, void *options)
	AS_NONNULL(1, 3, 4);

/* ---- candidates.c ---- */

/** Prints a candidate that ends in `end`, unless a terminal would interpret a part of its name. */
void complete_print(const char *name, const char *end, const char *text) AS_NONNULL(1, 2);

/* Those that a package has; none if it cannot be read. */
void complete_tests(const char *package) AS_NONNULL(1);
void complete_recipe_tests(const char *package) AS_NONNULL(1);
void complete_test_folders(const char *package) AS_NONNULL(1);
void complete_submission_sets(const char *package) AS_NONNULL(1);

#endif
