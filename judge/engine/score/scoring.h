/* SPDX-License-Identifier: MIT */
/* scoring: scores of tests and groups (score.c, earned.c). */
#ifndef ASSAY_JUDGE_SCORING_H
#define ASSAY_JUDGE_SCORING_H

#include "judging.h"

/* The input of a grader for a test or group. */
struct as_part {
	enum as_verdict verdict;
	double score;
};

struct as_scoring {
	const struct as_package *package;
	struct as_test_result *results;       /* one for each test; `contributes` is filled in */
	const struct as_test_result *statics; /* one for each group; NULL: none was validated */
	/* grader.c: runs the package's grader. A fault of the grader becomes that of the group. -1:
	 * the judging must end. */
	int (*grade)(void *context, const struct as_group *group, const struct as_part *parts,
		size_t count, struct as_group_result *result, struct as_error *error);
	void *context;
};
/* Computes the worth of the tests, before they are run. `groups` has an element for each group of
 * the package. */
void as_score_begin(const struct as_package *package, struct as_group_result *groups);
/*
 * Checks the score that an output validator gave an accepted test against the rules of its group; a
 * violation becomes a judging error. Call it after as_score_begin.
 */
void as_score_check(const struct as_package *package, const struct as_group_result *groups,
	size_t test, struct as_test_result *result);
/* The same for a group's static validation. */
void as_score_check_static(
	const struct as_package *package, size_t group, struct as_test_result *result);
/* Computes the verdicts and scores of the groups. Tests that ran only because of parallel workers
 * have no effect. */
int as_score_groups(const struct as_scoring *scoring, struct as_group_result *groups,
	struct as_error *error) AS_MUST_USE;
double as_score_of_test(const struct as_package *package, const struct as_group_result *groups,
	size_t test, const struct as_test_result *result);
/* The index of the group whose score is the submission's, or SIZE_MAX. */
size_t as_score_total(const struct as_package *package);
/* The verdict of the submission, computed from those of its groups. */
enum as_verdict as_score_verdict(
	const struct as_package *package, const struct as_group_result *groups);
void as_score_blame(struct as_group_result *result, enum as_error_kind fault, const char *format,
	...) AS_PRINTF(3, 4);

/* grading.c: the same for packages with graded groups. */
int as_grade_groups(const struct as_scoring *scoring, struct as_group_result *groups,
	struct as_error *error) AS_MUST_USE;

/* grader.c: the package's grader program. */
int as_grader_open(struct as_open_package *opened, struct as_error *error) AS_MUST_USE;
/* For as_scoring.grade; the context is the judging. */
int as_grader_run(void *context, const struct as_group *group, const struct as_part *parts,
	size_t count, struct as_group_result *result, struct as_error *error) AS_MUST_USE;

#endif
