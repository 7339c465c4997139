/* SPDX-License-Identifier: MIT */
/* The tests and groups of an item, and the points that they earn; private to grade/marks. */
#ifndef ASSAY_GRADE_MARKS_SCOPE_H
#define ASSAY_GRADE_MARKS_SCOPE_H

#include <assay/grade/marks.h>

/* The remedy that every decision has, after its other remedies. */
#define DECIDE "decide in overrides.csv"
#define AGAIN "run the command again, or " DECIDE
#define REJUDGE "run the command again with --rejudge, or " DECIDE

/* Units in a point of the package: scores are doubles there. */
#define SCOPE_SCORE_UNITS 1000000

struct scope_test {
	char *name;
	size_t part; /* index of the part that contains it */
};

/* A group of the package that contributes to an item. */
struct scope_part {
	char *name;
	bool has_score;
	int64_t max_score; /* in units */
	size_t test_count;
};

/* Contains copies only: the package need not stay open. */
struct as_item_scope {
	bool whole;               /* the package's own verdict and score count */
	bool needs_all;           /* the mark needs every one of `tests` */
	bool scoring;             /* `max_score` is set */
	int64_t max_score;        /* of the package, in units */
	struct scope_test *tests; /* sorted by name */
	size_t test_count;
	struct scope_part *parts; /* one part without a name, if the rule needs no groups */
	size_t part_count;
};

/* Converts a number from 0 to the greatest possible score of a package to units. */
int64_t scope_units(double score);
/* SIZE_MAX: the item does not contain the test. */
size_t scope_find(const struct as_item_scope *scope, const char *test);

/* marking.c: true if a file was submitted; true if nothing was submitted, and that is known. */
bool marking_has_work(const struct as_marking *marking);
bool marking_is_empty(const struct as_marking *marking);
/* marking.c: the override of an item, or of the total (SIZE_MAX); NULL: there is none. */
const struct as_override *marking_override(const struct as_marking *marking, size_t item);
/* marking.c: true if it is unknown which submission counts, and the teacher has set neither the
 * total nor each item. Call it after the marks of the items are set. */
bool marking_is_undecided(const struct as_marking *marking, const struct as_marks *marks);

/* late.c: sets the lateness and the penalty, which the sum and the bonus limit. */
int lateness_find(const struct as_marking *marking, struct as_marks *marks,
	struct as_error *error) AS_MUST_USE;

/* share.c: the part of an item's points that a result earns. */
struct share {
	bool judged; /* false: a judging error or a test that was not run, and `why` says which; or
			refusal_is, and `why` is NULL */
	const char *why; /* for people; static */
	int64_t raw_e4;
	size_t accepted; /* of the scope's tests */
};
int share_compute(const struct as_item *item, const struct as_result *result, struct share *share,
	struct as_error *error) AS_MUST_USE;

/* doubts.c: the validators' requests for manual review of the item's tests, as one line; NULL in
 * `text`: none. Free it. */
int doubts_find(const struct as_item *item, const struct as_result *result, char **text,
	struct as_error *error) AS_MUST_USE;

/* reasons.c: why items have no mark that counts. `whys` has the reason of each item, NULL: none. A
 * reason becomes one line of `todo`; those of manual items are in `unmarked`. */
int reasons_list(const struct as_scheme *scheme, char *const *whys, struct as_marks *marks,
	struct as_error *error) AS_MUST_USE;

/* notices.c: lines about marks that are complete, but deserve a look: outputs that are right
 * although the program fails (appended to `todo`), and submissions that do not run (`notices`). */
int notices_add(const struct as_marking *marking, struct as_marks *marks,
	struct as_error *error) AS_MUST_USE;
/* Appends "WHAT: WHY" to a list, or only WHY if `what` is empty. */
int notices_add_line(
	char ***lines, const char *what, const char *why, struct as_error *error) AS_MUST_USE;

/* refusal.c: true if nothing was compiled, because it is unclear which file is the program or its
 * language: a person has to decide. */
bool refusal_is(const struct as_result *result);
/* The reason, and what the teacher can do, as one line. Free it. */
char *refusal_describe(const struct as_result *result, struct as_error *error) AS_MUST_USE;

#endif
