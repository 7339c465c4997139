/* SPDX-License-Identifier: MIT */
/**
 * roster: the list of the people of a course alone, as Moodle, Canvas and Gradescope export it, or
 * as people write it. Part of submissions.h.
 *
 * Life cycle: `struct as_roster roster = {0}`; as_roster_read; as_roster_clear.
 */
#ifndef ASSAY_GRADE_SUBMISSIONS_ROSTER_H
#define ASSAY_GRADE_SUBMISSIONS_ROSTER_H

#include <assay/package/findings.h>

struct as_csv;

enum as_role {
	AS_ROLE_STUDENT,
	AS_ROLE_TEACHER,
	AS_ROLE_MARKER,
	AS_ROLE_VIEWER,
};
#define AS_ROLE_COUNT (AS_ROLE_VIEWER + 1)
/** "student", "teacher", "marker", "viewer". */
const char *as_role_name(enum as_role role);

/** All texts are one line of printable UTF-8. */
struct as_roster_person {
	char *id;        /**< unique */
	char *name;      /**< or NULL */
	char *mail;      /**< or NULL */
	char *username;  /**< unique */
	char *group;     /**< or NULL */
	char **sections; /**< NULL-terminated; NULL: none */
	enum as_role role;
	unsigned line;
};

struct as_roster {
	struct as_roster_person *persons; /**< in the order of the table */
	size_t count;
	/** Rows that are left out (errors), people with one name (warnings), and what was made of
	 * other columns (info). `where` is "NAME:LINE", with the name of the table. */
	struct as_findings findings;
};

/**
 * Reads the people of a table. A missing id is the username, the email address or the platform's
 * number; a missing username is made from the email address or the id. Rows that describe no person
 * are skipped. A mistake in a row is a finding, and the row is left out. AS_ERROR_INPUT: the table
 * has no column for a person.
 */
int as_roster_read(struct as_roster *roster, const struct as_csv *csv,
	struct as_error *error) AS_MUST_USE AS_NONNULL(1, 2);
/** Frees a person's texts. */
void as_roster_person_clear(struct as_roster_person *person) AS_NONNULL(1);
void as_roster_clear(struct as_roster *roster) AS_NONNULL(1);

#endif
