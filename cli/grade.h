/* SPDX-License-Identifier: MIT */
/* grade: the parts of the verb `assay grade`. */
#ifndef ASSAY_CLI_GRADE_H
#define ASSAY_CLI_GRADE_H

#include "cli.h"

#include <assay/engine.h>
#include <assay/grade/class.h>
#include <assay/grade/pages.h>
#include <assay/grade/submissions.h>

/* ---- grade_new.c ---- */

/** assay grade new; argv[0] is "grade new". */
int grade_new(int argc, char **argv) AS_NONNULL(2);

/* ---- grade_options.c ---- */

struct grade_options {
	struct as_engine_config engine;
	struct cli_modules modules;
	struct as_job_order order; /**< of each submission */
	const char *scheme;        /**< a scheme's file, or a package */
	const char *submissions;
	const char *out;
	/** How to read the submissions; its path, languages and flag are unset. */
	struct as_submissions_order arrival;
	const char *column; /**< of the sheet to fill; NULL: Moodle's */
	const char *store;  /**< the URL of a server, or NULL */
	bool dry_run, apply, rejudge;
	bool no_pages, no_similar;
	bool blind;     /**< pseudonyms in all files and messages */
	bool has_stage; /**< `stage` is set; false: by the deadline */
	enum as_stage stage;
};

/** Parses the options as cli_parse does. */
int grade_parse(int argc, char **argv, struct grade_options *options) AS_NONNULL(2, 3);

/* ---- grade_scheme.c ---- */

/** A file of code that everybody has. */
struct grade_given {
	char *name;     /**< its path */
	size_t package; /**< see grade_given_is_of */
	int language;   /**< enum as_similar_language */
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
/** Takes the zone, the sheet and the roster from the scheme if no option names them, and checks the
 * deadlines by the zone. The options borrow from the assignment. */
int grade_assignment_apply(struct grade_assignment *assignment, struct grade_options *options,
	struct as_error *error) AS_MUST_USE AS_NONNULL(1, 2);
/** Prints a note that a day is 24 hours, if days count and no zone is known. */
void grade_note_days(const struct as_scheme *scheme) AS_NONNULL(1);
/** Opens the scheme of a file, or makes that of a package; close it in any case. */
int grade_assignment_open(struct grade_assignment *assignment, const char *path, const char *zone,
	struct as_error *error) AS_MUST_USE AS_NONNULL(1, 2);
void grade_assignment_close(struct grade_assignment *assignment) AS_NONNULL(1);

/* ---- grade_given.c ---- */

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

/* ---- grade_people.c ---- */

/** The people and their submissions. */
struct grade_people {
	struct as_submissions *submissions;
	struct as_class_person *people;
	size_t count;
	struct as_class_attempt *attempts;
	struct as_class_entry *entries;
	struct as_submitted *submitted; /**< for each submission, one element for each package */
	size_t submitted_count;
	bool *empty;   /**< for each person: the submissions have no files */
	char **doubts; /**< like `submitted`, for struct as_class_entry; NULL: none */
	char ***tests; /**< for each submission, the names of unit tests; NULL: none */
	bool *unnamed; /**< like `submitted`: files without a package's name are judged */
};
int grade_people_read(struct grade_people *people, const struct grade_options *options,
	const struct grade_assignment *assignment, const struct as_languages *languages,
	struct as_error *error) AS_MUST_USE AS_NONNULL(1, 2, 3, 4);
/** Adds the platform's extensions to the scheme, and lists them. */
int grade_people_extend(struct grade_people *people, struct as_scheme *scheme,
	struct as_error *error) AS_MUST_USE AS_NONNULL(1, 2);
void grade_people_clear(struct grade_people *people) AS_NONNULL(1);
/** False for an empty folder. `person`: the index of the row; those of earlier runs follow. */
bool grade_has_handed_in(const struct grade_people *people, const struct as_class_row *row,
	size_t person) AS_NONNULL(1, 2);

/* ---- grade_sheet.c ---- */

/** Writes left-out.csv: the files that are not judged, with reasons. */
int grade_write_left(const struct grade_people *people, const struct grade_options *options,
	const struct as_class *class, struct as_error *error) AS_MUST_USE AS_NONNULL(1, 2, 3);
/** Checks that the teacher's sheet, if any, has the column to fill, before judging begins. */
int grade_check_sheet(const struct grade_people *people, const struct grade_options *options,
	struct as_error *error) AS_MUST_USE AS_NONNULL(1, 2);
/** Fills the marks into a copy of the teacher's sheet, moodle.csv or canvas.csv, and prints a
 * line. */
int grade_fill_sheet(const struct grade_people *people, const struct grade_options *options,
	const struct grade_assignment *assignment, const struct as_class *class,
	struct as_error *error) AS_MUST_USE AS_NONNULL(1, 2, 3, 4);

/* ---- grade_notes.c ---- */

/** Adds a line to a NULL-terminated list on the heap; NULL is an empty one. */
int grade_notes_add(char ***notes, struct as_error *error, const char *format, ...)
	AS_PRINTF(3, 4) AS_MUST_USE AS_NONNULL(1, 3);

struct grade_similar_counts;
/* ---- grade_report.c ---- */

/** Prints the submissions that the run would process, with reasons. */
void grade_print_plan(const struct as_class_planned *planned, size_t count, size_t whole,
	const struct as_class_person *people, const struct as_class *class, bool blind)
	AS_NONNULL(1, 4, 5);
enum grade_fate {
	GRADE_WAITING, /**< of marks that would change: until --apply */
	GRADE_HELD,    /**< until the errors in manual.csv and overrides.csv are corrected */
	GRADE_APPLIED,
};
/** Prints the marks that would change; returns their number. */
size_t grade_print_changes(const struct as_class *class, enum grade_fate fate) AS_NONNULL(1);
/** Prints the number of students with a mark, and the remaining tasks. */
void grade_print_summary(const struct as_class *class, const struct grade_people *people,
	const char *out) AS_NONNULL(1, 2, 3);
/** Prints a line on similar sources, if any were found. */
void grade_print_similar(const struct grade_similar_counts *counts) AS_NONNULL(1);
#define GRADE_LEFT_SIZE 160
/** "3 files were not judged: see left-out.csv"; "" if there are none. The rows of the table that
 * are files of systems or tables of platforms are counted separately. Returns `text`. */
const char *grade_describe_left(
	const struct as_submissions *submissions, char text[GRADE_LEFT_SIZE]) AS_NONNULL(1, 2);
/** Prints findings on standard error. */
void grade_print_findings(const struct as_findings *findings) AS_NONNULL(1);
#define GRADE_MACHINE_SIZE 1024
/** Writes a line that describes this machine. Returns `text`. */
const char *grade_describe_machine(char text[GRADE_MACHINE_SIZE]) AS_NONNULL(1);
/** Adds the versions of this machine's compilers. */
int grade_list_compilers(const struct as_languages *languages, struct as_text_map *compilers,
	struct as_error *error) AS_MUST_USE AS_NONNULL(1, 2);

#endif
