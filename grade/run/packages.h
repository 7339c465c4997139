/* SPDX-License-Identifier: MIT */
/* packages: the files of a submission that are for a package, if the scheme has several. */
#ifndef ASSAY_GRADE_RUN_PACKAGES_H
#define ASSAY_GRADE_RUN_PACKAGES_H

#include "state.h"

/* ---- packages.c: the package that a file is for ---- */

/** For as_submissions_order.are_apart; the context is the assignment, which is not changed. */
bool grade_are_apart(void *context, const char *place, const char *other) AS_NONNULL(1, 2, 3);
/** False if the file is for another package. */
bool grade_may_be_for(const struct as_received_file *file,
	const struct grade_assignment *assignment, size_t package) AS_NONNULL(1, 2);
/** True if the path in the submission has the name of the package, or of several packages and this
 * one. */
bool grade_is_named_for(const char *place, const struct grade_assignment *assignment,
	size_t package) AS_NONNULL(1, 2);
bool grade_has_file_for(const struct as_received *received,
	const struct grade_assignment *assignment, size_t package) AS_NONNULL(1, 2);
bool grade_names_packages(const struct as_received *received,
	const struct grade_assignment *assignment) AS_NONNULL(1, 2);
/** Lists patterns of the files that are for the package or for no package in particular; free the
 * list with as_names_free. */
char **grade_list_asked(const struct as_received *received,
	const struct grade_assignment *assignment, size_t package, struct as_error *error)
	AS_NONNULL(1, 2);
const char *grade_find_entry_point(const struct as_received *received,
	const struct grade_assignment *assignment, size_t package) AS_NONNULL(1, 2);
/** Sets `doubt` if a file is for the package only because of a name that also contains names of
 * other packages. Free `doubt`. */
int grade_doubt_name(const struct as_received *received, const struct grade_assignment *assignment,
	size_t package, char **doubt, struct as_error *error) AS_MUST_USE AS_NONNULL(1, 2, 4);

/* ---- renamed.c ---- */

/** Sets `doubt` if a source refers to a file by a name that the judge does not accept. Free
 * `doubt`. */
int grade_doubt_renamed(const struct as_received *received, const struct as_sources *sources,
	bool is_blind, char **doubt, struct as_error *error) AS_MUST_USE AS_NONNULL(1, 2, 4);

/* ---- unread.c: files that may contain the program of a package ---- */

/** For a package without a file: refuses the entry, which is then no longer absent, if the
 * submission has an archive that was not unpacked, or a file with the package's name that cannot be
 * judged. */
int grade_refuse_unread(const struct as_submissions *submissions, size_t received,
	const struct grade_assignment *assignment, struct as_class_entry *entry,
	struct as_error *error) AS_MUST_USE AS_NONNULL(1, 3, 4);

/* ---- unnamed.c: programs without a package's name ---- */

/** All members are borrowed. */
struct grade_unnamed_order {
	const struct as_received *received;
	const struct grade_assignment *assignment;
	const struct as_languages *languages;
	const struct as_sources
		*sources; /**< all files of the submission, or those for a package */
};
/** Lists the files to judge for a package without a file of its own, if other packages have one.
 * 1: done; free `asked` with as_names_free, and `doubt`, as in grade_doubt_name. 0: there is no
 * such program. */
int grade_list_unnamed(const struct grade_unnamed_order *order, size_t package, char ***asked,
	char **doubt, struct as_error *error) AS_MUST_USE AS_NONNULL(1, 3, 4);
/** For a package with a file of its own: lists the files without programs that the compiler would
 * join with the program of that file, and appends the names of these programs to the list `apart`.
 * 1: done; free `asked` with as_names_free. 0: no file is such a program. The entry point becomes
 * NULL if one file is left, or if the file of that name has no main. */
int grade_list_named(const struct grade_unnamed_order *order, struct as_class_entry *entry,
	char ***asked, char ***apart, struct as_error *error) AS_MUST_USE AS_NONNULL(1, 2, 3, 4);

#endif
