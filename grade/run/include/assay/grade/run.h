/* SPDX-License-Identifier: MIT */
/**
 * run: grades a class, from a scheme and a platform's export to marks, tables and pages in an
 * output folder (assay/grade/class.h). Each step can be repeated, so a run that was killed is
 * simply started again.
 *
 * Life cycle:
 * 1. as_grade_open: reads the scheme with its packages, and the submissions.
 * 2. as_grade_begin: opens the class and the engine, and reports what the export lacks.
 * 3. as_grade_plan; or as_grade_judge, as_grade_mark, as_grade_apply if the fate of the marks is
 *    AS_GRADE_APPLIED, as_grade_write and, if there is a sheet, as_grade_fill.
 * 4. as_grade_close.
 *
 * A run prints nothing: it calls struct as_grade_calls. In blind marking, texts for the caller
 * have pseudonyms in place of names.
 *
 * Thread-safety: one thread at a time; `known`, `failed` and `note` come from any thread.
 *
 * Errors: AS_ERROR_INPUT for a scheme, a package or a table; else as in assay/grade/class.h. If
 * the run is cancelled, a step returns 0 or -1, and only as_grade_close may follow.
 */
#ifndef ASSAY_GRADE_RUN_H
#define ASSAY_GRADE_RUN_H

#include <assay/engine.h>
#include <assay/grade/class.h>
#include <assay/grade/submissions.h>

/* ---- what is graded ---- */

struct as_grade_calls {
	/** A problem of the scheme, the export or a table, or a note about marks. Borrowed. */
	void (*found)(void *context, const struct as_finding *finding);
	/** A line about a file of the output folder: `before`, the path of the file and `after`.
	 * `file` is NULL for the folder itself. */
	void (*line)(void *context, const char *before, const char *file, const char *after);
	/** A submission needs no judging: its result is known. */
	void (*known)(void *context);
	/** A submission cannot be judged, which is a task for the teacher. */
	void (*failed)(void *context, const struct as_error *why);
	void (*note)(void *context, const char *text);
	void *context;
};

/** One submission that a platform hands over, in place of a class: manual items are left out, since
 * the platform has its own, and so are the scheme's keys `fill` and `roster`. */
struct as_grade_single {
	bool has_due; /**< the platform has a deadline: it replaces `due` and `extensions`, if the
			 scheme has a deadline */
	int64_t due_s;
	int32_t due_offset_s;
};

/** All members are borrowed until as_grade_close. */
struct as_grade_config {
	const char *scheme; /**< a scheme's file, or a package */
	const char *submissions;
	const char *out; /**< the folder */
	/** How to read the submissions; the run sets `path`, `languages` and `cancel`. The scheme's
	 * keys `fill`, `roster` and `zone` count if `sheet`, `roster` and `zone` are NULL. */
	struct as_submissions_order arrival;
	const char *column; /**< of the sheet to fill; NULL: Moodle's */
	const char *store;  /**< the URL of a server, or NULL */
	/** The run sets `languages` and `cancel`. If `workers` is 0, only the workers of the store
	 * judge. */
	struct as_engine_config engine;
	struct as_job_order order; /**< of each submission */
	const char *machine;       /**< as in struct as_class_config */
	bool dry_run;              /**< for as_grade_plan: nothing is written */
	bool apply, rejudge;
	bool no_pages, no_similar;
	bool blind;     /**< pseudonyms in all files and messages */
	bool has_stage; /**< `stage` is set; false: by the deadline */
	enum as_class_stage stage;
	struct as_grade_calls calls;          /**< all are set */
	const struct as_grade_single *single; /**< NULL: a class */
	const atomic_bool *cancel;
};

/* ---- the steps ---- */

struct as_grade;
/** NULL with an error. */
struct as_grade *as_grade_open(
	const struct as_grade_config *config, struct as_error *error) AS_MUST_USE AS_NONNULL(1);
/** Takes NULL. */
void as_grade_close(struct as_grade *grade);

int as_grade_begin(struct as_grade *grade, struct as_error *error) AS_MUST_USE AS_NONNULL(1);
/** Lists what as_grade_judge would do, as as_class_plan; free it with as_class_plan_free. `whole`:
 * the number of submissions, that of a team once. */
int as_grade_plan(struct as_grade *grade, struct as_class_planned **planned, size_t *count,
	size_t *whole, struct as_error *error) AS_MUST_USE AS_NONNULL(1, 2, 3, 4);
/** Judges the submissions that have no result in the folder. */
int as_grade_judge(struct as_grade *grade, struct as_error *error) AS_MUST_USE AS_NONNULL(1);

/** What becomes of marks that would change. */
enum as_grade_fate {
	AS_GRADE_WAITING, /**< until `apply` */
	AS_GRADE_HELD,    /**< until the errors in manual.csv and overrides.csv are corrected */
	AS_GRADE_APPLIED,
};
/** Computes the marks, and compares them with those that count. A row of manual.csv or
 * overrides.csv with an error counts as missing; no mark may be lost by that. */
int as_grade_mark(struct as_grade *grade, enum as_grade_fate *fate,
	struct as_error *error) AS_MUST_USE AS_NONNULL(1, 2);
/** Makes the new marks count. */
int as_grade_apply(struct as_grade *grade, struct as_error *error) AS_MUST_USE AS_NONNULL(1);
/** Writes the files and pages of the folder. */
int as_grade_write(struct as_grade *grade, struct as_error *error) AS_MUST_USE AS_NONNULL(1);
/** Fills the marks into a copy of the teacher's sheet, moodle.csv or canvas.csv, and calls `line`
 * and `found`. Does nothing without a sheet, or in blind marking. */
int as_grade_fill(struct as_grade *grade, struct as_error *error) AS_MUST_USE AS_NONNULL(1);

/* ---- the parts of a run ---- */

/** The configuration, completed by the keys of the scheme. This and the next two results are
 * borrowed. */
const struct as_grade_config *as_grade_settings(const struct as_grade *grade) AS_NONNULL(1);
/** The class; call it after as_grade_begin. */
struct as_class *as_grade_class(const struct as_grade *grade) AS_NONNULL(1);
const struct as_class_person *as_grade_people(const struct as_grade *grade) AS_NONNULL(1);
/** The number of the files to judge, by person, attempt and package, and the largest number of
 * tests of a package: for a progress bar. */
void as_grade_measure(const struct as_grade *grade, size_t *entries, size_t *max_tests)
	AS_NONNULL(1, 2, 3);

/** Similar sources that were found. */
struct as_grade_similar {
	size_t clusters; /**< of equal programs that are not short */
	size_t equal;    /**< submissions in these clusters */
	size_t common;   /**< groups of passages that many programs contain */
	size_t pairs;
};
#define AS_GRADE_LEFT_SIZE 160
struct as_grade_summary {
	size_t students; /**< of the class */
	size_t unlisted; /**< students who are not in the class */
	/* Of the class: */
	size_t submitted, complete, awaited, excused;
	/* Also with submissions that match nobody in the class: */
	size_t unmarked;               /**< students with manual items without a mark */
	size_t needs;                  /**< students about whom the teacher has to decide */
	size_t looks;                  /**< students with a mark that deserves a look */
	char left[AS_GRADE_LEFT_SIZE]; /**< a line on files that were not judged, or "" */
	struct as_grade_similar similar;
};
/** Counts what as_grade_write has written. */
void as_grade_summarise(const struct as_grade *grade, struct as_grade_summary *summary)
	AS_NONNULL(1, 2);

#endif
