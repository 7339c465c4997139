/* SPDX-License-Identifier: MIT */
/* grade_blind.c and grade_earlier.c: blind marking. */
#ifndef ASSAY_CLI_GRADE_BLIND_H
#define ASSAY_CLI_GRADE_BLIND_H

#include "grade.h"

/** Replaces quoted texts by "...", in place, because they may be names. Returns `text`. */
char *grade_hide_quoted(char *text) AS_NONNULL(1);
/** Hides names in an error about an export, in blind marking. */
void grade_hide_error(const struct grade_options *options, struct as_error *error) AS_NONNULL(1, 2);
/** Adds the findings of an export; in blind marking with pseudonyms instead of paths, and without
 * names. Those about unknown times are of use only if times are needed. */
int grade_take_findings(const struct grade_options *options, const struct grade_people *people,
	const struct as_class *class, bool needs_times, struct as_findings *shown,
	struct as_error *error) AS_MUST_USE AS_NONNULL(1, 2, 3, 5);
/** A path with the person's pseudonym instead of the name, and the same ending. Free it. */
char *grade_hide_path(const struct as_class *class, const struct as_class_person *person,
	const char *path, struct as_error *error) AS_MUST_USE AS_NONNULL(1, 2, 3);
/** Removes the files of an earlier run that contain names and that this run does not replace:
 * handouts, the filled sheet, and with --no-pages the pages. Prints the names of these files. A
 * file that an option names is kept. Call it before the files of blind marking are written. */
int grade_remove_earlier(const struct grade_options *options, const struct as_class *class,
	struct as_error *error) AS_MUST_USE AS_NONNULL(1, 2);

#endif
