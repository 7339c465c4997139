/* SPDX-License-Identifier: MIT */
/* state: a grading run, for the files of this folder. */
#ifndef ASSAY_GRADE_RUN_STATE_H
#define ASSAY_GRADE_RUN_STATE_H

#include <assay/grade/run.h>

/* ---- assignment.c ---- */

/** A file of code that everybody has. */
struct grade_given {
	char *name;     /**< its path */
	size_t package; /**< see grade_given_is_of */
	int language;   /**< enum as_source_language */
	struct as_bytes text;
};
/** The scheme with its packages, which are open. */
struct grade_assignment {
	struct as_scheme scheme;
	struct as_package **packages; /**< one for each of the scheme */
	char digest[AS_DIGEST_HEX_SIZE];
	char *fill, *roster; /**< paths of the scheme's keys; NULL: none */
	struct grade_given *given;
	size_t given_count;
	char *given_fault; /**< why given code of a package is missing; NULL: it is not */
};

/* ---- people.c ---- */

/** The people and their submissions. */
struct grade_people {
	struct as_submissions *submissions;
	struct as_class_person *people;
	size_t count;
	struct as_class_attempt *attempts;
	struct as_class_entry *entries; /**< for each submission, one for each package */
	size_t entry_count;
	bool *empty;   /**< for each person: the submissions have no files */
	char ***tests; /**< for each submission, the names of unit tests; NULL: none */
	char ***apart; /**< the same of programs that are apart from a package's own program */
};

struct as_grade {
	struct as_grade_config config; /**< completed by the keys of the scheme */
	int64_t now_s; /**< since 1970: the whole run compares deadlines with this time */
	struct as_languages *languages;
	struct grade_assignment assignment;
	struct grade_people people;
	struct as_text_map compilers; /**< versions by language */
	struct as_class *class;
	struct as_engine *engine;
	struct as_grade_similar similar;
};

/** Opens the scheme of a file, or makes that of a package; close it in any case. */
int grade_assignment_open(struct as_grade *grade, struct as_error *error) AS_MUST_USE AS_NONNULL(1);
void grade_assignment_close(struct grade_assignment *assignment) AS_NONNULL(1);

/* ---- given.c ---- */

/** Reads the files of the scheme's key `given`. AS_ERROR_INPUT with the position: a file does not
 * exist, is a link, or cannot be compared. */
int grade_given_read(struct grade_assignment *assignment, struct as_error *error) AS_MUST_USE
	AS_NONNULL(1);
/** Adds the folders include/ and attachments/ of a package. If they cannot be read, `given_fault`
 * says why: no mark depends on them. */
int grade_given_add_package(struct grade_assignment *assignment, size_t package,
	struct as_error *error) AS_MUST_USE AS_NONNULL(1);
/** True if the submissions for a package have the code. */
bool grade_given_is_of(const struct grade_given *given, size_t package) AS_NONNULL(1);
void grade_given_clear(struct grade_assignment *assignment) AS_NONNULL(1);

/* ---- people.c ---- */

int grade_people_read(struct as_grade *grade, struct as_error *error) AS_MUST_USE AS_NONNULL(1);
/** extensions.c: adds the platform's extensions to the scheme, and lists them. */
int grade_people_extend(struct as_grade *grade, struct as_error *error) AS_MUST_USE AS_NONNULL(1);
void grade_people_clear(struct grade_people *people) AS_NONNULL(1);
/** False for an empty folder. `person`: the index of the row; those of earlier runs follow. */
bool grade_has_handed_in(const struct grade_people *people, const struct as_class_row *row,
	size_t person) AS_NONNULL(1, 2);

/* ---- work.c ---- */

/** The last entry of a person for a package that can be judged; with `work`, the entry with its
 * files. NULL: none. */
const struct as_class_entry *grade_find_entry(const struct as_class_person *person, size_t package,
	const struct as_class_work *work) AS_NONNULL(1);
/** The attempt of a person that the marks are from, else the last one. */
size_t grade_find_attempt(const struct as_class_person *person, const struct as_class_row *row,
	const struct grade_assignment *assignment) AS_NONNULL(1, 2, 3);

/* ---- sheet.c ---- */

/** Writes left-out.csv: the files that are not judged, with reasons. */
int grade_write_left(const struct as_grade *grade, struct as_error *error) AS_MUST_USE
	AS_NONNULL(1);
/** Checks that the teacher's sheet, if any, has the column to fill, before judging begins. */
int grade_check_sheet(struct as_grade *grade, struct as_error *error) AS_MUST_USE AS_NONNULL(1);

/* ---- summary.c ---- */

/** "3 files were not judged: see left-out.csv"; "" if there are none. The rows of the table that
 * are files of systems or tables of platforms are counted separately. Returns `text`. */
const char *grade_describe_left(
	const struct as_submissions *submissions, char text[AS_GRADE_LEFT_SIZE]) AS_NONNULL(1, 2);

/* ---- notes.c ---- */

/** Adds a line to a NULL-terminated list on the heap; NULL is an empty one. */
int grade_notes_add(char ***notes, struct as_error *error, const char *format, ...)
	AS_PRINTF(3, 4) AS_MUST_USE AS_NONNULL(1, 3);
/** Calls `found` with a finding. */
void grade_find(const struct as_grade *grade, enum as_finding_level level, const char *where,
	const char *format, ...) AS_PRINTF(4, 5) AS_NONNULL(1, 3, 4);

/* ---- blind.c and earlier.c: blind marking ---- */

/** Replaces quoted texts by "...", in place, because they may be names. Returns `text`. */
char *grade_hide_quoted(char *text) AS_NONNULL(1);
/** Fails with `why`, an error of a step that reads tables of people: in blind marking, names in it
 * are hidden. Returns -1. */
int grade_fail_hidden(const struct as_grade *grade, struct as_error *why,
	struct as_error *error) AS_MUST_USE AS_NONNULL(1, 2);
/** Adds the findings of an export; in blind marking with pseudonyms instead of paths, and without
 * names. Findings about unknown times are added only if times are needed.
 * `for_page`: leaves out findings that the list of students shows; remarks become infos. */
int grade_take_findings(const struct as_grade *grade, bool for_page, struct as_findings *shown,
	struct as_error *error) AS_MUST_USE AS_NONNULL(1, 3);
/** A path with the person's pseudonym instead of the name, and the same ending. Free it. */
char *grade_hide_path(const struct as_class *class, const struct as_class_person *person,
	const char *path, struct as_error *error) AS_MUST_USE AS_NONNULL(1, 2, 3);
/** Removes the files of an earlier run that contain names and that this run does not replace:
 * handouts, the filled sheet, and with `no_pages` the pages. Calls `line` for each. A file that the
 * configuration names is kept. Call it before the files of blind marking are written. */
int grade_remove_earlier(const struct as_grade *grade, struct as_error *error) AS_MUST_USE
	AS_NONNULL(1);

#endif
