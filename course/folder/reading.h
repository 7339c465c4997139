/* SPDX-License-Identifier: MIT */
/* Private header of course/folder: reads the files of a folder, and reports every mistake as a
 * finding. */
#ifndef ASSAY_COURSE_FOLDER_READING_H
#define ASSAY_COURSE_FOLDER_READING_H

#include <assay/base/node.h>
#include <assay/course/folder.h>

/* A course while it is being read. */
struct folder {
	struct as_course *course;
	const struct as_course_options *options;
	const atomic_bool *cancel;
	bool has_people; /* people.csv could be read: references to people are checked */
};

/* ---- findings (report.c) ---- */

/* Adds a finding at a place; `where` may be "". */
int course_add(struct folder *folder, enum as_finding_level level, const char *where,
	struct as_error *error, const char *format, ...) AS_PRINTF(5, 6) AS_MUST_USE;
/* Adds an error of the input or of its use as a finding at its own place. Errors of another kind
 * are returned (-1). */
int course_report(struct folder *folder, enum as_finding_level level, const struct as_error *why,
	struct as_error *error) AS_MUST_USE;
/* Adds a finding at a node. */
int course_note(struct folder *folder, enum as_finding_level level, const struct as_node *node,
	struct as_error *error, const char *format, ...) AS_PRINTF(5, 6) AS_MUST_USE;
/* Reads a mapping by a table of its keys; each mistake is a finding. */
int course_read(struct folder *folder, const struct as_node *node, const struct as_node_key *keys,
	size_t count, void *target, struct as_error *error) AS_MUST_USE;
/* Finds a regular file beneath the folder; `real` is its path without links. 1: found; 0: it is
 * absent, or there is a finding. */
int course_file(
	struct folder *folder, const char *name, char **real, struct as_error *error) AS_MUST_USE;
/* The same, and loads it as a document. */
int course_document(struct folder *folder, const char *name, struct as_document *document,
	struct as_error *error) AS_MUST_USE;
/* A copy of a text without control characters, which may be written as a number. */
int course_line(const struct as_node *node, char **text, struct as_error *error) AS_MUST_USE;

/* ---- parts ---- */

int course_settings_read(struct folder *folder, struct as_error *error) AS_MUST_USE;
int course_people_read(struct folder *folder, struct as_error *error) AS_MUST_USE;
int course_accounts_read(struct folder *folder, struct as_error *error) AS_MUST_USE;
int course_assignments_read(struct folder *folder, struct as_error *error) AS_MUST_USE;
/* assignment.c: reads one; `real` is the path of its file without links. 1: it can be shown. */
int course_assignment_read(struct folder *folder, const char *real,
	struct as_course_assignment *assignment, struct as_error *error) AS_MUST_USE;
void course_assignment_clear(struct as_course_assignment *assignment);
/* Finds a person by id; adds a finding at the node if there is none. */
int course_person(struct folder *folder, enum as_finding_level level, const struct as_node *node,
	const char *id, size_t *person, struct as_error *error) AS_MUST_USE;

#endif
