/* SPDX-License-Identifier: MIT */
/*
 * Scores of groups. Two ways, and a package goes one of them: the rules of 2025-09, in this file,
 * and the graders of the legacy format, in grading.c.
 */
#include "earned.h"

#include <math.h>
#include <string.h>

size_t as_score_total(const struct as_package *package)
{
	const char *name = package->graded ? "data" : "secret";

	for (size_t g = 0; g < package->group_count; g++)
		if (strcmp(package->groups[g].name, name) == 0)
			return g;
	return SIZE_MAX;
}

/* One part of a group: a test directly in it, its static validation, or a group below it. */
struct tally {
	double sum;
	double least;
	size_t parts;
	bool all_accepted;
};

/* The result of a group's static validation, or NULL. */
static const struct as_test_result *static_of(const struct as_scoring *scoring, size_t group)
{
	return scoring->statics && scoring->statics[group].counted ? &scoring->statics[group]
								   : NULL;
}

static void add_part(struct tally *tally, double score, bool accepted)
{
	tally->sum += score;
	if (tally->parts == 0 || score < tally->least)
		tally->least = score;
	tally->parts++;
	tally->all_accepted &= accepted;
}

/* Its tests and its static validation; groups below it add themselves. */
static void tally_tests(const struct as_scoring *scoring, size_t group,
	const struct as_group_result *groups, struct tally *tally)
{
	const struct as_package *package = scoring->package;
	const struct as_group *self = &package->groups[group];

	for (size_t t = self->first_test; t < self->first_test + self->test_count; t++) {
		const struct as_test_result *result = &scoring->results[t];
		if (package->tests[t].group == group)
			add_part(tally,
				result->contributes ? as_score_of_test(package, groups, t, result)
						    : 0,
				result->contributes && result->verdict == AS_VERDICT_AC);
	}
	if (self->has_static) {
		const struct as_test_result *result = static_of(scoring, group);
		add_part(tally, result ? as_earned(result, self->static_score) : 0,
			result && result->verdict == AS_VERDICT_AC);
	}
}

static double aggregate(const struct as_group *group, const struct tally *tally)
{
	if (tally->parts == 0)
		return 0;
	if (group->aggregation == AS_AGGREGATE_MIN)
		return tally->least;
	if (group->aggregation == AS_AGGREGATE_PASS_FAIL)
		return tally->all_accepted ? group->max_score : 0;
	/* Shares that do not add up in binary must still make the whole. */
	double away = fabs(tally->sum - group->max_score);
	return isfinite(away) && away <= 1e-9 * group->max_score ? group->max_score : tally->sum;
}

static void score_group(const struct as_scoring *scoring, size_t group,
	struct as_group_result *groups, struct tally *tally)
{
	const struct as_group *self = &scoring->package->groups[group];
	struct as_group_result *result = &groups[group];

	tally_tests(scoring, group, groups, tally);
	if (result->unmet == SIZE_MAX)
		result->score = aggregate(self, tally);
	if (as_exceeds(result->score, self->max_score))
		as_score_blame(result, AS_ERROR_INPUT, "the score %s exceeds the max_score %s",
			AS_NUMBER(result->score), AS_NUMBER(self->max_score));
}

/* AC, JE if there is one, else the first that is neither; NONE where there was nothing. */
static void add_verdict(enum as_verdict *verdict, enum as_verdict next)
{
	if (*verdict == AS_VERDICT_NONE || *verdict == AS_VERDICT_AC ||
		(next == AS_VERDICT_JE && *verdict != AS_VERDICT_JE))
		*verdict = next == AS_VERDICT_NONE ? *verdict : next;
}

static enum as_verdict verdict_of(const struct as_scoring *scoring, size_t group)
{
	const struct as_group *self = &scoring->package->groups[group];
	const struct as_test_result *validated = static_of(scoring, group);
	enum as_verdict verdict = AS_VERDICT_NONE;

	if (validated)
		add_verdict(&verdict, validated->verdict);
	for (size_t t = self->first_test; t < self->first_test + self->test_count; t++)
		if (scoring->results[t].contributes)
			add_verdict(&verdict, scoring->results[t].verdict);
	return verdict;
}

enum as_verdict as_score_verdict(
	const struct as_package *package, const struct as_group_result *groups)
{
	enum as_verdict verdict = AS_VERDICT_NONE;

	for (size_t g = 0; g < package->group_count; g++)
		if (package->groups[g].parent == g)
			add_verdict(&verdict, groups[g].verdict);
	/* Nothing was run, so nothing was wrong. */
	return verdict == AS_VERDICT_NONE ? AS_VERDICT_AC : verdict;
}

/* Goes once more through what was run, in the order of the package, as one worker that knew
 * everything would have. */
static void replay(const struct as_scoring *scoring, struct as_settling *settling)
{
	for (size_t g = 0; g < scoring->package->group_count; g++) {
		const struct as_test_result *validated = static_of(scoring, g);
		if (validated && validated->verdict != AS_VERDICT_AC)
			as_settling_note_static(settling, g);
	}
	for (size_t t = 0; t < scoring->package->test_count; t++) {
		struct as_test_result *result = &scoring->results[t];
		result->contributes = result->counted && !as_settling_is_settled(settling, t);
		if (result->contributes && result->verdict != AS_VERDICT_AC)
			as_settling_note(settling, t);
	}
}

/* A group comes after the one it is in, so going backwards meets the parts first. */
static void score_all(
	const struct as_scoring *scoring, struct as_group_result *groups, struct tally *tallies)
{
	const struct as_package *package = scoring->package;

	for (size_t g = package->group_count; g-- > 0;) {
		size_t parent = package->groups[g].parent;
		if (package->groups[g].has_score)
			score_group(scoring, g, groups, &tallies[g]);
		if (parent == g)
			continue;
		add_verdict(&groups[parent].verdict, groups[g].verdict);
		add_part(&tallies[parent], groups[g].score, groups[g].verdict == AS_VERDICT_AC);
	}
}

static int score_plain(
	const struct as_scoring *scoring, struct as_group_result *groups, struct as_error *error)
{
	const struct as_package *package = scoring->package;
	AS_AUTO(as_settling_clear) struct as_settling settling = {0};
	AS_AUTO_FREE struct tally *tallies = calloc(package->group_count + 1, sizeof(*tallies));

	if (!tallies)
		return as_error_no_memory(error);
	if (as_settling_init(&settling, package, error))
		return -1;
	replay(scoring, &settling);
	for (size_t g = 0; g < package->group_count; g++) {
		tallies[g].all_accepted = true;
		groups[g].unmet = settling.groups[g].unmet;
		if (groups[g].unmet == SIZE_MAX)
			groups[g].verdict = verdict_of(scoring, g);
	}
	score_all(scoring, groups, tallies);
	return 0;
}

int as_score_groups(
	const struct as_scoring *scoring, struct as_group_result *groups, struct as_error *error)
{
	as_score_begin(scoring->package, groups);
	for (size_t t = 0; t < scoring->package->test_count; t++)
		scoring->results[t].contributes = false;
	return scoring->package->graded ? as_grade_groups(scoring, groups, error)
					: score_plain(scoring, groups, error);
}
