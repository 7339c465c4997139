/* SPDX-License-Identifier: MIT */
/* paths: where the packages of a new folder are, seen from the folder; and their tests. */
#ifndef ASSAY_CLI_PATHS_H
#define ASSAY_CLI_PATHS_H

#include "cli.h"

/** The beginning of the options of a verb that makes a folder with packages: the first argument is
 * the folder, others are packages, if an option named one. */
struct path_words {
	const char *path;
	struct cli_list packages; /* as typed */
};
/** For `take` and `check` of the verb, whose options begin with struct path_words. argp passes
 * options first. */
void path_take(struct argp_state *state, char *argument);
void path_check(struct argp_state *state, void *options);

/** The absolute path that a new folder will have, on the heap. */
char *path_of_new(const char *path, struct as_error *error) AS_MUST_USE AS_NONNULL(1);
/** A path from the folder to another absolute path: "../packages/coins". On the heap. */
char *path_between(const char *folder, const char *to, struct as_error *error) AS_MUST_USE
	AS_NONNULL(1, 2);
/** Makes the tests of a package with a recipe and no tests. */
int path_make_tests(const char *package, struct as_error *error) AS_MUST_USE AS_NONNULL(1);

#endif
