/* SPDX-License-Identifier: MIT */
/* The tests and groups of an item, and what they earn; private to grade/marks. */
#ifndef ASSAY_GRADE_MARKS_SCOPE_H
#define ASSAY_GRADE_MARKS_SCOPE_H

#include <assay/engine/result.h>
#include <assay/grade/marks/scheme.h>

/* Scores have so many units to a point of the package: they are doubles there. */
#define SCOPE_SCORE_UNITS 1000000

struct scope_test {
	char *name;
	size_t part; /* index of the part that it is in */
};

/* A group of the package, of which an item takes its share. */
struct scope_part {
	char *name;
	bool has_score;
	int64_t max_score; /* in units */
	size_t test_count;
};

/* Copies: the package need not stay open. */
struct as_item_scope {
	bool whole;               /* the package's own verdict and score count */
	bool needs_all;           /* the mark needs every one of `tests` */
	bool scoring;             /* `max_score` is set */
	int64_t max_score;        /* of the package, in units */
	struct scope_test *tests; /* sorted by name */
	size_t test_count;
	struct scope_part *parts; /* one without a name, if the rule needs no groups */
	size_t part_count;
};

/* A number from 0 to the greatest score that a package may have, in units. */
int64_t scope_units(double score);
/* SIZE_MAX: the item does not have the test. */
size_t scope_find(const struct as_item_scope *scope, const char *test);

/* share.c: what a result earns of an item. */
struct share {
	bool judged;     /* false: a judging error, or a test that was not run; `why` says so. Or
			    refusal_is; then `why` is NULL */
	const char *why; /* for people; static */
	int64_t raw_e4;
	size_t accepted; /* of the scope's tests */
};
int share_compute(const struct as_item *item, const struct as_result *result, struct share *share,
	struct as_error *error) AS_MUST_USE;

/* doubts.c: what the validators ask a person to look at in the tests of an item, as one line; NULL
 * in `text`: nothing. Free it. */
int doubts_find(const struct as_item *item, const struct as_result *result, char **text,
	struct as_error *error) AS_MUST_USE;

/* refusal.c: true if no compiler was given the files, so that a person has to decide. */
bool refusal_is(const struct as_result *result);
/* Why, and what the teacher can do, as one line. Free it. */
char *refusal_describe(const struct as_result *result, struct as_error *error) AS_MUST_USE;

#endif
