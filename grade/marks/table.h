/* SPDX-License-Identifier: MIT */
/* The common part of the two tables that people edit; private to grade/marks. */
#ifndef ASSAY_GRADE_MARKS_TABLE_H
#define ASSAY_GRADE_MARKS_TABLE_H

#include <assay/csv.h>
#include <assay/grade/marks/manual.h>

/* The people of the class, sorted by id; the texts are borrowed. */
struct table_people {
	struct as_person_key *keys;
	size_t count;
};
int table_people_init(struct table_people *people, const struct as_person_key *keys, size_t count,
	struct as_error *error) AS_MUST_USE;
void table_people_clear(struct table_people *people);
bool table_people_have(const struct table_people *people, const char *id);
/* The person with this id or pseudonym; NULL: none. */
const struct as_person_key *table_people_find(const struct table_people *people, const char *text);
/* The id of a person as messages may show it: the pseudonym in blind marking, and "..." for a text
 * that belongs to no person of the class. */
const char *table_people_label(const struct table_people *people, const char *text);

/* A file that is being read, and the findings about it. */
struct table {
	struct as_csv csv;
	struct table_people people;
	const struct as_scheme *scheme;
	struct as_findings *findings;
};
/* 1: it was read; 0: there is no such file. Clear it in both cases. */
int table_open(struct table *table, const struct as_scheme *scheme, const char *path,
	const struct as_person_key *keys, size_t count, struct as_error *error) AS_MUST_USE;
void table_clear(struct table *table);

/* The id in a row, on the heap; a pseudonym is converted to the id. */
char *table_id(const struct table *table, size_t row, size_t column, struct as_error *error);
/* A cell without the blanks around it, on the heap. */
char *table_cell(const struct as_csv *csv, size_t row, size_t column, struct as_error *error);
/* Adds a finding at the row's line. */
int table_note(struct table *table, size_t row, enum as_finding_level level, struct as_error *error,
	const char *format, ...) AS_PRINTF(5, 6) AS_MUST_USE;
/* 1: the text right of a mark may be the part of the mark behind a decimal comma that split the
 * cell, and a finding was added; 0: not. */
int table_check_comma(struct table *table, size_t row, size_t mark, size_t text,
	struct as_error *error) AS_MUST_USE;
/* Adds a warning if the id is not in the class. */
int table_check_person(
	struct table *table, size_t row, const char *id, struct as_error *error) AS_MUST_USE;
/* 1: `text` is a number of points up to `max_e4`; 0: it is not, and a finding was added. `what`:
 * the name of the mark. */
int table_points(struct table *table, size_t row, const char *what, const char *text,
	int64_t max_e4, int64_t *points_e4, struct as_error *error) AS_MUST_USE;

#endif
