/* SPDX-License-Identifier: MIT */
/*
 * A package made of groups and letters, for tests of what is decided without running anything: each
 * group has tests of its own, one a letter: A accepted, W wrong, T over time, J judging error, -
 * not run.
 */
#ifndef ASSAY_TESTS_MODEL_CASE_H
#define ASSAY_TESTS_MODEL_CASE_H

#include "judging.h"

#include <criterion/criterion.h>
#include <string.h>

#define PASS_FAIL AS_AGGREGATE_PASS_FAIL
#define SUM AS_AGGREGATE_SUM
#define MIN AS_AGGREGATE_MIN
#define NO_SCORE (-1)

/* A group comes after its parent, and right after what is below its elder siblings. */
struct group_case {
	const char *name;
	size_t parent;
	enum as_aggregation aggregation;
	double max_score;
	const char *tests;
};

#define MODEL_GROUPS 8
#define MODEL_TESTS 32

struct model {
	struct as_package package;
	struct as_group groups[MODEL_GROUPS];
	struct as_test tests[MODEL_TESTS];
	char names[MODEL_TESTS][40];
	char letters[MODEL_TESTS];
	struct as_test_result results[MODEL_TESTS];
};

static inline enum as_verdict verdict_of_letter(char letter)
{
	return letter == 'A'   ? AS_VERDICT_AC
	       : letter == 'W' ? AS_VERDICT_WA
	       : letter == 'T' ? AS_VERDICT_TLE
	       : letter == 'J' ? AS_VERDICT_JE
			       : AS_VERDICT_NONE;
}

static inline void model_add_tests(struct model *model, size_t group, const char *letters)
{
	struct as_package *package = &model->package;
	model->groups[group].first_test = package->test_count;
	for (; *letters; letters++) {
		size_t index = package->test_count++;
		cr_assert_lt(index, MODEL_TESTS);
		snprintf(model->names[index], sizeof(model->names[index]), "%s/%02zu",
			model->groups[group].name, index);
		model->tests[index] = (struct as_test){.name = model->names[index], .group = group};
		model->letters[index] = *letters;
		model->results[index] = (struct as_test_result){
			.counted = *letters != '-', .verdict = verdict_of_letter(*letters)};
		for (size_t g = group;; g = model->groups[g].parent) {
			model->groups[g].test_count++;
			if (model->groups[g].parent == g)
				break;
		}
	}
}

/* Groups end where a name is NULL. The model must not be moved afterwards. */
static inline void model_fill(struct model *model, const struct group_case *groups)
{
	*model = (struct model){.package = {.groups = model->groups, .tests = model->tests}};
	for (size_t g = 0; groups[g].name; g++) {
		cr_assert_lt(g, MODEL_GROUPS);
		model->groups[g] = (struct as_group){.name = (char *)groups[g].name,
			.parent = groups[g].parent,
			.has_score = groups[g].max_score >= 0,
			.max_score = groups[g].max_score,
			.aggregation = groups[g].aggregation};
		model->package.group_count++;
		model->package.scoring |= groups[g].max_score >= 0;
		model_add_tests(model, g, groups[g].tests);
	}
}

#endif
