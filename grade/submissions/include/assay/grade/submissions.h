/* SPDX-License-Identifier: MIT */
/**
 * submissions: what a class handed in, from the folder or archive that a learning platform exported
 * to a list of persons and of what was received from each, and when. It judges nothing and computes
 * no marks.
 *
 * Nothing is skipped in silence: each file is a file of a received submission, or it is in the list
 * of files left out, with the reason. Everything that a person has to look at is a finding.
 *
 * All names in the export are text of strangers. Files are opened beneath the export's folder
 * without following links, and archives are unpacked by as_zip_unpack_any into a folder that a
 * keeper removes even if the process is killed. Every text of the result is one line of printable
 * UTF-8, but not escaped for HTML, CSV or names of files.
 *
 * Life cycle: as_submissions_open; any number of readers from any thread; as_submissions_close,
 * which removes what was unpacked.
 */
#ifndef ASSAY_GRADE_SUBMISSIONS_H
#define ASSAY_GRADE_SUBMISSIONS_H

#include <assay/package/findings.h>
#include <assay/program/intake.h>

/* ---- the order ---- */

/** The format of an export. */
enum as_layout {
	AS_LAYOUT_AUTO,   /**< find it out */
	AS_LAYOUT_MOODLE, /**< "Ada Lovelace_12345_assignsubmission_file/a.py", or all files in one
			     folder as "Ada Lovelace_12345_assignsubmission_file_a.py" */
	AS_LAYOUT_CANVAS, /**< "lovelaceada_123_456_a.py", "lovelaceada_LATE_123_456_a.py" */
	AS_LAYOUT_GRADESCOPE, /**< "submission_123/a.py" and submission_metadata.yml */
	AS_LAYOUT_FOLDERS,    /**< "ID/a.py"; attempts as "ID/attempt-2/a.py" or
				 "ID/2026-10-05T23:59:00+02:00/a.py" */
	AS_LAYOUT_FILES,      /**< "ID.py" */
};
#define AS_LAYOUT_COUNT (AS_LAYOUT_FILES + 1)
/** "auto", "moodle", "canvas", "gradescope", "folders", "files". */
const char *as_layout_name(enum as_layout layout);

/** The order of day and month in dates that consist of numbers only, "05/10/2026". */
enum as_date_order {
	AS_DATE_YEAR_FIRST, /**< only unambiguous dates are read: "2026-10-05", "5 October 2026",
			       "2026年10月5日" */
	AS_DATE_DAY_FIRST,
	AS_DATE_MONTH_FIRST,
};
#define AS_DATE_ORDER_COUNT (AS_DATE_MONTH_FIRST + 1)
/** "year-first", "day-first", "month-first". */
const char *as_date_order_name(enum as_date_order order);

/** 0: the default. */
struct as_submissions_limits {
	size_t entry_count;        /**< files and folders of the whole export; default 200,000 */
	uint64_t file_bytes;       /**< of a file; larger ones are left out; default 16 MiB */
	uint64_t submission_bytes; /**< of all files of a submission; default 256 MiB */
	uint64_t total_bytes;      /**< of everything that is unpacked; default 4 GiB */
};

/** All of it is borrowed until as_submissions_open returns, `languages` and `cancel` until
 * as_submissions_close. */
struct as_submissions_order {
	const char *path; /**< a folder, or a zip archive of one */
	enum as_layout layout;
	/** The class: a CSV with a column id (or name, or email), and optionally name, email and
	 * group. A platform's own list of participants is accepted. NULL: the class consists of the
	 * persons in the sheet, or of those who submitted something. */
	const char *roster;
	/** The sheet that the platform exported for marks: Moodle's grading worksheet, Canvas'
	 * gradebook. NULL: none. Without a roster its rows are the persons. */
	const char *sheet;
	/** The times of submissions: a CSV with the columns id and time (ISO 8601), and optionally
	 * attempt. They take precedence over other times. NULL: none. */
	const char *times;
	const char *time_column; /**< of the sheet; NULL: Moodle's, in any known language */
	enum as_date_order date_order;
	/** The zone of times without an offset from UTC: an IANA name ("Europe/Paris"). NULL:
	 * unknown; such times are errors in `times`, and unknown in the sheet. */
	const char *zone;
	/** Patterns of the requested files, a NULL-terminated list with '*' and '?' ("coins.py").
	 * Other files are left out, and two files for one pattern are a finding. NULL: all
	 * files. */
	const char *const *asked;
	/** True if two files, by their places in a submission, are parts of different programs: one
	 * is then not a copy of the other. NULL: false. */
	bool (*are_apart)(void *context, const char *place, const char *other);
	void *apart_context;
	bool leaves_folder; /**< out, even if Python files import by the folder's name */
	const struct as_languages *languages;
	struct as_submissions_limits limits;
	const atomic_bool *cancel; /**< or NULL */
};

/* ---- the result ---- */

/** What the platform's sheet says about more time. */
enum as_extended {
	AS_EXTENDED_NOT,
	AS_EXTENDED_UNTIL,  /**< `extended_s` is set */
	AS_EXTENDED_UNREAD, /**< there is an extension whose time cannot be read */
};

/** A person of the class. */
struct as_person {
	char *id; /**< unique; from the roster, else from the platform, else from the file's name */
	char *name;       /**< NULL: unknown */
	char *mail;       /**< NULL: unknown */
	char *group;      /**< NULL: none */
	char **sections;  /**< of the roster; NULL-terminated, NULL: none */
	char *number;     /**< the platform's own ("12345"); NULL: unknown */
	char *login;      /**< on GitHub; NULL: unknown */
	unsigned line;    /**< in the roster, or in the sheet if it is the roster; 0: in neither */
	size_t sheet_row; /**< index among the rows of the sheet; SIZE_MAX: none */
	enum as_extended extended;
	int64_t extended_s;
	/** Why the person's submission is unknown, and what to do ("CAUSE; REMEDY"): such a person
	 * gets no mark. It may quote the name of the group, but names no student. NULL: it is
	 * known. */
	char *doubt;
};

/** The source of a time. */
enum as_time_source {
	AS_TIME_UNKNOWN, /**< a person has to find it out */
	AS_TIME_EXPORT,  /**< Gradescope's metadata, or the name of the attempt's folder */
	AS_TIME_SHEET,
	AS_TIME_LIST, /**< as_submissions_order.times */
};

/** A file to judge. */
struct as_received_file {
	char *name;  /**< its path in the submission, without the folders that contain all files; in
			safe characters only, so it may differ from the learner's */
	char *path;  /**< its path in the export, "Ada_1_assignsubmission_file/hw.zip/a.ipynb" */
	char *place; /**< its path in the submission as the learner named it, "hw.zip/a.ipynb" */
	bool is_notebook; /**< its code cells will be extracted */
	char digest[AS_DIGEST_HEX_SIZE];
	size_t entry; /**< private: index of what is read */
};

/** One attempt that a person submitted. */
struct as_received {
	size_t person;       /**< index into persons; SIZE_MAX: unknown (a finding) */
	size_t *members;     /**< the persons who get its marks: the group, else the person */
	size_t member_count; /**< 0: it is not known to whom it belongs */
	char *owner;         /**< as the export names the owner */
	char *path;          /**< in the export */
	struct as_received_file *files; /**< sorted by name; none if all were left out */
	size_t file_count;
	uint64_t attempt; /**< the number in the export; 0: none */
	enum as_time_source time_source;
	int64_t time_s;      /**< seconds since 1970-01-01T00:00:00Z; 0 if unknown */
	bool is_by_time;     /**< private: all times of the person's submissions are known */
	bool is_marked_late; /**< the platform marks it as late, without saying by how much */
	char *archive;       /**< the first archive in it that was not unpacked, by its path in the
				submission; NULL: none */
	bool is_ambiguous;   /**< several files for one requested file (a finding) */
	/** Another member of the group submitted something else (a finding): it gives marks to
	 * nobody, and `members` contains only the person. */
	bool is_one_of_several;
	char digest[AS_DIGEST_HEX_SIZE]; /**< of the names and contents of its files */
};

/** The reason why a file is not judged. */
enum as_left_reason {
	AS_LEFT_SYSTEM, /**< made by an operating system or editor: .DS_Store, __MACOSX */
	AS_LEFT_BACKUP, /**< a backup or temporary file of an editor: main.py~ */
	/** Made by a compiler or another tool: .pyc, .class, __pycache__; of a Python environment
	 * or a cache of packages only the folder is listed. */
	AS_LEFT_BUILT,
	AS_LEFT_TESTS,     /**< src/test of a build system, and unit tests */
	AS_LEFT_BINARY,    /**< not text, and not one of the above */
	AS_LEFT_EMPTY,     /**< a source of 0 bytes */
	AS_LEFT_DUPLICATE, /**< a copy of a source, by name and content */
	AS_LEFT_TOO_LARGE, /**< more than the limit */
	AS_LEFT_LINK,      /**< a link, which is not followed */
	AS_LEFT_SPECIAL,   /**< a pipe, a socket, a device */
	/** It cannot be opened, or its name in an archive leads out of the archive. */
	AS_LEFT_UNREADABLE,
	AS_LEFT_ARCHIVE,   /**< an archive that cannot be unpacked, or that is in another archive */
	AS_LEFT_NOTEBOOK,  /**< a notebook without code, broken, or of another language */
	AS_LEFT_NOT_ASKED, /**< it matches none of the patterns */
	AS_LEFT_TEXT_ENTRY, /**< text typed on the platform's page, not a file */
	AS_LEFT_NO_OWNER,   /**< its name does not identify a person in this layout */
	AS_LEFT_SAMPLE,     /**< an environment's unchanged sample, or a test of the project */
	AS_LEFT_NO_SOURCE,  /**< not a program, in a submission without one */
	AS_LEFT_SHEET,      /**< the platform's metadata, the roster, the sheet or the times */
};
/** "system", "built", "binary", ... */
const char *as_left_reason_name(enum as_left_reason reason);
/** True if the file itself is damaged: it may be the program that the student meant. */
bool as_left_reason_is_damage(enum as_left_reason reason);

struct as_left_file {
	char *path; /**< in the export */
	enum as_left_reason reason;
	char *text;      /**< the same as text: "is a link, which is not followed" */
	size_t received; /**< index of the submission that contained it; SIZE_MAX: none */
};

enum as_finding_kind {
	AS_FINDING_OTHER,
	AS_FINDING_TIME,    /**< a time is unknown: without a deadline that does not matter */
	AS_FINDING_NOTHING, /**< a submission that cannot be judged: a known person gets no mark */
	AS_FINDING_REMARK,  /**< requires no decision */
};
/** What is known about a finding beside its text. */
struct as_finding_fact {
	enum as_finding_kind kind;
	size_t person; /**< whose submission or row it is about; SIZE_MAX: several, or nobody's */
	char *blind;   /**< its text without names, for blind marking */
	size_t draft;  /**< private */
};

struct as_submissions {
	enum as_layout layout;     /**< found or said */
	struct as_person *persons; /**< in the order of the roster, then of the export */
	size_t person_count;
	struct as_received *received; /**< by person, then in the order of time, attempt, path */
	size_t received_count;
	struct as_left_file *left; /**< sorted by path */
	size_t left_count;
	/** Findings for a person to look at: submissions of nobody in the roster, two persons with
	 * one name, several submissions of a group, unknown times, files that were renamed. */
	struct as_findings findings;
	struct as_finding_fact *facts; /**< one for each finding */
	struct as_arrival *arrival;    /**< private: the folder that is read */
	size_t *first_of; /**< private: for each person, the first in `all_of`; one more at the end
			   */
	size_t *all_of;   /**< private: indices of received submissions, grouped by members */
};

/**
 * Reads an export. AS_ERROR_INPUT: the export contains nothing of a class; as_zip_unpack refuses
 * the archive; a roster, sheet or list of times cannot be read (with the line); the zone is
 * unknown. AS_ERROR_USAGE: a path does not exist. The fate of a single submission is never an
 * error.
 */
struct as_submissions *as_submissions_open(
	const struct as_submissions_order *order, struct as_error *error) AS_MUST_USE AS_NONNULL(1);
void as_submissions_close(struct as_submissions *submissions);

/** Adds a finding. In blind marking each "%s" is left out of its text, as it may be a name; "%-s"
 * is shown. `person` as in the facts. */
int as_submissions_report(struct as_submissions *submissions, size_t person,
	enum as_finding_level level, const char *where, struct as_error *error, const char *format,
	...) AS_PRINTF(6, 7) AS_MUST_USE AS_NONNULL(1, 4, 6);

/** Writes the indices of all submissions that give marks to a person into `received`, in the order
 * of time, and returns their number. `received` has received_count elements. 0: nothing was
 * submitted. */
size_t as_submissions_of(const struct as_submissions *submissions, size_t person, size_t *received)
	AS_NONNULL(1, 3);
/** True if nothing was received: no file, no archive, and nothing that was left out. */
bool as_received_is_empty(const struct as_submissions *submissions, size_t received) AS_NONNULL(1);
/** Adds a file of a submission to those that are left out: judging leaves it out. The list is not
 * sorted afterwards. */
int as_submissions_leave(struct as_submissions *submissions, size_t received, size_t file,
	enum as_left_reason reason, const char *text, struct as_error *error) AS_MUST_USE
	AS_NONNULL(1, 5);
/** Sorts the files that are left out by their paths. */
void as_submissions_sort_left(struct as_submissions *submissions) AS_NONNULL(1);

/**
 * Reads the files of a submission, to be judged by a package; clear `submitted` in any case.
 * Notebooks become programs. `asked`: only files that match one of the patterns; NULL: all. A
 * submission that cannot be judged is a success, with sources.reason set. AS_ERROR_INPUT with
 * sys_errno ESTALE: a file changed since as_submissions_open.
 */
int as_received_take(const struct as_submissions *submissions, size_t received,
	const struct as_package *package, const char *const *asked, struct as_submitted *submitted,
	struct as_error *error) AS_MUST_USE AS_NONNULL(1, 3, 5);

/** Reads the file of a submission as it is judged: of a notebook, the program. Clear `bytes` in any
 * case. Errors as in as_received_take. */
int as_received_read(const struct as_submissions *submissions, size_t received, size_t file,
	struct as_bytes *bytes, struct as_error *error) AS_MUST_USE AS_NONNULL(1, 4);

/** Lists the text cells of the notebooks of a submission for a person to read, one text for each.
 * NULL-terminated, free with as_names_free; NULL: none. Errors as in as_received_take. */
int as_received_texts(const struct as_submissions *submissions, size_t received, char ***texts,
	struct as_error *error) AS_MUST_USE AS_NONNULL(1, 3);

/** Replaces a Jupyter notebook by its program, as it is read from a submission. 1: done. 0: it has
 * no program, and `reason` (free with free) says why, for people. */
int as_submissions_notebook(
	struct as_bytes *bytes, char **reason, struct as_error *error) AS_MUST_USE AS_NONNULL(1, 2);

#include <assay/grade/submissions/roster.h>
#include <assay/grade/submissions/sheet.h>

#endif
