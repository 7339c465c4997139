/* SPDX-License-Identifier: MIT */
/* The part of an item's points that a result earns: exact, in whole units of the package's
 * scores. */
#include "scope.h"

#include <string.h>

/* Counts of the item's tests in a result. */
struct counts {
	size_t *accepted; /* for each part */
	size_t accepted_count;
	size_t run_count;
	size_t error_count; /* JE */
};

/* Rounds half of the last digit up. Both factors are below 2^54. */
static int64_t portion(int64_t points_e4, int64_t earned, int64_t max)
{
	const __int128 product = (__int128)points_e4 * (earned < max ? earned : max);

	if (max <= 0)
		return 0;
	return (int64_t)((2 * product + max) / (2 * (__int128)max));
}

static void count_tests(
	const struct as_item_scope *scope, const struct as_result *result, struct counts *counts)
{
	for (size_t t = 0; t < result->test_count; t++) {
		const size_t index = scope_find(scope, result->tests[t].name);
		if (index == SIZE_MAX)
			continue;
		const bool accepted = result->tests[t].verdict == AS_VERDICT_AC;
		counts->run_count++;
		counts->error_count += result->tests[t].verdict == AS_VERDICT_JE;
		counts->accepted_count += accepted;
		counts->accepted[scope->tests[index].part] += accepted;
	}
}

static const struct as_result_group *find_group(const struct as_result *result, const char *name)
{
	for (size_t g = 0; g < result->group_count; g++)
		if (strcmp(result->groups[g].name, name) == 0)
			return &result->groups[g];
	return NULL;
}

/* The verdict of a group's static validation, which is not one of its tests. AC also if there is
 * none; JE has precedence. */
static enum as_verdict static_verdict(const struct as_result *result, const char *group)
{
	const size_t length = strlen(group);
	enum as_verdict worst = AS_VERDICT_AC;

	for (size_t i = 0; i < result->static_count; i++) {
		const struct as_result_test *test = &result->statics[i];
		const bool within = strncmp(test->name, group, length) == 0 &&
				    (test->name[length] == '\0' || test->name[length] == '/');
		if (within && test->verdict != AS_VERDICT_AC && worst != AS_VERDICT_JE)
			worst = test->verdict;
	}
	return worst;
}

static bool has_static_error(const struct as_item *item, const struct as_result *result)
{
	const struct as_item_scope *scope = item->scope;

	for (size_t i = 0; item->partial != AS_PARTIAL_PER_TEST && i < scope->part_count; i++)
		if (scope->parts[i].name[0] &&
			static_verdict(result, scope->parts[i].name) == AS_VERDICT_JE)
			return true;
	return false;
}

/* The reason why the result gives no mark; NULL: it gives one. */
static const char *check_judged(
	const struct as_item *item, const struct as_result *result, const struct counts *counts)
{
	const struct as_item_scope *scope = item->scope;
	const bool is_whole = scope->whole && item->partial != AS_PARTIAL_PER_TEST;

	if (result->verdict == AS_VERDICT_CE)
		return NULL;
	if (counts->error_count > 0 || (result->verdict == AS_VERDICT_JE && is_whole) ||
		has_static_error(item, result))
		return "judging error; " AGAIN;
	/* The judging error was in other tests: this item counts if all of its tests were run. */
	if (counts->run_count < scope->test_count && result->verdict == AS_VERDICT_JE)
		return "judging error before its last test; " AGAIN;
	if (counts->run_count < scope->test_count && scope->needs_all)
		return "not all of its tests were run; " REJUDGE;
	for (size_t i = 0; i < scope->part_count; i++)
		if (scope->parts[i].has_score && !find_group(result, scope->parts[i].name))
			return "the result is of another version of the package; " REJUDGE;
	return NULL;
}

/* For a group with points, its result counts. A group without points is in a package that may stop
 * at its first failure and then reports no later groups: the group's tests count. */
static bool part_accepted(const struct as_item_scope *scope, size_t index,
	const struct as_result *result, const struct counts *counts)
{
	const struct scope_part *part = &scope->parts[index];

	if (part->has_score) {
		const struct as_result_group *group = find_group(result, part->name);
		return group && group->verdict == AS_VERDICT_AC && group->unmet == SIZE_MAX;
	}
	return counts->accepted[index] == part->test_count &&
	       (!part->name[0] || static_verdict(result, part->name) == AS_VERDICT_AC);
}

/* The points of a part: from its score, or 1 if all of its tests were accepted. */
static int64_t earned_of(const struct as_item_scope *scope, size_t index,
	const struct as_result *result, const struct counts *counts)
{
	const struct scope_part *part = &scope->parts[index];

	if (!part->has_score)
		return part_accepted(scope, index, result, counts);
	const struct as_result_group *group = find_group(result, part->name);
	return group && group->has_score ? scope_units(group->score) : 0;
}

static int64_t max_of(const struct scope_part *part)
{
	return part->has_score ? part->max_score : 1;
}

static int64_t share_best(
	const struct as_item *item, const struct as_result *result, const struct counts *counts)
{
	const struct as_item_scope *scope = item->scope;
	int64_t best_e4 = 0;

	for (size_t i = 0; i < scope->part_count; i++) {
		const int64_t raw_e4 = portion(item->points_e4, earned_of(scope, i, result, counts),
			max_of(&scope->parts[i]));
		best_e4 = raw_e4 > best_e4 ? raw_e4 : best_e4;
	}
	return best_e4;
}

/* Weights the parts by their points; parts without points are equal. */
static int64_t share_groups(
	const struct as_item *item, const struct as_result *result, const struct counts *counts)
{
	const struct as_item_scope *scope = item->scope;
	int64_t earned = 0, max = 0;

	for (size_t i = 0; i < scope->part_count; i++) {
		const int64_t part_max = max_of(&scope->parts[i]);
		const int64_t part = earned_of(scope, i, result, counts);
		earned += part < part_max ? part : part_max;
		max += part_max;
	}
	return portion(item->points_e4, earned, max);
}

static bool all_accepted(const struct as_item_scope *scope, const struct as_result *result,
	const struct counts *counts)
{
	if (scope->whole)
		return result->verdict == AS_VERDICT_AC;
	for (size_t i = 0; i < scope->part_count; i++)
		if (!part_accepted(scope, i, result, counts))
			return false;
	return true;
}

static int64_t raw_of(
	const struct as_item *item, const struct as_result *result, const struct counts *counts)
{
	const struct as_item_scope *scope = item->scope;

	if (result->verdict == AS_VERDICT_CE)
		return 0;
	switch (item->partial) {
	case AS_PARTIAL_PER_TEST:
		return portion(item->points_e4, (int64_t)counts->accepted_count,
			(int64_t)scope->test_count);
	case AS_PARTIAL_PER_GROUP:
		if (scope->whole && scope->scoring)
			return portion(item->points_e4,
				result->has_score ? scope_units(result->score) : 0,
				scope->max_score);
		return share_groups(item, result, counts);
	case AS_PARTIAL_BEST_OF:
		return share_best(item, result, counts);
	case AS_PARTIAL_ALL:
	default:
		return all_accepted(scope, result, counts) ? item->points_e4 : 0;
	}
}

int share_compute(const struct as_item *item, const struct as_result *result, struct share *share,
	struct as_error *error)
{
	AS_AUTO_FREE size_t *accepted = calloc(item->scope->part_count + 1, sizeof(*accepted));
	struct counts counts = {.accepted = accepted};

	*share = (struct share){0};
	if (!accepted)
		return as_error_no_memory(error);
	count_tests(item->scope, result, &counts);
	share->accepted = counts.accepted_count;
	share->why = check_judged(item, result, &counts);
	share->judged = !share->why && !refusal_is(result);
	if (share->judged)
		share->raw_e4 = raw_of(item, result, &counts);
	return 0;
}
