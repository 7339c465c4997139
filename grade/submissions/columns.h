/* SPDX-License-Identifier: MIT */
/* columns: finds the columns of rosters and of the sheets of platforms, in the languages of
 * Moodle. */
#ifndef ASSAY_GRADE_COLUMNS_H
#define ASSAY_GRADE_COLUMNS_H

#include "draft.h"

#include <assay/csv.h>

/* SIZE_MAX: there is none. */
struct columns {
	size_t ids[3]; /* the first that is not empty counts */
	size_t name, first_name, last_name, mail, group;
	size_t number; /* the platform's, such as Canvas' 12 or Moodle's "Participant 12" */
	size_t login;  /* on GitHub */
	size_t time;   /* of the submission */
	size_t status; /* of the submission; Moodle's only */
	size_t role;   /* in the course */
	size_t section, username;
	bool is_canvas, is_moodle;
};

void columns_find(const struct as_csv *csv, struct columns *columns);
/* Reads the person of a row; missing members are NULL. `group` is on the heap, too. 0: the row does
 * not describe a person. Clear the claim. */
int columns_read(const struct as_csv *csv, const struct columns *columns, size_t row,
	struct claim *claim, char **group, struct as_error *error) AS_MUST_USE;
/* Reads the role of a row; a student without one. False: an unknown role. */
bool columns_role(
	const struct as_csv *csv, const struct columns *columns, size_t row, enum as_role *role);
/* Reads the username, on the heap; NULL: there is none. */
int columns_username(const struct as_csv *csv, const struct columns *columns, size_t row,
	char **username, struct as_error *error) AS_MUST_USE;
/* Adds the sections, which are separated by semicolons, to a list. */
int columns_sections(const struct as_csv *csv, const struct columns *columns, size_t row,
	char ***sections, struct as_error *error) AS_MUST_USE;
/* AS_ERROR_INPUT: no column identifies a person. */
int columns_require_person(const struct as_csv *csv, const struct columns *columns,
	struct as_error *error) AS_MUST_USE;
/* True for a row of somebody who teaches, according to the column of roles. */
bool columns_is_staff(const struct as_csv *csv, const struct columns *columns, size_t row);
/* Finds Moodle's column of grades, or the column of that name; Canvas adds a number to the name:
 * "Homework 1 (123)". */
int columns_find_marks(const struct as_csv *csv, const char *name, size_t *column,
	struct as_error *error) AS_MUST_USE;

#endif
