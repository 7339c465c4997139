/* SPDX-License-Identifier: MIT */
/*
 * Legacy groups: each is graded from the verdicts and scores of its parts, by the default grader of
 * the format, which is here, or by a program of the package (grader.c). The parts are the tests and
 * groups directly in it, in the order of the package; on_reject may end them at the first that is
 * not accepted. A judging error in a part is one of every group above it.
 */
#include "scoring.h"

#include <math.h>

struct parts {
	struct as_part *items;
	size_t count;
	bool ended; /* by on_reject */
};

static void add_part(
	struct parts *parts, const struct as_group *group, enum as_verdict verdict, double score)
{
	parts->items[parts->count++] = (struct as_part){.verdict = verdict, .score = score};
	parts->ended = verdict != AS_VERDICT_AC && !group->grading.continues;
}

/* ---- the default grader ---- */

/* The first of these verdicts that a part has. A verdict that the format does not have precedes the
 * one that it counts as: SV counts as a crash. */
static enum as_verdict worst_error(const struct as_part *parts, size_t count)
{
	static const enum as_verdict order[] = {AS_VERDICT_SV, AS_VERDICT_RTE, AS_VERDICT_MLE,
		AS_VERDICT_TLE, AS_VERDICT_OLE, AS_VERDICT_WA};

	for (size_t k = 0; k < sizeof(order) / sizeof(*order); k++)
		for (size_t i = 0; i < count; i++)
			if (parts[i].verdict == order[k])
				return order[k];
	return AS_VERDICT_AC;
}

static enum as_verdict first_error(const struct as_part *parts, size_t count)
{
	for (size_t i = 0; i < count; i++)
		if (parts[i].verdict != AS_VERDICT_AC)
			return parts[i].verdict;
	return AS_VERDICT_AC;
}

static enum as_verdict default_verdict(
	const struct as_grading *grading, const struct as_part *parts, size_t count)
{
	if (grading->verdict == AS_GRADER_ALWAYS_ACCEPT)
		return AS_VERDICT_AC;
	for (size_t i = 0; grading->accept_if_any && i < count; i++)
		if (parts[i].verdict == AS_VERDICT_AC)
			return AS_VERDICT_AC;
	return grading->verdict == AS_GRADER_FIRST_ERROR ? first_error(parts, count)
							 : worst_error(parts, count);
}

static double default_score(
	enum as_aggregation aggregation, const struct as_part *parts, size_t count)
{
	double sum = 0, min = parts[0].score, max = parts[0].score;

	for (size_t i = 0; i < count; i++) {
		sum += parts[i].score;
		min = fmin(min, parts[i].score);
		max = fmax(max, parts[i].score);
	}
	return aggregation == AS_AGGREGATE_MIN       ? min
	       : aggregation == AS_AGGREGATE_MAX     ? max
	       : aggregation == AS_AGGREGATE_AVERAGE ? sum / (double)count
						     : sum;
}

/* DOMjudge (domjudge_scores.c): a part without a score is NAN; if all are, the group's own score
 * applies to all of them. */
static double domjudge_score(const struct as_group *group, struct as_part *parts, size_t count)
{
	const double own = group->grading.group_score;
	bool all = true;
	size_t scored = 0;

	for (size_t i = 0; i < count; i++) {
		all &= parts[i].verdict == AS_VERDICT_AC;
		if (!isnan(parts[i].score))
			parts[scored++].score = parts[i].score;
	}
	if (scored > 0)
		return default_score(group->aggregation, parts, scored);
	return all && !isnan(own) ? own : 0;
}

static void grade_by_default(const struct as_package *package, const struct as_group *group,
	const struct parts *parts, struct as_group_result *result)
{
	struct as_part *items = parts->items;
	size_t count = parts->count;

	if (group->grading.ignore_sample) {
		if (count > 2) {
			as_score_blame(result, AS_ERROR_INPUT,
				"ignore_sample is for groups of at most two parts, but %s has %zu; "
				"give it its own grader_flags",
				group->name, count);
			return;
		}
		items += count - 1;
		count = 1;
	}
	result->verdict = default_verdict(&group->grading, items, count);
	result->score = package->domjudge_scores ? domjudge_score(group, items, count)
						 : default_score(group->aggregation, items, count);
}

/* ---- the tree of groups ---- */

/* By group: its first child, its next sibling (SIZE_MAX: none), and the number of its parts. */
struct tree {
	size_t *first_child, *next_sibling, *part_count;
};

static void tree_clear(struct tree *tree)
{
	free(tree->first_child);
	free(tree->next_sibling);
	free(tree->part_count);
}

static int tree_make(struct tree *tree, const struct as_package *package, struct as_error *error)
{
	size_t count = package->group_count;

	tree->first_child = calloc(count + 1, sizeof(size_t));
	tree->next_sibling = calloc(count + 1, sizeof(size_t));
	tree->part_count = calloc(count + 1, sizeof(size_t));
	if (!tree->first_child || !tree->next_sibling || !tree->part_count)
		return as_error_no_memory(error);
	for (size_t g = 0; g < count; g++)
		tree->first_child[g] = tree->next_sibling[g] = SIZE_MAX;
	/* Backwards, because each is inserted at the front. */
	for (size_t g = count; g-- > 0;) {
		size_t parent = package->groups[g].parent;
		if (parent == g)
			continue;
		tree->next_sibling[g] = tree->first_child[parent];
		tree->first_child[parent] = g;
		tree->part_count[parent]++;
	}
	for (size_t t = 0; t < package->test_count; t++)
		tree->part_count[package->tests[t].group]++;
	return 0;
}

/* The default grader writes six decimals, and ranges are meant for that. A group that is not
 * accepted has no score. */
static void check_range(const struct as_group *group, struct as_group_result *result)
{
	const struct as_grading *grading = &group->grading;
	double min = grading->range_min - 1e-6, max = grading->range_max + 1e-6;

	if (result->verdict == AS_VERDICT_AC && !(result->score >= min && result->score <= max))
		as_score_blame(result, AS_ERROR_INPUT,
			"the score %s is not in the range from %s to %s", AS_NUMBER(result->score),
			AS_NUMBER(grading->range_min), AS_NUMBER(grading->range_max));
}

static bool has_judging_error(const struct parts *parts)
{
	for (size_t i = 0; i < parts->count; i++)
		if (parts->items[i].verdict == AS_VERDICT_JE)
			return true;
	return false;
}

static int grade_parts(const struct as_scoring *scoring, const struct as_group *group,
	const struct parts *parts, struct as_group_result *result, struct as_error *error)
{
	if (parts->count == 0) {
		/* Nothing can fail in an empty group. */
		result->verdict = group->test_count ? AS_VERDICT_NONE : AS_VERDICT_AC;
		return 0;
	}
	if (has_judging_error(parts)) {
		result->verdict = AS_VERDICT_JE;
		return 0;
	}
	if (group->aggregation != AS_AGGREGATE_PROGRAM)
		grade_by_default(scoring->package, group, parts, result);
	else if (scoring->grade(scoring->context, group, parts->items, parts->count, result, error))
		return -1;
	if (scoring->package->scoring && !scoring->package->domjudge_scores)
		check_range(group, result);
	return 0;
}

static int grade_group(const struct as_scoring *scoring, size_t group, const struct tree *tree,
	struct as_group_result *groups, struct as_error *error);

/* Adds the tests directly in the group, up to `end`. A test that was not run is not a part. */
static void take_tests(const struct as_scoring *scoring, const struct as_group *group, size_t *next,
	size_t end, const struct as_group_result *groups, struct parts *parts)
{
	for (; *next < end && !parts->ended; ++*next) {
		struct as_test_result *result = &scoring->results[*next];
		if (!result->counted)
			continue;
		result->contributes = true;
		add_part(parts, group, result->verdict,
			as_score_of_test(scoring->package, groups, *next, result));
	}
}

/* Visits the parts in the order of the package, in which tests and groups can alternate. */
static int take_parts(const struct as_scoring *scoring, size_t group, const struct tree *tree,
	struct as_group_result *groups, struct parts *parts, struct as_error *error)
{
	const struct as_group *self = &scoring->package->groups[group];
	size_t next = self->first_test;

	for (size_t g = tree->first_child[group]; g != SIZE_MAX; g = tree->next_sibling[g]) {
		const struct as_group *child = &scoring->package->groups[g];
		take_tests(scoring, self, &next, child->first_test, groups, parts);
		if (parts->ended)
			return 0;
		if (grade_group(scoring, g, tree, groups, error))
			return -1;
		if (child->test_count == 0)
			continue;
		next = child->first_test + child->test_count;
		const bool earns =
			!scoring->package->domjudge_scores || child->grading.has_settings;
		if (groups[g].verdict != AS_VERDICT_NONE)
			add_part(parts, self, groups[g].verdict, earns ? groups[g].score : NAN);
		if (parts->ended)
			return 0;
	}
	take_tests(scoring, self, &next, self->first_test + self->test_count, groups, parts);
	return 0;
}

static int grade_group(const struct as_scoring *scoring, size_t group, const struct tree *tree,
	struct as_group_result *groups, struct as_error *error)
{
	const struct as_group *self = &scoring->package->groups[group];
	AS_AUTO_FREE struct as_part *items =
		calloc(tree->part_count[group] + 1, sizeof(struct as_part));
	struct parts parts = {.items = items};

	if (!items)
		return as_error_no_memory(error);
	if (take_parts(scoring, group, tree, groups, &parts, error))
		return -1;
	return grade_parts(scoring, self, &parts, &groups[group], error);
}

int as_grade_groups(
	const struct as_scoring *scoring, struct as_group_result *groups, struct as_error *error)
{
	AS_AUTO(tree_clear) struct tree tree = {0};

	if (tree_make(&tree, scoring->package, error))
		return -1;
	for (size_t g = 0; g < scoring->package->group_count; g++)
		if (scoring->package->groups[g].parent == g &&
			grade_group(scoring, g, &tree, groups, error))
			return -1;
	return 0;
}
