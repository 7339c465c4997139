/* SPDX-License-Identifier: MIT */
/* The actions of assay course, each in a file of its name. */
#ifndef ASSAY_CLI_COURSE_H
#define ASSAY_CLI_COURSE_H

#include "cli.h"

#include <assay/course/folder.h>

/** Each takes its own argv (argv[0] is the action) and returns the exit status. */
int course_new(int argc, char **argv);
int course_check(int argc, char **argv);
int course_passwords(int argc, char **argv);

/** Opens a course; names of languages are checked. `zone`: replaces that of the course; or NULL. */
struct as_course *course_open(const char *path, const char *zone, bool without_packages,
	struct as_error *error) AS_MUST_USE AS_NONNULL(1);
/** Prints all findings, their number, and what the course will be. Returns the exit status. */
int course_print(const struct as_course *course) AS_NONNULL(1);
/** Ends an action that failed, or was cancelled. Returns the exit status. */
int course_fail(const struct as_error *error) AS_NONNULL(1);

#endif
