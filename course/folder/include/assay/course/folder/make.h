/* SPDX-License-Identifier: MIT */
/** Creates folders of courses, and passwords. Not included by folder.h; no other functions of the
 * library write. */
#ifndef ASSAY_COURSE_FOLDER_MAKE_H
#define ASSAY_COURSE_FOLDER_MAKE_H

#include <assay/course/folder.h>

/** All pointers are borrowed. */
struct as_course_new_config {
	const char *name; /**< of the folder: the id, if it can be one, and the title */
	const char *zone; /**< of as_zone_open */
	/** Of the assignment week1: local times of the zone that exist once, "2026-10-05 18:00". */
	const char *opens, *due;
	const struct as_package *const *packages; /**< of week1; none: it is marked by hand */
	const char *const *paths; /**< relative to the folder assignments, or absolute */
	size_t package_count;
	const char *roster; /**< the people as a platform's table; NULL: two examples */
	size_t roster_bytes;
	const char *roster_name; /**< for errors */
};

/**
 * Writes a course with comments into an open, empty folder: course.yaml, people.csv, accounts.yaml
 * with random passwords, which only the owner can read, and assignments/week1.yaml.
 * as_course_open has no errors for it if the packages have their data and the roster has none.
 * AS_ERROR_INPUT: the roster is not a table of people.
 */
int as_course_new(int dir_fd, const struct as_course_new_config *config,
	struct as_error *error) AS_MUST_USE AS_NONNULL(2);

/** Appends a random password to accounts.yaml for each person without one, and sets it in the open
 * course. The file is replaced at once, and only the owner can read it. AS_ERROR_INPUT: it is a
 * link, or not a list. */
int as_course_make_passwords(struct as_course *course, size_t *made_count,
	struct as_error *error) AS_MUST_USE AS_NONNULL(1, 2);

#endif
