/* SPDX-License-Identifier: MIT */
/**
 * scheme: a marking scheme as docs/scheme.md describes it: the items and their points, the
 * deadline and the late policy, the rounding, and the rules of feedback. Part of marks.h.
 *
 * Life cycle: `struct as_scheme scheme = {0}`; as_scheme_load, as_scheme_parse or
 * as_scheme_of_packages; as_scheme_bind for each of its packages, once they are open;
 * as_scheme_clear. A scheme that is bound does not change: any number of threads may read it.
 */
#ifndef ASSAY_GRADE_MARKS_SCHEME_H
#define ASSAY_GRADE_MARKS_SCHEME_H

#include <assay/engine/result.h>
#include <assay/grade/marks/hand_in.h>
#include <assay/grade/marks/points.h>
#include <assay/grade/zone.h>
#include <assay/package.h>

/** Who may see an item's mark and feedback, and when; the names are Gradescope's. */
enum as_visibility {
	AS_VISIBILITY_VISIBLE, /**< the default */
	AS_VISIBILITY_AFTER_DUE_DATE,
	AS_VISIBILITY_AFTER_PUBLISHED,
	AS_VISIBILITY_HIDDEN, /**< the teacher only */
};
/** "visible", "after_due_date", "after_published", "hidden". */
const char *as_visibility_name(enum as_visibility visibility);

/** The state of the class when a page is made. */
enum as_class_stage { AS_STAGE_BEFORE_DUE, AS_STAGE_AFTER_DUE, AS_STAGE_PUBLISHED };
/** True if a person may see the item at that stage. */
bool as_visibility_shows(enum as_visibility visibility, enum as_class_stage stage);

/** The share of an automatic item's points that a result earns. */
enum as_partial {
	AS_PARTIAL_ALL,       /**< all of it if every test was accepted, else nothing */
	AS_PARTIAL_PER_TEST,  /**< the share of its tests that were accepted */
	AS_PARTIAL_PER_GROUP, /**< the package's points for its groups; equal shares if they have no
				 points */
	AS_PARTIAL_BEST_OF,   /**< the greatest share that one of its groups earned */
};
/** "all", "per_test", "per_group", "best_of". */
const char *as_partial_name(enum as_partial partial);

/** What a person sees of the tests of an item; each value includes the ones before it. */
enum as_feedback {
	AS_FEEDBACK_MARK,     /**< nothing but the mark */
	AS_FEEDBACK_VERDICTS, /**< names and verdicts */
	AS_FEEDBACK_SAMPLES,  /**< the default: also input, expected and own output of samples, and
				 of failed tests with full_feedback */
	AS_FEEDBACK_FIRST_FAILURE, /**< also these of the first failed test of the item */
	AS_FEEDBACK_ALL,           /**< of all failed tests, which are all run */
};

/** The place of a key `tolerate`. The item's key replaces the scheme's key. */
enum as_tolerate_key { AS_TOLERATE_KEY_NONE, AS_TOLERATE_KEY_SCHEME, AS_TOLERATE_KEY_ITEM };

enum as_item_kind { AS_ITEM_AUTOMATIC, AS_ITEM_MANUAL };

struct as_item {
	char *id;    /**< unique: a-z, 0-9, - and _, at most 40 bytes; safe in file names */
	char *name;  /**< for people; UTF-8 without control characters */
	char *about; /**< a sentence for people; NULL: none */
	enum as_item_kind kind;
	bool bonus;      /**< its points are not part of the scheme's total */
	bool individual; /**< manual items only: not shared by the members of a team */
	int64_t points_e4;
	enum as_visibility visibility;
	enum as_feedback feedback;
	bool counterexample; /**< feedback on a failure includes a small input that the submission
				fails */
	size_t *needs;       /**< ascending indices of items; see as_item_mark.follows */
	size_t need_count;
	/* Automatic items only: */
	size_t package;   /**< index into the scheme's packages; SIZE_MAX: a manual item */
	bool has_partial; /**< false: as_scheme_bind chooses `partial` for the package */
	enum as_partial partial;
	enum as_tolerate_key tolerate_key; /**< the key that sets `tolerate` */
	unsigned tolerate; /**< bits of enum as_tolerance: endings that cost no points */
	char **groups;     /**< names of the package's groups; NULL-terminated, NULL: not given */
	char **tests;      /**< patterns of test names; NULL-terminated, NULL: not given */
	struct as_item_scope *scope; /**< private: its tests and groups, once bound */
};

/** A number of points, or a percentage. */
struct as_amount {
	bool is_percent;
	int64_t value_e4;
};

/** There is no maximum lateness. */
#define AS_LATE_UNLIMITED_S INT64_MAX

struct as_late_policy {
	bool exists;     /**< false: no penalty, and the rest is unset */
	bool of_earned;  /**< a percentage is one of the points earned, not of the total */
	bool has_max;    /**< `max_penalty` is set */
	int64_t grace_s; /**< a submission that is late by at most this is in time; beyond, all of
			    the lateness counts */
	int64_t unit_s;  /**< 86400 (per: day) or 3600 (per: hour); a day is one of the calendar */
	int64_t max_late_s;       /**< beyond it the total is 0; or AS_LATE_UNLIMITED_S */
	int64_t max_late_days;    /**< the same in calendar days, instead of `max_late_s`; or 0 */
	struct as_amount penalty; /**< for each unit that has begun */
	struct as_amount max_penalty;
};

/** The deadline of a person, or of a section. */
struct as_extension {
	char *id;       /**< the person's, or "section NAME" */
	bool is_time;   /**< `due_s` is set, else `span_s` */
	int64_t due_s;  /**< the deadline */
	int64_t span_s; /**< added to the deadline */
	int64_t days;   /**< calendar days that are added, instead of `span_s`; or 0 */
};
struct as_extensions {
	struct as_extension *items; /**< sorted by id */
	size_t count;
};

/** What the scheme says about the class, so that no option has to: paths as they are written. */
struct as_scheme_class {
	char *zone;          /**< an IANA name, which the clock has; or NULL */
	char *fill, *roster; /**< or NULL */
	char **given; /**< code that everybody has: relative paths; NULL-terminated, NULL: none */
	struct as_zone *clock; /**< private; NULL: a day is 24 hours */
};

/** Which of several attempts counts. */
enum as_attempt_rule { AS_ATTEMPT_LAST, AS_ATTEMPT_BEST, AS_ATTEMPT_LAST_BEFORE_DUE };

struct as_scheme {
	char *path;  /**< for messages */
	char *title; /**< NULL: none */
	struct as_item *items;
	size_t item_count;
	char **packages; /**< as written, each once, in the order of their first item */
	size_t package_count;
	int64_t total_e4; /**< of all items but bonus ones */
	int64_t bonus_e4; /**< of all bonus items */
	bool above_total; /**< a bonus may raise the mark above the total */
	bool has_due;
	int64_t due_s;
	int32_t due_offset_s; /**< the deadline's offset from UTC; 0 without a deadline */
	struct as_late_policy late;
	struct as_extensions extensions;
	struct as_scheme_class of_class;
	int64_t rounding_step_e4; /**< default: as_rounding_step */
	enum as_rounding_mode rounding_mode;
	enum as_attempt_rule attempt;
	struct as_hand_in hand_in;
	struct as_document *document; /**< private: for the positions of later errors */
};

/** Reads a scheme from a file (YAML, or JSON if its name ends in .json) into an empty scheme.
 * AS_ERROR_INPUT with file, line and remedy if it does not conform to docs/scheme.md. `path` is
 * copied. `zone` replaces the file's zone, in which times without an offset are read; NULL: the
 * file's zone is used.
 * as_scheme_set_zone checks the times. AS_ERROR_USAGE: unknown zone. */
int as_scheme_load(struct as_scheme *scheme, const char *path, const char *zone,
	struct as_error *error) AS_MUST_USE AS_NONNULL(1, 2);
/** The same from a text. `name` is the path for messages; paths of packages are relative to it. */
int as_scheme_parse(struct as_scheme *scheme, const char *name, const char *text, size_t size,
	struct as_error *error) AS_MUST_USE AS_NONNULL(1, 2, 3);
/** The scheme of packages without one: for each package an item, worth its max_score, or a point
 * for each test if it does not score. The scheme is bound. Two packages with one short name get the
 * ids NAME and NAME-2. AS_ERROR_INPUT: the max_score is unbounded. */
int as_scheme_of_packages(struct as_scheme *scheme, const struct as_package *const *packages,
	size_t count, struct as_error *error) AS_MUST_USE AS_NONNULL(1, 2);
/** Leaves `{0}` behind. */
void as_scheme_clear(struct as_scheme *scheme) AS_NONNULL(1);
/** The digest of what the file of a scheme says about marks: other keys, and comments, do not
 * change it. */
int as_scheme_digest(const struct as_scheme *scheme, char digest[AS_DIGEST_HEX_SIZE],
	struct as_error *error) AS_MUST_USE AS_NONNULL(1, 2);
/** True if an item is marked by hand. */
bool as_scheme_has_manual(const struct as_scheme *scheme) AS_NONNULL(1);

/** The path of a package: as written if absolute, else beneath the folder of the scheme's file.
 * Free with free. */
char *as_scheme_package_path(const struct as_scheme *scheme, size_t package,
	struct as_error *error) AS_MUST_USE AS_NONNULL(1);
/** Reports `why`, an error of opening a package, at the position of the key that names it. */
int as_scheme_package_error(const struct as_scheme *scheme, size_t package,
	const struct as_error *why, struct as_error *error) AS_NONNULL(1, 3);
/** Reports the error `text` about a path of `of_class.given`, at its position. */
int as_scheme_given_error(const struct as_scheme *scheme, size_t given, const char *text,
	struct as_error *error) AS_NONNULL(1, 3);
/** Resolves the groups and tests of all items of a package, which is borrowed for the call only.
 * AS_ERROR_INPUT with the position: an unknown group, a pattern that matches no test, a rule that
 * does not fit the package. */
int as_scheme_bind(struct as_scheme *scheme, size_t package, const struct as_package *model,
	struct as_error *error) AS_MUST_USE AS_NONNULL(1, 3);
/** True if marks or feedback depend on every test of the package, so that submissions must be
 * judged without short-circuiting (`all` of the job's options). The package's items are bound. */
bool as_scheme_needs_all_tests(const struct as_scheme *scheme, size_t package) AS_NONNULL(1);
/** True if the marks of a submission may depend on lenient judging (struct as_job_order), or if the
 * teacher may want to know that they could: it failed an item of the package, and all failures of
 * the item are of the kinds that can be tolerated. The package's items are bound. */
bool as_scheme_wants_lenient(const struct as_scheme *scheme, size_t package,
	const struct as_result *result) AS_NONNULL(1, 3);
/** True if the item's mark depends on the test ("secret/2/07"); the item is bound. */
bool as_item_has_test(const struct as_item *item, const char *test) AS_NONNULL(1, 2);
/** True if feedback on the item includes the test: the mark depends on it, or it is a sample and
 * the item consists of all secret tests of a package. The item is bound. */
bool as_item_shows_test(const struct as_item *item, const char *test) AS_NONNULL(1, 2);
/** Removes the items that are marked by hand, and their points. */
void as_scheme_drop_manual(struct as_scheme *scheme) AS_NONNULL(1);
/** Replaces the deadline and all extensions of a scheme with a deadline. */
void as_scheme_set_due(struct as_scheme *scheme, int64_t due_s, int32_t offset_s) AS_NONNULL(1);
/** The index of an item; SIZE_MAX: there is none. */
size_t as_scheme_find(const struct as_scheme *scheme, const char *id) AS_NONNULL(1, 2);
/** A path of `of_class`: as written if absolute, else beneath the folder of the scheme's file. Free
 * with free. */
char *as_scheme_path(const struct as_scheme *scheme, const char *written,
	struct as_error *error) AS_MUST_USE AS_NONNULL(1, 2);
/** Sets the zone, which replaces that of the file (NULL: keeps it), reads times without an offset
 * again if it is another one, and checks all times by its calendar. AS_ERROR_USAGE: unknown zone.
 * AS_ERROR_INPUT with the position: an offset that is not the zone's at that time; an extension
 * that ends at a time which the clocks skip or show twice. */
int as_scheme_set_zone(struct as_scheme *scheme, const char *zone,
	struct as_error *error) AS_MUST_USE AS_NONNULL(1);
/** True if a day of the late policy or of an extension is counted. */
bool as_scheme_counts_days(const struct as_scheme *scheme) AS_NONNULL(1);
/** The offset from UTC for showing a time: the zone's at that time, else the deadline's. */
int32_t as_scheme_offset(const struct as_scheme *scheme, int64_t time_s) AS_NONNULL(1);
/** Adds a deadline of a person that the platform granted. The later one counts. 1: `due_s` counts;
 * 0: the one of the scheme counts. */
int as_scheme_extend(struct as_scheme *scheme, const char *id, int64_t due_s,
	struct as_error *error) AS_MUST_USE AS_NONNULL(1, 2);
/** Gives a person the extensions of the person's sections (NULL-terminated). Of these and the
 * person's own extension, the latest counts. 1: the latest is that of a section; 0: it is not. */
int as_scheme_extend_sections(struct as_scheme *scheme, const char *id, const char *const *sections,
	struct as_error *error) AS_MUST_USE AS_NONNULL(1, 2, 3);
/** The name of the section that the extension is for; NULL: it is for a person. */
const char *as_extension_section(const struct as_extension *extension) AS_NONNULL(1);
/** The deadline of a person, including the extension; the scheme has a deadline. */
int64_t as_scheme_due_of(const struct as_scheme *scheme, const char *id) AS_NONNULL(1, 2);

/** The last time at which a submission still earns points, by the deadline of a person and a late
 * policy that exists; INT64_MAX: there is none. */
int64_t as_scheme_last_s(const struct as_scheme *scheme, int64_t due_s) AS_NONNULL(1);

/** Writes the scheme that as_scheme_of_packages makes, with comments; but if the groups of a
 * package (secret/1, secret/2) have its points among them, each has an item. as_scheme_parse reads
 * it without an error. paths[i] is the path of packages[i] in the file. Free with free. */
char *as_scheme_write(const struct as_package *const *packages, const char *const *paths,
	size_t count, struct as_error *error) AS_MUST_USE AS_NONNULL(1, 2);

#endif
