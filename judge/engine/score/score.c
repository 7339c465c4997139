/* SPDX-License-Identifier: MIT */
/*
 * Scores of groups. There are two ways: the rules of 2025-09, in this file, and the graders of the
 * legacy format, in grading.c.
 */
#include "earned.h"
#include "scoring.h"

#include <math.h>

size_t as_score_total(const struct as_package *package)
{
	const struct as_group *total = as_package_total(package);

	return total ? (size_t)(total - package->groups) : SIZE_MAX;
}

/* The sum over the parts of a group: its own tests, its static validation, and the groups directly
 * below it. */
struct tally {
	double sum;
	double min;
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
	if (tally->parts == 0 || score < tally->min)
		tally->min = score;
	tally->parts++;
	tally->all_accepted &= accepted;
}

/* Adds its tests and its static validation; groups below it add themselves. */
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
		return tally->min;
	if (group->aggregation == AS_AGGREGATE_PASS_FAIL)
		return tally->all_accepted ? group->max_score : 0;
	/* Shares that are inexact in binary must still add up to the whole. */
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

/* AC; JE if there is one, else the first verdict that is neither; NONE if there is no part. */
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
	/* Nothing was run, so nothing failed. */
	return verdict == AS_VERDICT_NONE ? AS_VERDICT_AC : verdict;
}

/* Repeats the short-circuiting over the results in the order of the package, as a single worker
 * would have done. */
static void replay(const struct as_scoring *scoring, struct as_short_circuit *short_circuit)
{
	for (size_t g = 0; g < scoring->package->group_count; g++) {
		const struct as_test_result *validated = static_of(scoring, g);
		if (validated && validated->verdict != AS_VERDICT_AC)
			as_short_circuit_note_static(short_circuit, g);
	}
	for (size_t t = 0; t < scoring->package->test_count; t++) {
		struct as_test_result *result = &scoring->results[t];
		result->contributes =
			result->counted && !as_short_circuit_is_irrelevant(short_circuit, t);
		if (result->contributes && result->verdict != AS_VERDICT_AC)
			as_short_circuit_note(short_circuit, t);
	}
}

/* A group comes after its parent, so going backwards visits the parts first. */
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
	AS_AUTO(as_short_circuit_clear) struct as_short_circuit short_circuit = {0};
	AS_AUTO_FREE struct tally *tallies = calloc(package->group_count + 1, sizeof(*tallies));

	if (!tallies)
		return as_error_no_memory(error);
	if (as_short_circuit_init(&short_circuit, package, error))
		return -1;
	replay(scoring, &short_circuit);
	for (size_t g = 0; g < package->group_count; g++) {
		tallies[g].all_accepted = true;
		groups[g].unmet = short_circuit.groups[g].unmet;
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
