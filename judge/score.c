/* SPDX-License-Identifier: MIT */
/* Scores of groups, as the format 2025-09 adds them up (facts 1.3). */
#include "judging.h"

#include <string.h>

size_t as_score_secret(const struct as_package *package)
{
	for (size_t g = 0; g < package->group_count; g++)
		if (strcmp(package->groups[g].name, "secret") == 0)
			return g;
	return SIZE_MAX;
}

/* One part of a group: a test directly in it, or a group below it. */
struct tally {
	double sum;
	double least, most;
	size_t parts;
	bool all_accepted;
};

static void add_part(struct tally *tally, double score, bool accepted)
{
	tally->sum += score;
	if (tally->parts == 0 || score < tally->least)
		tally->least = score;
	if (tally->parts == 0 || score > tally->most)
		tally->most = score;
	tally->parts++;
	tally->all_accepted &= accepted;
}

/* What a test directly in a group is worth: its share of a sum, of a minimum or of all-or-nothing
 * the whole. */
static double test_worth(const struct as_package *package, size_t group)
{
	const struct as_group *self = &package->groups[group];
	size_t tests = 0;

	for (size_t t = self->first_test; t < self->first_test + self->test_count; t++)
		tests += package->tests[t].group == group;
	return self->aggregation == AS_AGGREGATE_SUM && tests ? self->max_score / (double)tests
							      : self->max_score;
}

static double score_group(const struct as_package *package, size_t group,
	const struct as_test_result *results, struct as_group_result *groups)
{
	const struct as_group *self = &package->groups[group];
	struct tally tally = {.all_accepted = true};
	bool divided = false;

	groups[group].test_worth = test_worth(package, group);
	for (size_t g = 0; g < package->group_count; g++) {
		if (package->groups[g].parent != group || g == group)
			continue;
		divided = true;
		add_part(&tally, groups[g].score, groups[g].verdict == AS_VERDICT_AC);
	}
	for (size_t t = self->first_test; t < self->first_test + self->test_count; t++) {
		if (package->tests[t].group != group)
			continue;
		bool accepted = results[t].counted && results[t].verdict == AS_VERDICT_AC;
		add_part(&tally, accepted ? groups[group].test_worth : 0, accepted);
	}
	if (tally.parts == 0)
		return 0;
	switch (self->aggregation) {
	case AS_AGGREGATE_SUM:
		/* Shares that do not add up in binary must still make the whole. */
		return tally.all_accepted && !divided ? self->max_score : tally.sum;
	case AS_AGGREGATE_MIN:
		return tally.least;
	case AS_AGGREGATE_MAX:
		return tally.most;
	case AS_AGGREGATE_AVERAGE:
		return tally.sum / (double)tally.parts;
	case AS_AGGREGATE_PROGRAM: /* not run yet */
	case AS_AGGREGATE_PASS_FAIL:
		break;
	}
	return tally.all_accepted ? self->max_score : 0;
}

/* AC if every test is, JE if any is, else that of the first test that is not accepted; NONE where
 * nothing was run. */
static enum as_verdict verdict_of(
	const struct as_group *group, const struct as_test_result *results)
{
	enum as_verdict verdict = AS_VERDICT_NONE;

	for (size_t t = group->first_test; t < group->first_test + group->test_count; t++) {
		if (!results[t].counted)
			continue;
		if (results[t].verdict == AS_VERDICT_JE)
			return AS_VERDICT_JE;
		if (verdict == AS_VERDICT_NONE || verdict == AS_VERDICT_AC)
			verdict = results[t].verdict;
	}
	return verdict;
}

void as_score_groups(const struct as_package *package, const struct as_test_result *results,
	struct as_group_result *groups)
{
	for (size_t g = 0; g < package->group_count; g++)
		groups[g] = (struct as_group_result){
			.verdict = verdict_of(&package->groups[g], results)};
	/* A group comes after the one it is in, so going backwards meets the parts first. */
	for (size_t g = package->group_count; g-- > 0;)
		if (package->groups[g].has_score)
			groups[g].score = score_group(package, g, results, groups);
}
