/* SPDX-License-Identifier: MIT */
/* The worth of tests, the points that they earn, and the checks of scores: shared by both ways of
 * scoring groups. */
#include "earned.h"
#include "run.h"
#include "scoring.h"

#include <math.h>
#include <stdarg.h>

/* The worth of a test directly in a group: its share if the group is a sum, else all of the group's
 * points. */
static double test_worth(const struct as_package *package, size_t group)
{
	const struct as_group *self = &package->groups[group];
	size_t tests = 0;

	for (size_t t = self->first_test; t < self->first_test + self->test_count; t++)
		tests += package->tests[t].group == group;
	return self->aggregation == AS_AGGREGATE_SUM && tests
		       ? (self->max_score - self->static_score) / (double)tests
		       : self->max_score;
}

double as_earned(const struct as_test_result *result, double worth)
{
	if (!result->counted || result->verdict != AS_VERDICT_AC)
		return 0;
	if (result->scored.has_score)
		return result->scored.score < worth ? result->scored.score : worth;
	return result->scored.has_multiplier ? result->scored.multiplier * worth : worth;
}

double as_score_of_test(const struct as_package *package, const struct as_group_result *groups,
	size_t test, const struct as_test_result *result)
{
	size_t group = package->tests[test].group;
	const struct as_grading *grading = &package->groups[group].grading;

	if (!package->graded)
		return as_earned(result, groups[group].test_worth);
	if (package->domjudge_scores)
		return !result->scored.has_score ? NAN
		       : result->verdict == AS_VERDICT_AC || result->verdict == AS_VERDICT_WA
			       ? result->scored.score
			       : 0;
	if (result->verdict == AS_VERDICT_AC && result->scored.has_score)
		return result->scored.score;
	return result->verdict == AS_VERDICT_AC ? grading->accept_score : grading->reject_score;
}

bool as_exceeds(double score, double max)
{
	return score > max && score - max > 1e-9 * fmax(1, fabs(max));
}

AS_PRINTF(2, 3)
static void blame(struct as_test_result *result, const char *format, ...)
{
	struct as_error why = {0};
	char text[AS_FEEDBACK_SIZE];
	va_list list;

	va_start(list, format);
	vsnprintf(text, sizeof(text), format, list);
	va_end(list);
	as_error_set(&why, AS_ERROR_INPUT, "%s", text);
	as_test_blame_judge(result, &why);
}

/* The rules of 2025-09, "Scoring test cases", that depend on the group. */
static void check_earned(const struct as_group *group, double worth, const char *program,
	struct as_test_result *result)
{
	bool has_score = result->scored.has_score || result->scored.has_multiplier;

	if (group->aggregation == AS_AGGREGATE_PASS_FAIL && has_score)
		blame(result, "%s gave a score in %s, which is pass-fail", program, group->name);
	else if (isinf(worth) && result->scored.has_multiplier)
		blame(result, "%s wrote score_multiplier.txt in %s, which is unbounded", program,
			group->name);
	else if (isinf(worth) && !result->scored.has_score &&
		 group->aggregation != AS_AGGREGATE_PASS_FAIL)
		blame(result, "%s wrote no score.txt in %s, which is unbounded", program,
			group->name);
	else if (result->scored.has_score && !(result->scored.score >= 0))
		blame(result, "%s gave the score %s, which is negative", program,
			AS_NUMBER(result->scored.score));
	else if (result->scored.has_score && as_exceeds(result->scored.score, worth))
		blame(result, "%s gave the score %s where a test can earn %s", program,
			AS_NUMBER(result->scored.score), AS_NUMBER(worth));
	else if (result->scored.has_multiplier &&
		 !(result->scored.multiplier >= 0 && result->scored.multiplier <= 1))
		blame(result, "%s gave the multiplier %s, which is not between 0 and 1", program,
			AS_NUMBER(result->scored.multiplier));
}

/* The score of a sample is ignored. */
static void check_score(const struct as_package *package, size_t group, double worth,
	const char *program, struct as_test_result *result)
{
	const struct as_group *self = &package->groups[group];

	if (!package->scoring || package->graded)
		return;
	if (!self->has_score)
		result->scored.has_score = result->scored.has_multiplier = false;
	else if (result->verdict == AS_VERDICT_AC)
		check_earned(self, worth, program, result);
}

void as_score_check(const struct as_package *package, const struct as_group_result *groups,
	size_t test, struct as_test_result *result)
{
	size_t group = package->tests[test].group;

	check_score(package, group, groups[group].test_worth, "the output validator", result);
}

void as_score_check_static(
	const struct as_package *package, size_t group, struct as_test_result *result)
{
	check_score(package, group, package->groups[group].static_score, "the static validator",
		result);
}

void as_score_begin(const struct as_package *package, struct as_group_result *groups)
{
	for (size_t g = 0; g < package->group_count; g++)
		groups[g] = (struct as_group_result){
			.unmet = SIZE_MAX, .test_worth = test_worth(package, g)};
}

/* ---- groups ---- */

void as_score_blame(
	struct as_group_result *result, enum as_error_kind fault, const char *format, ...)
{
	va_list list;

	va_start(list, format);
	vsnprintf(result->feedback, sizeof(result->feedback), format, list);
	va_end(list);
	result->verdict = AS_VERDICT_JE;
	result->fault = fault;
}
